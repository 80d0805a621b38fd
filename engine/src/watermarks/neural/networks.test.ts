// What the networks report if files are missing or are not the released ones, and that nothing
// worse happens.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { RecordShelf } from '../../../test-support/record-shelf.ts';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { verify } from '../../verify.ts';
import { examineNetworks, openNetworks } from './networks.ts';

const models = join(import.meta.dirname, '../../../../models');
const picture = await sharp(drawPixels(320, 272, 3), { raw: { width: 320, height: 272, channels: 3 } })
  .jpeg()
  .toBuffer();

test('the networks of this release exist, match the manifest, and send no reports', async () => {
  assert.equal(await examineNetworks(), 'ok');
  await openNetworks().decode(new Float32Array(3 * 128 * 128));
  assert.equal(existsSync(join(tmpdir(), `mat-debug-${process.pid}.log`)), false, 'the log of its telemetry');
});

test('a missing accelerator costs one warning, and the networks run on the processor', async () => {
  const warnings: string[] = [];
  process.on('warning', ({ message }) => warnings.push(message));
  const elsewhere = process.platform === 'darwin' ? 'dml' : 'coreml';
  const networks = openNetworks(undefined, elsewhere);
  const view = Float32Array.from({ length: 3 * 128 * 128 }, (_, i) => ((i * 7919) % 255) / 255);
  assert.deepEqual(await networks.decode(view), await openNetworks().decode(view));
  await networks.encode(new Float32Array(3 * 256 * 256), new Float32Array(160));
  await new Promise(setImmediate);
  assert.equal(warnings.length, 1);
  assert.match(
    warnings[0]!,
    new RegExp(`^The accelerator ${elsewhere} cannot be used, so the networks run on the processor`),
  );
});

for (const [state, prepare] of [
  ['absent', () => {}],
  ['altered', (folder: string) => alterEncoder(folder)],
] as const) {
  test(`${state} networks: the picture is signed and found without them, and both say so`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'networks-'));
    prepare(folder);
    const url = pathToFileURL(`${folder}/`);
    assert.equal(await examineNetworks('image', url), state);
    const shelf = new RecordShelf(openNetworks(url));
    const signed = await shelf.sign(picture, { neural: true });
    assert.match(signed.notes.join(), /^The image carries no neural watermark: [^.]*network[^.]*\.$/);
    const intact = await verify(signed.bytes, {}, shelf);
    assert.deepEqual([intact.authentic, intact.confidence, intact.notes], [true, 'high', undefined]);
    const stranger = await sharp(picture).flip().blur(8).resize(300).jpeg().toBuffer();
    const { reason, notes } = await verify(stranger, {}, shelf);
    assert.equal(reason, 'no_provenance_found');
    assert.match(notes?.join() ?? '', /did not look for the neural watermark/);
    rmSync(folder, { recursive: true });
  });
}

function alterEncoder(folder: string): void {
  copyFileSync(join(models, 'manifest.json'), join(folder, 'manifest.json'));
  for (const name of ['image-encoder.onnx', 'image-decoder.onnx']) writeFileSync(join(folder, name), 'another network');
}
