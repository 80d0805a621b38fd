// A mostly bright picture carries its mark where it stays dark, and bears a third more light; no other picture is treated so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { shrinkPicture } from '../../formats/decode-picture.ts';
import { codeWord } from './code-word.ts';
import { openNetworks } from './networks.ts';
import { movedFromWhite } from './over-exposure.ts';
import { readNeuralMark, VIEWED_SIDE } from './read-mark.ts';
import { enlargeInStrips, makeResidual } from './residual.ts';
import { planesOf, SIDE } from './small-picture.ts';

const id = '0123456789abcdef';
const [width, height] = [640, 480];
const networks = openNetworks();

/** Ground under a white sky. */
function landscape(groundFrom: number): Buffer {
  const pixels = drawPixels(width, height, 3);
  pixels.fill(248, 0, Math.round(groundFrom * height) * width * 3);
  return pixels;
}

const open = (pixels: Buffer) => sharp(pixels, { raw: { width, height, channels: 3 } });

async function markedLandscape(groundFrom: number): Promise<Buffer> {
  const pixels = landscape(groundFrom);
  const residual = await makeResidual(networks, await shrinkPicture(await open(pixels).png().toBuffer(), SIDE), id);
  const change = new Float32Array(width * height);
  enlargeInStrips(residual!, width, height).addTo(change);
  return pixels.map((value, i) => Math.min(Math.max(Math.round(value + change[Math.floor(i / 3)]!), 0), 255)) as Buffer;
}

test('a ground of a third of the picture is enough, where the rest turned white', async () => {
  const marked = await markedLandscape(0.66);
  for (const [name, file] of [
    ['as it is', open(marked).png()],
    ['over-exposed', open(marked).linear(1.3, 0).png()],
    ['over-exposed and compressed', open(marked).linear(1.3, 0).jpeg({ quality: 70 })],
    ['over-exposed and small', open(marked).linear(1.3, 0).resize(400).jpeg({ quality: 80 })],
    ['mirrored', open(marked).flop().jpeg({ quality: 80 })],
    ['cropped', open(marked).extract({ left: 100, top: 120, width: 480, height: 360 }).jpeg({ quality: 85 })],
  ] as const) {
    const bytes = await file.toBuffer();
    assert.equal(await readNeuralMark(networks, (part) => shrinkPicture(bytes, VIEWED_SIDE, part)), id, name);
  }
});

async function residualsOf(groundFrom: number) {
  const planes = planesOf(await shrinkPicture(await open(landscape(groundFrom)).png().toBuffer(), SIDE), 1);
  const encoded = await networks.encode(planes, Float32Array.from(codeWord(id)));
  return { encoded, moved: movedFromWhite(encoded, planes) };
}

test('it costs a decibel more than the encoder asks for, and hardly any of it lies in the sky', async () => {
  const { encoded, moved } = await residualsOf(0.66);
  const power = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0) / values.length;
  const louder = 10 * Math.log10(power(moved!) / power(encoded!));
  assert.ok(louder > 0 && louder < 2, `${louder} dB`);
  const sky = (values: Float32Array) => power(values.subarray(0, SIDE * 160)) / power(values);
  assert.ok(sky(moved!) < sky(encoded!) / 2, `${sky(moved!)} after ${sky(encoded!)}`);
});

test('a picture that stays dark enough is left to the encoder', async () => {
  assert.equal((await residualsOf(0.3)).moved, null);
});
