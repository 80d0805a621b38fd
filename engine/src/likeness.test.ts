// likeness without a service: every view of a copy is near, other content is far, and content that
// cannot be compared is unknown. A brief verification says the same, or that it needs a search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { testWithShared } from '../test-support/shared-folder.ts';
import { Interrupted } from './interrupted.ts';
import type { MediaDecoder } from './media-decoder/media-decoder.ts';
import { SearchNeeded } from './specimen.ts';
import { type VerifyRequest, verify } from './verify.ts';

/** Soft shapes, different for each seed. */
const shapes = (seed: number, width = 400, height = 300): Sharp =>
  sharp(Buffer.from(Array.from({ length: 7 * 7 }, (_, i) => (i * i * seed * 31 + seed * 7 * i) % 256)), {
    raw: { width: 7, height: 7, channels: 1 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('srgb');

/** For content with a token in the request: only the likeness is examined. */
async function likeness(shelf: RecordShelf, content: Uint8Array, token: string, request: VerifyRequest = {}) {
  return (await verify(content, { ...request, token }, shelf)).likeness;
}

test('a picture that is turned, mirrored, framed or stored on its side is near, and another is far', async () => {
  const shelf = new RecordShelf();
  const { bytes, token } = await shelf.sign(await shapes(7).png().toBuffer());
  const copy = () => sharp(bytes);
  const copies = {
    turned: copy().rotate(90),
    'on its head': copy().rotate(180),
    mirrored: copy().flop(),
    'mirrored and turned': sharp(await copy().flop().toBuffer()).rotate(270),
    framed: copy().extend({ top: 80, bottom: 40, left: 30, right: 30, background: '#101010' }),
    'stored on its side': sharp(await copy().rotate(270).toBuffer()).withMetadata({ orientation: 6 }),
  };
  for (const [name, picture] of Object.entries(copies)) {
    assert.equal(await likeness(shelf, await picture.jpeg().toBuffer(), token), 'near', name);
  }
  for (const seed of [11, 13, 17, 23]) {
    assert.equal(await likeness(shelf, await shapes(seed).jpeg().toBuffer(), token), 'far', `shapes ${seed}`);
  }
});

test('likeness is unknown without a record, without its hash, and for content that shows nothing', async () => {
  const shelf = new RecordShelf();
  const { token } = await shelf.sign(await shapes(7).png().toBuffer());
  const other = await shapes(11).jpeg().toBuffer();
  assert.equal(await likeness(shelf, other, 'no token'), 'unknown');
  for (const content of [Buffer.from('A text.'), Buffer.alloc(50), other.subarray(0, 20)]) {
    assert.equal(await likeness(shelf, content, token), 'unknown');
  }
  shelf.change({ perceptualHash: null });
  assert.equal(await likeness(shelf, other, token), 'unknown');
});

test('a brief verification compares a small picture at once and leaves a large one to the search', async () => {
  const shelf = new RecordShelf();
  const { bytes, token } = await shelf.sign(await shapes(7).png().toBuffer());
  const brief = { briefly: true };
  assert.equal(await likeness(shelf, await shapes(11).jpeg().toBuffer(), token, brief), 'far');
  assert.equal(await likeness(shelf, await sharp(bytes).jpeg().toBuffer(), token, brief), 'near');
  const large = await shapes(11, 2_100, 2_000).jpeg().toBuffer();
  await assert.rejects(likeness(shelf, large, token, brief), SearchNeeded);
  assert.equal(await likeness(shelf, large, token), 'far');
});

testWithShared('video: unknown without a decoder, and where the decoder is lost', async (shared) => {
  const shelf = new RecordShelf();
  const { token } = await shelf.sign(await shapes(7).png().toBuffer());
  const video = shared.bytes('media/video/birds.mp4');
  assert.equal(await likeness(shelf, video, token), 'unknown');
  const lost = new Proxy({} as MediaDecoder, {
    get: () => () => {
      throw new Interrupted('The process ended.');
    },
  });
  assert.equal((await verify(video, { token }, Object.assign(shelf, { decoder: lost }))).likeness, 'unknown');
});

testWithShared('sound: near its record, far from another, unknown where no fingerprint is stored', async (shared) => {
  const shelf = new RecordShelf();
  const { bytes, token } = await shelf.sign(shared.bytes('media/audio/debian.wav'));
  const quieter = Buffer.from(bytes);
  for (let at = 200; at + 1 < quieter.length; at += 2) quieter.writeInt16LE(quieter.readInt16LE(at) >> 1, at);
  assert.equal(await likeness(shelf, quieter, token), 'near');
  const speech = shared.bytes('media/audio/demo-instruct.wav');
  assert.equal(await likeness(shelf, speech, token), 'far');
  await assert.rejects(likeness(shelf, speech, token, { briefly: true }), SearchNeeded);
  shelf.change({ landmarks: null });
  assert.equal(await likeness(shelf, speech, token, { briefly: true }), 'unknown');
});
