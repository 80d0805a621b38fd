// The results of the reader beyond the specified fields: identities that cannot be checked here,
// places that it does not read, AI training, ingredients. Untrusted text is bounded and printable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readReport } from '../../../test-support/c2pa-report.ts';
import { writeManifestWith } from '../../../test-support/identity-manifest.ts';
import { ManifestMaker } from '../../../test-support/manifest-maker.ts';
import { makeP256Leaf } from '../../../test-support/p256-authority.ts';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { testWithShared } from '../../../test-support/shared-folder.ts';
import { cborMap } from '../cbor/cbor-value.ts';
import { ingredientTree } from './ingredient-tree.ts';
import { findStores } from './manifest-traces.ts';
import { plainText, webAddress } from './plain-text.ts';
import { readManifest } from './read-manifest.ts';

const nobody = { roots: [], generatorStatus: async () => null };
const picture = await sharp(drawPixels(64, 48, 3), { raw: { width: 64, height: 48, channels: 3 } })
  .png()
  .toBuffer();
const leaf = await makeP256Leaf();
const issuer = 'did:web:nobody.example';

test('an identity that only a web server could confirm does not make a manifest invalid', async () => {
  const bytes = await writeManifestWith(picture, leaf, { identity: { issuer } });
  assert.equal((await readReport('image/png', bytes)).validation_state, 'Invalid');
  const { state, validation_status, unchecked } = (await readManifest(bytes, nobody))!;
  assert.deepEqual([state, validation_status], ['valid', 'valid']);
  assert.ok(unchecked?.includes('cawg.ica.did_unavailable'));
});

test('a wrong identity and a changed file stay invalid', async () => {
  const changeStatement = (text: string) => text.replace('"validFrom":"2026', '"validFrom":"2926');
  const wrong = await writeManifestWith(picture, leaf, { identity: { issuer, changeStatement } });
  const { state, validation_errors } = (await readManifest(wrong, nobody))!;
  assert.deepEqual([state, validation_errors], ['invalid', ['cawg.ica.valid_from.invalid']]);
  const changed = await writeManifestWith(picture, leaf, { identity: { issuer } });
  changed[changed.length - 20]! ^= 1;
  assert.equal((await readManifest(changed, nobody))?.state, 'invalid');
});

test('a manifest in a font or in text is unreadable, not invalid', async () => {
  const [store] = findStores(await writeManifestWith(picture, leaf));
  const font = Buffer.concat([Buffer.from('OTTO\0\x01\0\x10\0\0\0\0C2PA', 'latin1'), Buffer.alloc(12), store!]);
  const selectors = [...Buffer.concat([Buffer.from('C2PATXT\0\x01'), store!])].map((byte) =>
    String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16),
  );
  const text = Buffer.from(`A sentence.\u{feff}${selectors.join('')}`);
  const base64 = Buffer.from(store!).toString('base64');
  const markup = Buffer.from(
    `# -----BEGIN C2PA MANIFEST----- data:application/c2pa;base64,${base64} -----END C2PA MANIFEST-----`,
  );
  for (const bytes of [font, text, markup]) {
    const { found, state, unchecked } = (await readManifest(bytes, nobody))!;
    assert.deepEqual([found, state, unchecked], [true, 'unreadable', ['format.unsupported']]);
  }
  assert.equal(await readManifest(Buffer.from('A sentence about C2PA manifests in jumbf.'), nobody), null);
  assert.equal(await readManifest(Buffer.from('OTTO, who writes about c2pa'), nobody), null);
});

test('the result contains the address of a manifest next to an embedded one', async () => {
  const xmp = '<x:xmpmeta><rdf:Description dcterms:provenance="https://manifests.example/1"/></x:xmpmeta>';
  const jpeg = await sharp(picture).jpeg().withXmp(xmp).toBuffer();
  const { remote_url, state } = (await readManifest(await writeManifestWith(jpeg, leaf), nobody))!;
  assert.deepEqual([remote_url, state], ['https://manifests.example/1', 'valid']);
});

testWithShared('AI training, source, thumbnails and broken ingredients are reported', async (shared) => {
  const read = async (path: string) => (await readManifest(shared.bytes(`c2pa/${path}`), nobody))!;
  const stated = await read('valid/C_with_CAWG_data.jpg');
  assert.deepEqual(stated.ai_training, [
    { use: 'ai_inference', permission: 'notAllowed' },
    { use: 'ai_generative_training', permission: 'notAllowed' },
  ]);
  assert.deepEqual([stated.digital_source_type, stated.thumbnail], ['digitalCapture', true]);
  assert.equal(stated.certificate?.not_after, '2030-08-26T18:46:40.000Z');
  assert.equal(stated.timestamp?.time, '2025-07-29T23:13:49.000Z');
  const { ingredients } = await read('tampered/adobe-20220124-CIE-sig-CA.jpg');
  assert.deepEqual(ingredients, [
    {
      title: 'E-sig-CA.jpg',
      relationship: 'componentOf',
      issuer: 'C2PA Test Signing Cert',
      validation_status: 'invalid',
      thumbnail: true,
      ingredients: [{ title: 'A.jpg', relationship: 'parentOf', thumbnail: true }],
    },
  ]);
});

test('untrusted text becomes one bounded line without invisible characters', async () => {
  const name = `safe\u202Egnp.exe\u0000\n${'x'.repeat(1_000)}`;
  const training = {
    label: 'c2pa.training-mining',
    value: cborMap({ entries: cborMap({ [name]: cborMap({ use: 'allowed' }) }) }),
  };
  const actions = {
    label: 'c2pa.actions',
    value: cborMap({ actions: Array.from({ length: 200 }, () => cborMap({ action: name, digitalSourceType: name })) }),
  };
  const read = await readManifest(await writeManifestWith(picture, leaf, { assertions: [training, actions] }), nobody);
  const written = JSON.stringify(read);
  assert.doesNotMatch(written, /\u202E|\\u0000|\\n/);
  assert.ok(read!.actions!.length <= 50 && read!.ai_training!.every(({ use }) => use.length <= 200));
  assert.ok(written.length < 50_000, `${written.length}`);
  assert.equal(plainText('a\u200Db\r\nc\u{E0041}'), 'ab c');
  assert.equal(plainText('😀'.repeat(300)).length, 399);
  const refused = [
    'javascript:alert(1)',
    'https://a.example/ b',
    'https://user:secret@a.example/',
    'file:///etc/passwd',
  ];
  assert.deepEqual(refused.map(webAddress), [null, null, null, null]);
});

test('a changed label in an ML-DSA manifest is reported in printable characters', async () => {
  const bytes = await (await ManifestMaker.open()).embed(picture);
  bytes.write('\x1b[31m', bytes.indexOf('service.provenance'), 'latin1');
  const { assertions, state } = (await readManifest(bytes, nobody))!;
  assert.equal(state, 'invalid');
  assert.ok(assertions.includes('[31mce.provenance'), String(assertions));
});

test('manifests that share ingredients or contain themselves give a small tree', () => {
  const ingredients = Array.from({ length: 30 }, () => ({ title: 'again', active_manifest: 'a' }));
  const tree = ingredientTree({ ingredients }, { a: { ingredients } }, {});
  const count = (list: typeof tree): number => list.reduce((sum, each) => sum + 1 + count(each.ingredients ?? []), 0);
  assert.ok(count(tree) <= 100, `${count(tree)}`);
  assert.equal(ingredientTree({ ingredients: [{ active_manifest: '__proto__' }] }, {}, {}).length, 1);
});
