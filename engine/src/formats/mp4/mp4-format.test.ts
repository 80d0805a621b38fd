// What the contract cannot see: places named in a signed file have the same content as before,
// which brands are video, and which files are refused with their own sentence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { box, samples, sampleVideos, word } from '../../../test-support/sample-videos.ts';
import { BrokenMedia, UnsupportedMedia } from '../../containers/broken-media.ts';
import { readTopBoxes } from '../../containers/isobmff/boxes.ts';
import { findOffsetFields } from '../../containers/isobmff/offset-fields.ts';
import { detectFormat } from '../all-formats.ts';
import { movFormat, mp4Format } from './mp4-format.ts';

const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;

/** The content of every place that the file names in itself, in order. */
function namedWords(bytes: Buffer): string[] {
  return findOffsetFields(bytes, readTopBoxes(bytes)).flatMap(({ at, width, stride, count }) =>
    Array.from({ length: count }, (_, index) => {
      const place = bytes.readUIntBE(at + index * stride + width - 4, 4);
      return bytes.toString('latin1', place, place + 12);
    }),
  );
}

for (const format of [mp4Format, movFormat]) {
  test(`${format.name}: every place that a signed file names has its old content`, () => {
    for (const [kind, bytes] of sampleVideos[format.name]!()) {
      const before = namedWords(bytes);
      assert.ok(before.length > 1, kind);
      for (const each of before) {
        assert.ok(
          [...samples, 'second sampl', 'third sample'].includes(each) || each.includes('moof'),
          `${kind}: ${each}`,
        );
      }
      const signed = Buffer.concat(format.writeToken(bytes, token));
      assert.deepEqual(namedWords(signed), before, kind);
      assert.deepEqual(namedWords(Buffer.concat(format.removeToken(signed))), before, kind);
    }
  });
}

test('the token is directly after ftyp, or first if there is none', () => {
  const types = (bytes: Uint8Array) => readTopBoxes(bytes).map(({ type }) => type);
  for (const [kind, bytes] of sampleVideos.mov!()) {
    const [first, second] = types(Buffer.concat(movFormat.writeToken(bytes, token)));
    assert.deepEqual(
      kind.startsWith('without a brand') ? first : [first, second],
      kind.startsWith('without a brand') ? 'uuid' : ['ftyp', 'uuid'],
    );
  }
});

test('pictures and sound in the same boxes are not video', () => {
  const movie = box('moov', box('mvhd', word(0)));
  for (const brand of ['heic', 'avif', 'avis', 'mif1', 'M4A ', 'M4B ', 'crx ', 'jp2 ']) {
    assert.equal(detectFormat(Buffer.concat([box('ftyp', brand, word(0)), movie])), null, brand);
  }
  for (const brand of ['isom', 'mp42', 'iso5', 'dash', 'M4V ', '3gp5', 'avc1']) {
    assert.equal(detectFormat(Buffer.concat([box('ftyp', brand, word(0)), movie])), mp4Format, brand);
  }
});

test('words that look like a box are text', () => {
  assert.equal(detectFormat(Buffer.from('The free world'))?.name, 'plain-text');
  assert.equal(detectFormat(Buffer.from('The ftyp isom box names a brand.'))?.name, 'plain-text');
});

test('samples in other files keep their places, and samples in both or in a compressed header are refused', () => {
  const head = box('ftyp', 'qt  ', word(0));
  const stbl = box('stbl', box('stco', word(0), word(1), word(1000)));
  const movie = (...flags: number[]) => {
    const references = flags.map((flag) => box('alis', word(flag)));
    const dinf = box('dinf', box('dref', word(0), word(flags.length), ...references));
    // The table before the references, as in the files of some writers.
    return Buffer.concat([head, box('moov', box('trak', box('mdia', box('minf', stbl, dinf))))]);
  };
  const place = (bytes: Uint8Array) => Buffer.from(bytes).readUInt32BE(Buffer.from(bytes).indexOf('stco') + 12);
  assert.equal(place(Buffer.concat(movFormat.writeToken(movie(0), token))), 1000);
  assert.equal(place(Buffer.concat(movFormat.writeToken(movie(1), token))), 1080);
  assert.throws(() => Buffer.concat(movFormat.writeToken(movie(0, 1), token)), UnsupportedMedia);
  const compressed = Buffer.concat([head, box('moov', box('cmov', box('dcom', 'zlib')))]);
  assert.throws(() => Buffer.concat(movFormat.writeToken(compressed, token)), UnsupportedMedia);
});

test('a file that cannot be followed is called broken', () => {
  const head = box('ftyp', 'isom', word(0));
  const broken = {
    'no movie': box('mdat', 'samples'),
    'a table beyond its box': box('moov', box('stco', word(0), word(9))),
    'a box beyond its container': box('moov', word(64), 'trak'),
    'a place beyond any file': box('moov', box('co64', word(0), word(1), word(0xffffffff), word(0))),
    'a place that cannot move': box('moov', box('stco', word(0), word(1), word(0xffffffff))),
    'a movie cut off': box('moov', box('mvhd')).subarray(0, 10),
  };
  for (const [kind, bytes] of Object.entries(broken)) {
    assert.throws(() => Buffer.concat(mp4Format.writeToken(Buffer.concat([head, bytes]), token)), BrokenMedia, kind);
  }
});
