// Programs of other makers read what the formats write: exiftool shows the token, and neither it
// nor pngcheck nor webpinfo reports a problem that was not there before. If they strip only the
// token, the canonical content remains.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Peers, testWithPrograms } from '../../test-support/peer-programs.ts';
import { samplesOf } from '../../test-support/sample-pictures.ts';
import { openSharedFolder } from '../../test-support/shared-folder.ts';
import { BrokenMedia } from '../containers/broken-media.ts';
import { allFormats, detectFormat } from './all-formats.ts';
import type { MediaFormat } from './media-format.ts';

const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const pictureFormats = allFormats.filter(({ kind }) => kind === 'image');
const folders = ['media/photos', 'c2pa/valid', 'corpus/image', 'corpus/image-png', 'corpus/c2pa-rs'];

interface Pair {
  readonly name: string;
  readonly format: MediaFormat;
  readonly before: string;
  readonly after: string;
}

/** Every sample and every shared picture that can carry a token, as files before and after. */
async function savePairs(peers: Peers): Promise<Pair[]> {
  const shared = openSharedFolder(new URL('../../../../shared', import.meta.url).pathname, process.env.CI === 'true');
  const samples = await Promise.all(pictureFormats.map(async ({ name }) => [...(await samplesOf(name))]));
  const files = [
    // All of these programs consider a WebP without padding broken, and repair it when they write
    // it.
    ...samples.flat().filter(([name]) => !name.includes('without padding')),
    ...folders.flatMap((folder) =>
      (shared?.names(folder) ?? []).map((name) => [name, shared!.bytes(`${folder}/${name}`)] as const),
    ),
  ];
  return files.flatMap(([name, bytes], place) => {
    const format = detectFormat(bytes);
    const signed = format?.kind === 'image' ? writeOrNull(format, bytes) : null;
    if (!format || !signed) return [];
    const before = peers.save(`${place}-before.${format.name}`, bytes);
    return [{ name, format, before, after: peers.save(`${place}-after.${format.name}`, signed) }];
  });
}

function writeOrNull(format: MediaFormat, bytes: Uint8Array): Uint8Array | null {
  try {
    return Buffer.concat(format.writeToken(bytes, token));
  } catch (error) {
    assert.ok(error instanceof BrokenMedia);
    return null;
  }
}

type Report = Record<string, unknown>;

testWithPrograms('exiftool shows the token and finds all else as before', ['exiftool'], async (peers, context) => {
  const pairs = await savePairs(peers);
  const output = peers.run(
    'exiftool',
    '-json',
    '-G1',
    '-a',
    '-q',
    '-x',
    'System:all',
    '-x',
    'Composite:all',
    peers.folder,
  );
  const list: Report[] = JSON.parse(output.slice(output.indexOf('[{'), output.lastIndexOf('}]') + 2));
  const reports = new Map(list.map((report) => [report.SourceFile, report]));
  for (const { name, before, after } of pairs) {
    const [old, signed] = [reports.get(before)!, reports.get(after)!];
    assert.equal(signed['XMP-provenance:Token'], token, name);
    assert.deepEqual(foreignPart(signed), foreignPart(old), name);
  }
  context.diagnostic(`${pairs.length} files`);
});

// Without what belongs to the token, and what exiftool derives from the places in the file.
const ownOrDerived =
  /^(SourceFile|XMP-provenance:.*|File:FileType|RIFF:(WebP_Flags|Image(Width|Height)|AlphaIsUsed)|.*:ThumbnailImage|.*:PreviewImage)$/;

function foreignPart(report: Report): Report {
  const entries = Object.entries(report).filter(([name]) => !ownOrDerived.test(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name.endsWith(':Warning') ? String(value).replace(/JPEG \w+ segment/, '') : value,
    ]),
  );
}

// The complaints of each program, as lines.
const complaints: Record<string, (peers: Peers, path: string) => string[]> = {
  jpeg: (peers, path) => lines(peers.run('exiftool', '-warning', '-error', '-a', path)),
  png: (peers, path) =>
    lines(peers.run('pngcheck', '-v', path))
      .filter((line) => /error|warning|invalid|additional data/i.test(line) && !line.startsWith('No errors'))
      .map((line) => line.replaceAll(path, '')),
  webp: (peers, path) => lines(peers.run('webpinfo', path)).filter((line) => /error|warn|invalid|truncat/i.test(line)),
};

function lines(output: string): string[] {
  return output.split('\n').filter((line) => line !== '');
}

testWithPrograms('pngcheck and webpinfo find no new fault', ['pngcheck', 'webpinfo'], async (peers) => {
  const pairs = (await savePairs(peers)).filter(({ format }) => format.name !== 'jpeg');
  for (const { name, format, before, after } of pairs) {
    const complain = complaints[format.name]!;
    assert.deepEqual(complain(peers, after), complain(peers, before), name);
    if (format.name === 'webp') assert.match(peers.run('webpinfo', after), /Chunk XMP/, name);
  }
  assert.ok(pairs.length >= 21);
});

const marked = new Set([
  'plain',
  'progressive',
  'with Exif, profile and density',
  'with alpha',
  'of 16 bits',
  'with a palette',
  'lossy',
  'lossless with alpha',
  'with Exif, profile, density and XMP',
  'with Exif, profile and XMP',
]);

testWithPrograms(
  'marked and signed, a picture gives no new cause for complaint',
  ['exiftool', 'pngcheck', 'webpinfo'],
  async (peers) => {
    for (const format of pictureFormats) {
      for (const [name, bytes] of await samplesOf(format.name, 7)) {
        if (!marked.has(name)) continue;
        const marking = await format.watermark!.mark(bytes, '0123456789abcdef');
        assert.ok('bytes' in marking, name);
        const [before, after] = [
          peers.save('before', bytes),
          peers.save('after', Buffer.concat(format.writeToken(marking.bytes, token))),
        ];
        const complain = complaints[format.name]!;
        assert.deepEqual(complain(peers, after), complain(peers, before), name);
      }
    }
  },
);

// exiftool drops fill and stray bytes, webpmux sorts unknown chunks, and neither keeps bytes after
// a WebP. In these cases more changes.
const changedBeside = new Set([
  'with fill bytes',
  'with stray bytes between segments',
  'with a chunk of odd size',
  'with bytes behind the end',
  'with a C2PA manifest',
]);

testWithPrograms(
  'XMP stripped by exiftool or webpmux leaves the canonical content',
  ['exiftool', 'webpmux'],
  async (peers) => {
    const pairs = (await savePairs(peers)).filter(({ name }) => !changedBeside.has(name) && !/XMP/.test(name));
    const samples = pairs.filter(({ name }) => !name.includes('.'));
    const canonical = (format: MediaFormat, path: string) => Buffer.concat(format.removeToken(readFileSync(path)));
    for (const { name, format, before, after } of samples.filter((pair) => pair.format.name === 'webp')) {
      const stripped = `${after}-stripped.webp`;
      peers.run('webpmux', '-strip', 'xmp', after, '-o', stripped);
      assert.ok(canonical(format, stripped).equals(canonical(format, before)), name);
    }
    peers.run('exiftool', '-overwrite_original', '-xmp:all=', ...samples.map(({ after }) => after));
    for (const { name, format, before, after } of samples) {
      assert.equal(format.readToken(readFileSync(after)), null, name);
      assert.ok(canonical(format, after).equals(canonical(format, before)), name);
    }
    assert.ok(samples.length >= 18);
  },
);
