// A brief verification says the same as the full one, or that it needs a search. It never says
// less.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { SearchNeeded } from './specimen.ts';
import { type VerifyRequest, verify } from './verify.ts';

const clouds = (seed: number, side = 24): Sharp =>
  sharp(Buffer.from(Array.from({ length: side * side * 3 }, (_, i) => (i * i * seed * 31) % 256)), {
    raw: { width: side, height: side, channels: 3 },
  }).resize(400, 400, { kernel: 'cubic' });
const encodings: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg({ quality: 92 }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 92 }),
};

async function expectTheSame(content: Uint8Array, request: VerifyRequest, shelf: RecordShelf) {
  const result = await verify(content, { ...request, briefly: true }, shelf);
  assert.deepEqual(result, await verify(content, request, shelf));
  return result;
}

const expectSearch = (content: Uint8Array, shelf: RecordShelf) =>
  assert.rejects(verify(content, { briefly: true }, shelf), SearchNeeded);

for (const [name, encode] of Object.entries(encodings)) {
  test(`a ${name} is found by its token and by its mark in place, and needs a search if unmarked or cropped`, async () => {
    const shelf = new RecordShelf();
    const photo = await encode(clouds(7)).toBuffer();
    const { bytes, token } = await shelf.sign(photo);
    assert.equal((await expectTheSame(bytes, {}, shelf)).token_source, 'xmp');
    assert.equal((await expectTheSame(bytes, { token }, shelf)).token_source, 'provided');
    const copy = await encode(sharp(bytes)).toBuffer();
    assert.equal((await expectTheSame(copy, {}, shelf)).token_source, 'watermark');
    const cropped = await encode(sharp(bytes).extract({ left: 21, top: 13, width: 370, height: 370 })).toBuffer();
    await expectSearch(cropped, shelf);
    await expectSearch(await encode(clouds(11)).toBuffer(), shelf);
  });
}

test('a large picture is left to the search, even if its mark is in place', async () => {
  const shelf = new RecordShelf();
  const { bytes } = await shelf.sign(await clouds(7).resize(2_100, 2_000).jpeg().toBuffer());
  await expectSearch(bytes, shelf);
});

test('text never needs a search, and sound does unless a token is given', async () => {
  const shelf = new RecordShelf();
  const { bytes } = await shelf.sign(Buffer.from('A text of some words, which are signed.'));
  assert.equal((await expectTheSame(bytes, {}, shelf)).token_source, 'watermark');
  assert.equal((await expectTheSame(Buffer.from('Another text.'), {}, shelf)).reason, 'no_provenance_found');
  const samples = Buffer.alloc(44 + 8_000);
  samples.write('RIFF', 0, 'latin1');
  samples.writeUInt32LE(samples.length - 8, 4);
  samples.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, 8_000],
  ] as const)
    samples.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    samples.writeUInt16LE(value, at);
  samples.write('data', 36, 'latin1');
  await expectSearch(samples, shelf);
  assert.equal((await expectTheSame(samples, { token: 'no token' }, shelf)).reason, 'invalid_token');
});
