import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { decodeCoefficients } from './coefficients.ts';
import { JpegError } from './jpeg-error.ts';
import { markCoefficients } from './mark-coefficients.ts';

const noise = Buffer.from(Array.from({ length: 300 * 280 * 3 }, (_, i) => (Math.imul(i, 2654435761) >>> 24) / 2 + 60));
const picture = sharp(noise, { raw: { width: 300, height: 280, channels: 3 } });
const baseline = await picture.clone().jpeg({ quality: 80 }).toBuffer();
const progressive = await picture.clone().jpeg({ quality: 80, progressive: true }).toBuffer();

function refusal(file: Uint8Array): string | null {
  try {
    decodeCoefficients(file);
    return null;
  } catch (error) {
    assert.ok(error instanceof JpegError, `${error}`);
    return error.code;
  }
}

function changed(file: Buffer, change: (copy: Buffer, frame: number) => void): Buffer {
  const copy = Buffer.from(file);
  const frame = Math.max(copy.indexOf(Buffer.from([0xff, 0xc0])), copy.indexOf(Buffer.from([0xff, 0xc2])));
  change(copy, frame);
  return copy;
}

test('a file that is not a JPEG is refused as such', () => {
  assert.equal(refusal(Buffer.from('GIF89a')), 'not_jpeg');
  assert.equal(refusal(new Uint8Array(0)), 'not_jpeg');
});

test('arithmetic, lossless and 12-bit coding are refused as unsupported', () => {
  for (const marker of [0xc3, 0xc5, 0xc9, 0xca, 0xcf]) {
    assert.equal(refusal(changed(baseline, (copy, frame) => copy.writeUInt8(marker, frame + 1))), 'unsupported_coding');
  }
  assert.equal(refusal(changed(baseline, (copy, frame) => copy.writeUInt8(12, frame + 4))), 'unsupported_coding');
});

test('more than 100 megapixels are refused before anything is allocated', () => {
  const huge = changed(baseline, (copy, frame) => copy.writeUInt32BE(0xfff0fff0, frame + 5));
  const before = process.memoryUsage().arrayBuffers;
  assert.equal(refusal(huge), 'too_large');
  assert.ok(process.memoryUsage().arrayBuffers - before < 10_000_000);
});

test('a picture larger than its data is refused', () => {
  const taller = refusal(changed(baseline, (copy, frame) => copy.writeUInt16BE(4000, frame + 5)));
  assert.ok(taller === 'truncated' || taller === 'malformed', `${taller}`);
});

test('a file cut anywhere is refused', () => {
  for (const file of [baseline, progressive]) {
    for (let cut = 2; cut < file.length - 2; cut += 997) {
      assert.ok(['truncated', 'malformed'].includes(refusal(file.subarray(0, cut))!), `cut at ${cut}`);
    }
  }
});

test('data missing before the end marker are refused', () => {
  for (const file of [baseline, progressive]) {
    const hole = Buffer.concat([file.subarray(0, file.length - 400), Buffer.from([0xff, 0xd9])]);
    assert.equal(refusal(hole), 'truncated');
  }
});

test('flipped bytes are refused with a sentence or decoded', () => {
  let state = 1;
  const random = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let round = 0; round < 300; round++) {
    const copy = Buffer.from(round % 2 ? baseline : progressive);
    for (let i = 0; i < 1 + (round % 4); i++) copy[2 + random(round % 3 ? copy.length - 2 : 700)] = random(256);
    try {
      markCoefficients(decodeCoefficients(copy), '0123456789abcdef');
    } catch (error) {
      assert.ok(error instanceof JpegError, `round ${round}: ${error}`);
    }
  }
});
