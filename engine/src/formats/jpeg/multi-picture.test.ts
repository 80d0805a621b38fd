// The index of a multi-picture file leads to the same pictures after the first one has changed its
// size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { jpegFormat } from './jpeg-format.ts';
import { makeSegment, readHeader } from './jpeg-header.ts';
import { markJpeg } from './jpeg-watermark.ts';
import { shiftPictures } from './multi-picture.ts';

/** Two pictures and an index in the layout of CIPA DC-007 §5.2.3: one field, two entries. */
async function twoPictures(little: boolean) {
  const image = sharp(drawPixels(320, 272, 3), { raw: { width: 320, height: 272, channels: 3 } });
  const [first, second] = [
    await image.clone().jpeg({ quality: 90 }).toBuffer(),
    await image.clone().jpeg({ quality: 40 }).toBuffer(),
  ];
  const index = Buffer.alloc(8 + 2 + 12 + 4 + 32);
  const short = (value: number, at: number) =>
    little ? index.writeUInt16LE(value, at) : index.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    little ? index.writeUInt32LE(value, at) : index.writeUInt32BE(value, at);
  index.write(little ? 'II*\0' : 'MM\0*', 'latin1');
  long(8, 4);
  short(1, 8);
  short(0xb002, 10);
  short(7, 12);
  long(32, 14);
  long(26, 18);
  const pieces = readHeader(first);
  const place = pieces[0]!.bytes.length + pieces[1]!.bytes.length + 8; // marker, length, "MPF\0"
  const size = first.length + 8 + index.length;
  long(size, 26 + 4);
  long(second.length, 42 + 4);
  long(size - place, 42 + 8);
  const segment = makeSegment(0xe2, Buffer.concat([Buffer.from('MPF\0'), index]))!;
  const whole = Buffer.concat([...pieces.toSpliced(2, 0, segment).map(({ bytes }) => bytes), second]);
  return { whole, second, place, offsetAt: place + 42 + 8, sizeAt: place + 26 + 4 };
}

for (const little of [true, false]) {
  test(`${little ? 'little' : 'big'}-endian: the second picture is found where the index says`, async () => {
    const { whole, second, place, offsetAt, sizeAt } = await twoPictures(little);
    const at = (bytes: Buffer, where: number) => (little ? bytes.readUInt32LE(where) : bytes.readUInt32BE(where));
    assert.ok(whole.subarray(place + at(whole, offsetAt)).equals(second));
    const marking = await markJpeg(whole, '0123456789abcdef');
    assert.ok('bytes' in marking);
    const marked = Buffer.from(marking.bytes);
    assert.notEqual(marked.length, whole.length);
    assert.ok(marked.subarray(place + at(marked, offsetAt)).equals(second));
    assert.equal(at(marked, sizeAt), marked.length - second.length);
  });
}

test('the token precedes the index, which still leads to the second picture', async () => {
  const { whole, second, place, offsetAt } = await twoPictures(true);
  const signed = Buffer.concat(jpegFormat.writeToken(whole, `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`));
  const growth = signed.length - whole.length;
  assert.ok(growth > 0 && signed.subarray(place + growth, place + growth + 4).equals(whole.subarray(place, place + 4)));
  assert.ok(signed.subarray(place + growth + signed.readUInt32LE(offsetAt + growth)).equals(second));
  assert.ok(Buffer.concat(jpegFormat.removeToken(signed)).equals(whole));
});

test('a broken index does not change', async () => {
  const { whole, place } = await twoPictures(true);
  for (let byte = place; byte < place + 26; byte += 1) {
    for (const value of [0, 0x7f, 0xff]) {
      const broken = Buffer.from(whole);
      broken[byte] = value;
      assert.equal(shiftPictures(broken, Buffer.concat([broken, Buffer.from('x')])).length, whole.length + 1);
    }
  }
});
