// Programs of other makers read the sounds that the formats write: ffprobe, flac and music-metadata
// report no problem that was not there before, the tags that they show are the same except for the
// token, and FLAC and MP3 decode to the same samples.
import assert from 'node:assert/strict';
import { parseBuffer } from 'music-metadata';
import { type Peers, testWithPrograms } from '../../test-support/peer-programs.ts';
import { sampleSounds } from '../../test-support/sample-sounds.ts';
import { openSharedFolder } from '../../test-support/shared-folder.ts';
import { BrokenMedia } from '../containers/broken-media.ts';
import { detectFormat } from './all-formats.ts';

const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const folders = ['media/audio', 'corpus/audio', 'corpus/audio-gpl'];

interface Pair {
  readonly name: string;
  readonly format: string;
  readonly mimeType: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/**
 * Every sample, and shared sounds that can carry a token: every tenth, or all with SOUNDS=all (a
 * minute or two).
 */
function makePairs(): Pair[] {
  const step = process.env.SOUNDS === 'all' ? 1 : 10;
  const shared = openSharedFolder(new URL('../../../../shared', import.meta.url).pathname, process.env.CI === 'true');
  const files = [
    ...Object.values(sampleSounds).flatMap((samples) => [...samples()]),
    ...folders.flatMap((folder) =>
      (shared?.names(folder) ?? [])
        .filter((_, place) => place % step === 0)
        .map((name) => [name, shared!.bytes(`${folder}/${name}`)] as const),
    ),
  ];
  return files.flatMap(([name, before]) => {
    const format = detectFormat(before);
    if (format?.kind !== 'audio') return [];
    try {
      const after = Buffer.concat(format.writeToken(before, token));
      return [{ name: `${format.name} ${name}`, format: format.name, mimeType: format.mimeType, before, after }];
    } catch (error) {
      assert.ok(error instanceof BrokenMedia);
      return [];
    }
  });
}

const lines = (output: string) => output.split('\n').filter((line) => line !== '');

/** Without names, addresses and places in the file, which a token moves. */
const complaint = (line: string) => line.replaceAll(/0x[0-9a-f]+|\d+|\/\S+|(?<=frame-header-ID: ).*/g, '#');

testWithPrograms('ffprobe finds no new fault, and the same streams and tags beside the token', ['ffprobe'], (peers) => {
  const pairs = makePairs();
  for (const { name, before, after } of pairs) {
    const [old, signed] = [probe(peers, before), probe(peers, after)];
    assert.deepEqual(signed.faults, old.faults, name);
    assert.deepEqual(signed.streams, old.streams, name);
    const { [ownTag(signed.tags)]: shown, ...others } = signed.tags;
    if (signed.streams?.length > 0 && canRead(before, old.tags)) assert.equal(shown, token, name);
    // FFmpeg shows an ID3v1 tag only if there is no other tag. It is still there.
    const hidesOldTag = name.startsWith('mp3') && Buffer.from(before).subarray(-128).toString('latin1', 0, 3) === 'TAG';
    if (!hidesOldTag) assert.deepEqual(others, old.tags, name);
  }
  assert.ok(pairs.length >= 30, `${pairs.length}`);
});

/** A program that does not read the existing tag cannot show the token in it either. */
function canRead(before: Uint8Array, shown: object): boolean {
  const hasTag = Buffer.from(before).toString('latin1', 0, 3) === 'ID3';
  return !hasTag || Object.keys(shown).length > 0;
}

function ownTag(tags: Record<string, string>): string {
  return Object.keys(tags).find((tag) => /^(PROVENANCE_TOKEN(_2)?|IPRV)$/.test(tag)) ?? 'none';
}

function probe(peers: Peers, bytes: Uint8Array) {
  const path = peers.save('sound', bytes);
  const options = [
    '-v',
    'warning',
    '-show_entries',
    'stream=codec_name,channels,sample_rate,duration_ts:format_tags',
    '-of',
    'json',
  ];
  const output = lines(peers.run('ffprobe', ...options, path));
  const end = output.lastIndexOf('}');
  const { streams, format } = JSON.parse(output.slice(0, end + 1).join('\n') || '{}');
  return {
    faults: output.slice(end + 1).map(complaint),
    streams,
    tags: (format?.tags ?? {}) as Record<string, string>,
  };
}

testWithPrograms(
  'flac tests every signed FLAC as before, and samples of FLAC and MP3 are the same',
  ['flac', 'ffmpeg'],
  (peers) => {
    for (const { name, format, before, after } of makePairs().filter((pair) => pair.format !== 'wav')) {
      if (format === 'flac') {
        const test = (bytes: Uint8Array) =>
          lines(peers.run('flac', '-t', '-s', peers.save('sound.flac', bytes))).map(complaint);
        assert.deepEqual(test(after), test(before), name);
      }
      const decode = (bytes: Uint8Array) =>
        peers.run('ffmpeg', '-v', 'quiet', '-i', peers.save('sound', bytes), '-map', '0:a', '-f', 'md5', '-');
      assert.equal(decode(after), decode(before), name);
    }
  },
);

testWithPrograms('music-metadata gives no new warning and shows the token', [], async () => {
  for (const { name, mimeType, before, after } of makePairs()) {
    const read = (bytes: Uint8Array) =>
      parseBuffer(bytes, { mimeType }, { duration: false }).catch((error: Error) => error.message);
    const [old, signed] = [await read(before), await read(after)];
    if (typeof old === 'string' || typeof signed === 'string') {
      assert.equal(signed, old, name);
      continue;
    }
    const warnings = ({ quality }: typeof old) => quality.warnings.map(({ message }) => complaint(message));
    assert.deepEqual(warnings(signed), warnings(old), name);
    // If the header says that the file is empty, music-metadata stops there.
    const looksFurther = !name.includes('sizes of zero') && canRead(before, old.native);
    if (looksFurther) assert.ok(JSON.stringify(signed.native).includes(token), name);
    assert.deepEqual([signed.common.title, signed.common.artist], [old.common.title, old.common.artist], name);
  }
});
