// Manifests embedded into real pictures: what c2pa-rs, OpenSSL, exiftool and Chromium make of them,
// and what our own reader says about every changed byte.
import assert from 'node:assert/strict';
import { randomUUID, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { dumpPage } from '../test-support/chromium.ts';
import { flipBits, richPictures } from '../test-support/flipped-bits.ts';
import { ManifestMaker, recordId } from '../test-support/manifest-maker.ts';
import { testWithPrograms } from '../test-support/peer-programs.ts';
import { testWithShared } from '../test-support/shared-folder.ts';
import { readWithC2paRs } from './c2pa/reader/c2pa-rs.ts';
import { readManifest } from './c2pa/reader/read-manifest.ts';
import { contentHashOf } from './canonical-content.ts';
import { UnsupportedMedia } from './containers/broken-media.ts';
import { detectFormat } from './formats/all-formats.ts';
import { Reconstruction, type SignedContent } from './reconstruction.ts';
import { serviceChecks } from './service-checks.ts';

const maker = await ManifestMaker.open();
const picture = (kind: 'jpeg' | 'png') =>
  sharp({
    create: {
      width: 96,
      height: 64,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    [kind]()
    .toBuffer();

interface Report {
  readonly manifests: Record<string, unknown>;
  readonly active_manifest: string;
  readonly validation_results: { activeManifest: Record<'success' | 'failure', { code: string; url: string }[]> };
}

/** Whether verification accepts the file as one of the record that the maker embeds for. */
function isDelivered(bytes: Uint8Array, original: Uint8Array, changes: Partial<SignedContent> = {}): Promise<boolean> {
  const checks = serviceChecks([maker.root], {
    findTokenRecordId: async () => recordId,
    findManifestRecordId: (hash) => maker.findManifestRecordId(hash),
    isManifestDelivery: async () => false,
  });
  const record = {
    recordId,
    generatorId: 'gen_1',
    contentHash: contentHashOf(original),
    exactFormat: null,
    mode: 'server',
  } as const;
  return new Reconstruction(bytes).isDelivered({ ...record, ...changes }, checks);
}

async function report(bytes: Uint8Array): Promise<Report> {
  const outcome = await readWithC2paRs(`image/${detectFormat(bytes)!.name}`, bytes);
  assert.ok('json' in outcome, JSON.stringify(outcome));
  return JSON.parse(outcome.json);
}

for (const kind of ['jpeg', 'png'] as const) {
  test(`c2pa-rs finds that every hash of a ${kind} matches, and only the algorithm is unsupported`, async () => {
    const original = await picture(kind);
    const bytes = await maker.embed(original);
    const { success, failure } = (await report(bytes)).validation_results.activeManifest;
    const labels = success
      .filter(({ code }) => code === 'assertion.hashedURI.match')
      .map(({ url }) => url.split('/').at(-1));
    assert.deepEqual(labels, ['c2pa.actions.v2', 'service.provenance', 'c2pa.soft-binding', 'c2pa.hash.data']);
    assert.ok(success.some(({ code }) => code === 'assertion.dataHash.match'));
    // The second follows from the first: a file that cannot be verified is not valid.
    assert.deepEqual(
      failure.map(({ code }) => code),
      ['algorithm.unsupported', 'claimSignature.mismatch'],
    );
    assert.ok(await isDelivered(bytes, original), 'what the recipe writes is a file of the record');
    assert.deepEqual(await sharp(bytes).raw().toBuffer(), await sharp(original).raw().toBuffer());
  });

  test(`one flipped byte anywhere in a ${kind}, in picture, metadata or manifest, makes it invalid`, async (t) => {
    for (const [name, original] of await richPictures(kind)) {
      const bytes = await maker.embed(original);
      assert.equal((await readManifest(bytes, maker.service))?.validation_status, 'valid', name);
      const seed = Math.floor(Math.random() * 2 ** 32);
      t.diagnostic(`${name}: ${bytes.length} bytes, seed ${seed}`);
      for (const [altered, flip] of flipBits(bytes, seed, 200)) {
        assert.equal((await readManifest(altered, maker.service))?.validation_status, 'invalid', `${name}, ${flip}`);
        assert.equal(await isDelivered(altered, original), false, `${name}, ${flip}`);
      }
    }
  });
}

test('a store that only c2pa-rs finds, and a claim that is not valid CBOR, are invalid', async () => {
  const bytes = Buffer.from(await maker.embed(await picture('jpeg')));
  const segment = bytes.indexOf(Buffer.from('4a500211', 'hex'));
  // The type of a key: a text becomes bytes.
  const key = bytes.indexOf('curl', bytes.indexOf('created_assertions'));
  assert.ok(segment > 0 && key > 0);
  for (const [place, change] of [
    [segment, 0x01],
    [key, 0x20],
  ] as const) {
    const altered = Buffer.from(bytes);
    altered[place]! ^= change;
    const findings = await readManifest(altered, maker.service);
    assert.deepEqual([findings?.validation_status, findings?.state], ['invalid', 'invalid']);
  }
});

testWithShared('a manifest of others is kept as an ingredient, with what is found of it', async (shared) => {
  const bytes = await maker.embed(shared.bytes('c2pa/valid/adobe-20220124-CACAICAICICA.jpg'));
  assert.ok(bytes.length > 64 * 1024);
  const { manifests, active_manifest, validation_results } = await report(bytes);
  assert.equal(Object.keys(manifests).length, 5);
  const { ingredients } = manifests[active_manifest] as { ingredients: Record<string, string>[] };
  assert.equal(ingredients[0]?.active_manifest, 'contentauth:urn:uuid:a7afe477-69de-403b-912c-ba62c1f6bf23');
  assert.equal(ingredients[0]?.relationship, 'parentOf');
  assert.ok(JSON.stringify(validation_results).includes('ingredient.manifest.validated'));
  const { validation_status, manifest_count, is_service } = (await readManifest(bytes, maker.service))!;
  assert.deepEqual([validation_status, manifest_count, is_service], ['valid', 5, true]);
});

test('OpenSSL verifies the chain, and the certificates follow the profile', () => {
  const [leaf, root] = [new X509Certificate(maker.leaf), new X509Certificate(maker.root)];
  assert.ok(leaf.verify(root.publicKey) && leaf.checkIssued(root) && !leaf.ca);
  assert.ok(root.verify(root.publicKey) && root.checkIssued(root) && root.ca);
  assert.deepEqual(leaf.keyUsage, ['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.36']);
  assert.deepEqual([leaf.publicKey.asymmetricKeyType, root.publicKey.asymmetricKeyType], ['ml-dsa-65', 'ml-dsa-65']);
});

test('a signature under another root is valid but not ours, and one of a revoked generator is invalid', async () => {
  const bytes = await maker.embed(await picture('jpeg'));
  const elsewhere = await readManifest(bytes, { ...maker.service, roots: [(await ManifestMaker.open()).root] });
  assert.deepEqual([elsewhere?.validation_status, elsewhere?.is_service], ['valid', false]);
  const revoked = await readManifest(bytes, { ...maker.service, generatorStatus: async () => 'revoked' });
  assert.deepEqual(revoked?.validation_errors, ['signingCredential.revoked']);
  assert.equal(revoked?.is_service, true);
});

test('a manifest moved to another file is invalid there', async () => {
  const [one, other] = [await picture('png'), await picture('png')];
  const { manifest } = detectFormat(one)!;
  const { store } = manifest!.find(await maker.embed(one));
  const { before, after } = manifest!.find(other);
  const moved = Buffer.concat([...before, manifest!.wrap(store!), ...after]);
  const found = await readManifest(moved, maker.service);
  assert.deepEqual(found?.validation_errors, ['assertion.dataHash.mismatch']);
  assert.equal(await isDelivered(moved, other), false);
});

test('an embedded file belongs to the record in its manifest, and to no other', async () => {
  const original = await picture('jpeg');
  const bytes = await maker.embed(original);
  assert.equal(await isDelivered(bytes, original), true);
  assert.equal(await isDelivered(bytes, original, { exactFormat: 'jpeg' }), true);
  assert.equal(await isDelivered(bytes, original, { exactFormat: 'png' }), false);
  assert.equal(await isDelivered(bytes, original, { recordId: randomUUID() }), false);
  assert.equal(await isDelivered(bytes, original, { generatorId: 'gen_2' }), false);
  const elsewhere = await (await ManifestMaker.open()).embed(original);
  assert.equal(await isDelivered(elsewhere, original), false, 'signed under another root');
});

test('only formats with a place for a manifest and only the content of the record get one', async () => {
  await assert.rejects(maker.embed(Buffer.from('A plain text.')), UnsupportedMedia);
  const contentHash = `sha3-256:${randomUUID()}`;
  assert.equal(await maker.tryEmbed(await picture('png'), { contentHash }), null);
});

testWithPrograms('exiftool and Chromium read the files as before', ['exiftool', 'chromium'], async (peers) => {
  const pictures: string[] = [];
  for (const kind of ['jpeg', 'png'] as const) {
    const original = await picture(kind);
    const embedded = await maker.embed(original);
    const path = peers.save(`embedded.${kind}`, embedded);
    assert.match(peers.run('exiftool', '-validate', '-warning', path), /Validate +: OK/);
    assert.match(peers.run('exiftool', '-a', '-G1', '-struct', path), /trainedAlgorithmicMedia/);
    pictures.push(
      ...[original, embedded].map((bytes) => `<img src="data:image/${kind};base64,${bytes.toString('base64')}">`),
    );
  }
  const page = dumpPage(
    peers,
    'pictures.html',
    Buffer.from(`<body>${pictures.join('')}<script>${comparePixels}</script>`),
  );
  assert.match(page, /<p>96x64 96x64 true, 96x64 96x64 true<\/p>/);
});

/** In the page: whether the first two pictures, and the next two, are equal in every pixel. */
const comparePixels = `onload = () => {
  const read = (image) => {
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.naturalWidth, image.naturalHeight).data.join();
  };
  const [a, b, c, d] = document.images;
  const size = (image) => image.naturalWidth + 'x' + image.naturalHeight;
  const say = (one, other) => size(one) + ' ' + size(other) + ' ' + (read(one) === read(other));
  document.body.append(Object.assign(document.createElement('p'), { textContent: say(a, b) + ', ' + say(c, d) }));
}`;
