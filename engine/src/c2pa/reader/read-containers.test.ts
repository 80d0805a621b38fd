// Manifests of other programs in the containers that c2pa-rs writes: whole, altered, cut off, and
// with stores that are made to break readers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { ForeignSigner, foreignIssuer } from '../../../test-support/foreign-manifests.ts';
import { hostileStores } from '../../../test-support/hostile-manifests.ts';
import { measured } from '../../../test-support/processor-time.ts';
import { Random } from '../../../test-support/random-bytes.ts';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { samplesOf } from '../../../test-support/samples.ts';
import { detectFormat } from '../../formats/all-formats.ts';
import { detectAssetType } from './asset-type.ts';
import { readWithC2paRs } from './c2pa-rs.ts';
import { readManifest } from './read-manifest.ts';

const signer = new ForeignSigner();
/** A service that has not issued a certificate. */
const nobody = { roots: [], generatorStatus: async () => null };
const longestMilliseconds = 2_000;
const picture = sharp(drawPixels(64, 48, 3), { raw: { width: 64, height: 48, channels: 3 } });

const sampleOf = async (format: string, name: string) => (await samplesOf(format)).get(name)!;
const files: readonly (readonly [type: string, bytes: Buffer])[] = [
  ['image/jpeg', await picture.clone().jpeg().toBuffer()],
  ['image/png', await picture.clone().png().toBuffer()],
  ['image/webp', await sampleOf('webp', 'with Exif, profile and XMP')],
  ['image/gif', await picture.clone().gif().toBuffer()],
  ['image/tiff', await picture.clone().tiff().toBuffer()],
  ['image/avif', await picture.clone().avif().toBuffer()],
  ['video/mp4', await sampleOf('mp4', 'in fragments')],
  ['video/quicktime', await sampleOf('mov', 'with 64-bit offsets, items and auxiliary information')],
  ['audio/mpeg', await sampleOf('mp3', 'with ID3v2.4')],
  ['audio/wav', await sampleOf('wav', 'with tags and unknown chunks')],
];
const embedded = new Map<string, Buffer>();
for (const [type, bytes] of files) embedded.set(type, await signer.embed(type, bytes));

for (const [type, original] of files) {
  test(`${type}: status, count, assertions, issuer, tool and actions are those that were written`, async () => {
    const bytes = embedded.get(type)!;
    assert.equal(detectAssetType(bytes), type);
    // Like c2patool, our reader lists a box hash among the assertions, but not a data hash.
    const binding = /^video|avif/.test(type) ? ['c2pa.hash.bmff.v3'] : [];
    const good = {
      found: true,
      validation_status: 'valid',
      assertions: [...binding, 'c2pa.actions.v2', 'org.example.note'],
      manifest_count: 1,
      signature_issuer: foreignIssuer,
      is_service: false,
      state: 'valid',
      unchecked: ['signingCredential.ocsp.skipped'],
      tool: 'somebody 1',
      digital_source_type: 'empty',
      thumbnail: false,
      actions: [{ action: 'c2pa.created', source_type: 'empty' }],
    };
    const { certificate, ...read } = (await readManifest(bytes, nobody))!;
    assert.deepEqual(read, good);
    assert.deepEqual([certificate?.subject, certificate?.issuer], [foreignIssuer, 'Made-up Authority']);
    assert.ok(Date.parse(certificate!.not_before) < Date.now() && Date.now() < Date.parse(certificate!.not_after));
    const outcome = await readWithC2paRs(type, bytes);
    assert.ok('json' in outcome);
    const { manifests, active_manifest, validation_state } = JSON.parse(outcome.json);
    assert.deepEqual([Object.keys(manifests).length, validation_state], [1, 'Valid']);
    const labels = manifests[active_manifest].assertions.map(({ label }: { label: string }) => label);
    assert.deepEqual(labels, good.assertions);

    const altered = Buffer.from(bytes);
    altered[placeOfMedia(original, bytes)]! ^= 1;
    const found = (await readManifest(altered, nobody))!;
    assert.equal(found.validation_status, 'invalid');
    assert.match(String(found.validation_errors), /Hash\.mismatch/);
    const kept = await signer.embed('image/png', files[1]![1], { type, bytes });
    const { manifest_count, validation_status } = (await readManifest(kept, nobody))!;
    assert.deepEqual([manifest_count, validation_status], [2, 'valid']);
  });
}

/** The position, in the file with the manifest, of bytes from the second half of the original. */
function placeOfMedia(original: Buffer, bytes: Buffer): number {
  for (let at = original.length >> 1; at < original.length - 8; at += 1) {
    const place = bytes.indexOf(original.subarray(at, at + 8));
    if (place >= 0) return place;
  }
  return assert.fail('The media are nowhere.');
}

test('every container gives a result quickly if it is cut off or altered anywhere', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  t.diagnostic(`seed ${seed}`);
  const random = new Random(seed);
  for (const [type, bytes] of embedded) {
    for (let round = 0; round < 8; round += 1) {
      const altered = Buffer.from(bytes);
      altered.fill(random.pick([0, 0xff, 0x80]), random.below(bytes.length)).set(bytes.subarray(-bytes.length / 2), 0);
      const flipped = Buffer.from(bytes);
      flipped[random.below(bytes.length)]! ^= 1 << random.below(8);
      for (const each of [bytes.subarray(0, random.below(bytes.length)), altered, flipped]) {
        await expectSoon(type, each);
      }
    }
  }
});

for (const [kind, store] of hostileStores) {
  test(`a store of ${kind} in a picture is quickly reported as invalid`, async () => {
    for (const type of ['image/jpeg', 'image/png']) {
      const { manifest } = detectFormat(embedded.get(type)!)!;
      const { before, after } = manifest!.find(embedded.get(type)!);
      const found = await expectSoon(type, Buffer.concat([...before, manifest!.wrap(store), ...after]));
      assert.equal(found?.validation_status, 'invalid');
    }
    for (const type of ['image/webp', 'audio/wav']) await expectSoon(type, inRiff(embedded.get(type)!, store));
  });
}

/** Replaces the content of the manifest chunk, which is the last chunk. */
function inRiff(file: Buffer, store: Buffer): Buffer {
  const head = Buffer.from(file.subarray(0, file.indexOf('C2PA') + 8));
  head.writeUInt32LE(store.length, head.length - 4);
  head.writeUInt32LE(head.length + store.length + (store.length & 1) - 8, 4);
  return Buffer.concat([head, store, Buffer.alloc(store.length & 1)]);
}

async function expectSoon(type: string, bytes: Buffer) {
  const { value: found, milliseconds } = await measured(() => readManifest(bytes, nobody));
  assert.ok(milliseconds < longestMilliseconds, `${type}: ${milliseconds} ms`);
  assert.notEqual(found?.state, 'trusted');
  return found;
}
