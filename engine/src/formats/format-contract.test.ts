// The suite that every format of the list passes: detection, the token and its exact inverse, the
// same on real and on hostile files, and untouched pixels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { hostileFilesOf, withRandomContainer } from '../../test-support/hostile-files.ts';
import { measured } from '../../test-support/processor-time.ts';
import { Random } from '../../test-support/random-bytes.ts';
import { samplesOf } from '../../test-support/samples.ts';
import { type SharedFolder, testWithShared } from '../../test-support/shared-folder.ts';
import { countFor, longTest } from '../../test-support/test-run.ts';
import { BrokenMedia } from '../containers/broken-media.ts';
import { allFormats, detectFormat } from './all-formats.ts';
import type { MediaFormat } from './media-format.ts';
import { webpFormat } from './webp/webp-format.ts';
import { decodable } from './webp/webp-picture.ts';

const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const secondToken = `svc_${'Zz09'.repeat(12).slice(0, 47)}`;
const watermarkId = '0123456789abcdef';
const rounds = countFor({ short: 120, long: 600 });
const kept = ['width', 'height', 'depth', 'space', 'hasAlpha', 'exif', 'icc', 'xmp', 'density', 'orientation'] as const;
/**
 * As lenient as other decoders: sharp's own for WebP requires padding, and it fails on warnings.
 */
const open = (bytes: Uint8Array, options = {}) =>
  sharp(webpFormat.matches(bytes) ? decodable(bytes) : bytes, { ...options, failOn: 'none' });
const alphaOf = (bytes: Uint8Array) => open(bytes).extractChannel('alpha').raw().toBuffer();
// A PDF's update contains a copy of the catalog and of the packet that it extends.
const mostAdded = { image: 600, audio: 600, video: 600, text: 6000 };
const canonical = (format: MediaFormat, bytes: Uint8Array) => Buffer.concat(format.removeToken(bytes));

/** What reading returns after the token was written: null if the format has no container. */
const carried = (format: MediaFormat, written: string) => (format.container === false ? null : written);

/** The promises of media-format.ts, for one file. */
function expectContract(format: MediaFormat, bytes: Uint8Array, name: string): void {
  const before = canonical(format, bytes);
  const signed = Buffer.concat(format.writeToken(bytes, token));
  assert.ok(format.matches(signed), name);
  assert.equal(format.readToken(signed), carried(format, token), name);
  assert.ok(canonical(format, signed).equals(before), `${name}: the canonical content changes when a token is written`);
  assert.ok(canonical(format, before).equals(before), `${name}: the canonical content is not its own`);
  assert.ok(
    Buffer.concat(format.writeToken(before, token)).equals(signed),
    `${name}: the token has more than one place`,
  );
  const again = Buffer.concat(format.writeToken(signed, secondToken));
  assert.equal(format.readToken(again), carried(format, secondToken), name);
  assert.ok(canonical(format, again).equals(before), name);
}

for (const format of allFormats) {
  const { name } = format;

  test(`${name}: every kind of file meets the contract and is recognized as nothing else`, async () => {
    for (const [kind, bytes] of await samplesOf(name)) {
      assert.equal(detectFormat(bytes), format, kind);
      expectContract(format, bytes, kind);
      assert.equal(format.readToken(bytes), null, kind);
      const replaced = Buffer.concat(format.writeToken(Buffer.concat(format.writeToken(bytes, token)), secondToken));
      assert.ok(!replaced.includes(token), kind);
      assert.ok(canonical(format, bytes).equals(bytes), kind);
    }
  });

  test(`${name}: the input is never written to`, async () => {
    for (const bytes of (await samplesOf(name)).values()) {
      const copy = Buffer.from(bytes);
      canonical(format, Buffer.concat(format.writeToken(bytes, token)));
      assert.ok(copy.equals(bytes));
    }
  });

  test(`${name}: writing a token leaves every foreign byte in its order`, async () => {
    for (const [kind, bytes] of await samplesOf(name)) {
      const signed = Buffer.concat(format.writeToken(bytes, token));
      assert.ok(signed.length - bytes.length < mostAdded[format.kind], kind);
      assert.equal(signed.includes('jumb'), bytes.includes('jumb'), kind);
      assert.equal(signed.includes('Somebody'), bytes.includes('Somebody'), kind);
    }
  });

  const testPictures = format.kind === 'image' ? test : () => undefined;

  testPictures(`${name}: sharp decodes the same pixels before and after, and the same metadata beside`, async () => {
    for (const [kind, bytes] of await samplesOf(name)) {
      const signed = Buffer.concat(format.writeToken(bytes, token));
      const decode = (file: Uint8Array) => open(file, { animated: true }).raw().toBuffer({ resolveWithObject: true });
      const [before, after] = [await decode(bytes), await decode(signed)];
      assert.deepEqual(after.info, before.info, kind);
      assert.ok(after.data.equals(before.data), kind);
      const described = async (file: Uint8Array) => ({
        ...(await open(file).metadata()),
        xmp: null,
        xmpAsString: null,
        size: null,
      });
      assert.deepEqual(await described(signed), await described(bytes), kind);
    }
  });

  test(`${name}: a file of ours behind a Uint8Array with an offset reads the same`, async () => {
    for (const bytes of (await samplesOf(name)).values()) {
      const shifted = new Uint8Array(bytes.length + 13).subarray(13);
      shifted.set(bytes);
      assert.deepEqual(
        Buffer.concat(format.writeToken(shifted, token)),
        Buffer.concat(format.writeToken(bytes, token)),
      );
    }
  });

  test(`${name}: a file that is cut off anywhere meets the contract or is called broken`, async () => {
    const [bytes] = [...(await samplesOf(name)).values()];
    for (let length = 0; length < bytes!.length; length += length < 700 ? 1 : 53) {
      expectContractOrBroken(format, bytes!.subarray(0, length), `${length} bytes`);
    }
  });

  test(`${name}: a randomly altered file meets the contract or is called broken`, async () => {
    const samples = [...(await samplesOf(name)).values()];
    const signed = samples.map((bytes) => Buffer.concat(format.writeToken(bytes, token)));
    const random = new Random(20261116);
    let kept = 0;
    for (let round = 0; round < rounds; round += 1) {
      const altered = alter(random, random.pick([...samples, ...signed]), signed);
      if (expectContractOrBroken(format, altered, `round ${round}`)) kept += 1;
    }
    assert.ok(kept > rounds / 10, `only ${kept} of ${rounds} altered files could be read, so little was tried`);
  });

  test(`${name}: containers of every kind meet the contract`, async () => {
    const [plain] = [...(await samplesOf(name)).values()];
    const random = new Random(4);
    for (let round = 0; round < rounds / 2; round += 1) {
      expectContract(format, withRandomContainer(name, plain!, random), `round ${round}`);
    }
  });

  longTest(
    `${name}: the smallest parts, or a single one, in a file of the maximum size take at most a second and a half`,
    async () => {
      const [plain] = [...(await samplesOf(name)).values()];
      for (const [kind, bytes] of hostileFilesOf(name, plain!)) {
        const start = process.cpuUsage();
        expectContractOrBroken(format, bytes, kind, (file) => {
          format.readToken(file);
          format.removeToken(Buffer.concat(format.writeToken(file, token)));
        });
        const { user, system } = process.cpuUsage(start);
        assert.ok(user + system < 1_500_000, `${kind}: ${user + system} µs`);
      }
    },
  );

  testPictures(`${name}: a mark changes pixels alone`, async () => {
    for (const [kind, bytes] of await samplesOf(name, 7)) {
      const marking = await format.watermark!.mark(bytes, watermarkId);
      if ('omitted' in marking) {
        assert.equal(kind, 'animated');
        continue;
      }
      expectContract(format, marking.bytes, kind);
      assert.equal(await format.watermark!.read(marking.bytes), watermarkId, kind);
      const [before, after] = [await open(bytes).metadata(), await open(marking.bytes).metadata()];
      for (const field of kept) assert.deepEqual(after[field], before[field], `${kind}: ${field}`);
      assert.equal(Buffer.from(marking.bytes).includes('jumb'), bytes.includes('jumb'), kind);
      if (before.hasAlpha) assert.ok((await alphaOf(marking.bytes)).equals(await alphaOf(bytes)), kind);
    }
  });
}

function expectContractOrBroken(
  format: MediaFormat,
  bytes: Uint8Array,
  name: string,
  check: (bytes: Uint8Array) => void = () => expectContract(format, bytes, name),
): boolean {
  if (!format.matches(bytes)) return false;
  try {
    check(bytes);
    return true;
  } catch (error) {
    if (error instanceof BrokenMedia) return false;
    throw error;
  }
}

/**
 * Flips bits, removes, repeats and moves pieces, mostly near the beginning, where containers are.
 */
function alter(random: Random, bytes: Buffer, others: readonly Buffer[]): Buffer {
  const reach = Math.min(bytes.length, random.pick([64, 700, bytes.length]));
  const from = random.below(reach);
  const length = random.below(random.pick([2, 16, 300]));
  const other = random.pick(others);
  const start = random.below(other.length);
  const piece = random.pick([
    Buffer.alloc(0),
    random.bytes(length),
    bytes.subarray(from, from + length),
    other.subarray(start, start + length),
  ]);
  const removed = random.pick([0, piece.length, length]);
  return Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(from + removed)]);
}

const folders = ['media/photos', 'media/video', 'c2pa/valid', 'c2pa/tampered', 'c2pa/malformed', 'c2pa/no-manifest'];
const corpora = [
  'bmff',
  'c2pa-rs',
  'image',
  'image-bmp',
  'image-metadata-gpl',
  'image-png',
  'audio',
  'audio-gpl',
  'pdf',
];
const longestMilliseconds = 200;

async function eachShared(shared: SharedFolder, visit: (bytes: Buffer, path: string) => Promise<void>): Promise<void> {
  for (const folder of [...folders, ...corpora.map((name) => `corpus/${name}`)]) {
    for (const name of shared.names(folder)) await visit(shared.bytes(`${folder}/${name}`), `${folder}/${name}`);
  }
}

testWithShared(
  'every shared file is refused, called broken, or keeps the contract, and soon',
  async (shared, context) => {
    const tally = { kept: 0, broken: 0, unknown: 0 };
    await eachShared(shared, async (bytes, path) => {
      const format = detectFormat(bytes);
      const outcome = !format ? 'unknown' : expectContractOrBroken(format, bytes, path) ? 'kept' : 'broken';
      tally[outcome] += 1;
      if (format) await expectSoon(format, bytes, path);
      assert.ok(!path.endsWith('.avif') || outcome !== 'kept', path);
    });
    context.diagnostic(JSON.stringify(tally));
    assert.ok(tally.kept >= 50 && tally.broken >= 15, JSON.stringify(tally));
  },
);

/** Slow cases are tried again, because code that never ran is compiled on the way. */
async function expectSoon(format: MediaFormat, bytes: Uint8Array, name: string): Promise<void> {
  const work = () => {
    try {
      format.readToken(bytes);
      format.removeToken(Buffer.concat(format.writeToken(bytes, token)));
    } catch (error) {
      assert.ok(error instanceof BrokenMedia, name);
    }
  };
  let milliseconds = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && milliseconds >= longestMilliseconds; tries += 1)
    ({ milliseconds } = await measured(work));
  assert.ok(milliseconds < longestMilliseconds, `${name} took ${milliseconds} ms`);
}

testWithShared('C2PA manifest stores of other makers are content', (shared) => {
  for (const name of ['adobe-20220124-C.jpg', 'adobe-20220124-CACAICAICICA.jpg', 'truepic-20230212-camera.jpg']) {
    const bytes = shared.bytes(`c2pa/valid/${name}`);
    const format = detectFormat(bytes)!;
    assert.ok(bytes.includes('jumdc2pa'), name);
    assert.ok(canonical(format, bytes).equals(bytes), name);
    assert.ok(canonical(format, Buffer.concat(format.writeToken(bytes, token))).equals(bytes), name);
  }
});
