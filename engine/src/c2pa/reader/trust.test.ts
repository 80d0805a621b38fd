// A signer is trusted only if its authority is on a list of the operator. A signer with the same
// names, a changed file, and any signer without a list are not trusted.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { readReport } from '../../../test-support/c2pa-report.ts';
import { writeManifestWith } from '../../../test-support/identity-manifest.ts';
import { ManifestMaker } from '../../../test-support/manifest-maker.ts';
import { makeP256Leaf } from '../../../test-support/p256-authority.ts';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { testWithShared } from '../../../test-support/shared-folder.ts';
import { readManifest } from './read-manifest.ts';
import { readTrustList, type TrustList } from './trust-lists.ts';

const nobody = { roots: [], generatorStatus: async () => null };
const picture = await sharp(drawPixels(64, 48, 3), { raw: { width: 64, height: 48, channels: 3 } })
  .png()
  .toBuffer();
const acme = await makeP256Leaf('Acme Pictures');
const forger = await makeP256Leaf('Acme Pictures');
const listOf = (name: string, root: Uint8Array) => readTrustList(name, pemOf(root)) as TrustList;
const acmeList = listOf('acme', acme.root);
const otherList = listOf('other', forger.root);

function pemOf(der: Uint8Array): string {
  return `A comment.\n${new X509Certificate(der).toString()}`;
}

async function judge(bytes: Uint8Array, ...trustLists: TrustList[]) {
  const { state, trust, validation_status } = (await readManifest(bytes, { ...nobody, trustLists }))!;
  return [state, validation_status, trust?.list];
}

test('a signer is trusted only by the list that contains its authority', async () => {
  const bytes = await writeManifestWith(picture, acme);
  assert.deepEqual(await judge(bytes), ['valid', 'valid', undefined]);
  assert.deepEqual(await judge(bytes, otherList), ['valid', 'valid', undefined]);
  assert.deepEqual(await judge(bytes, acmeList), ['trusted', 'valid', 'acme']);
  assert.deepEqual(await judge(bytes, otherList, acmeList), ['trusted', 'valid', 'acme']);
  assert.equal((await readReport('image/png', bytes, acmeList.pem)).validation_state, 'Trusted');
});

test('a forger with the same names is not trusted', async () => {
  const bytes = await writeManifestWith(picture, forger);
  assert.deepEqual(await judge(bytes, acmeList), ['valid', 'valid', undefined]);
  const mixed = await writeManifestWith(picture, { ...forger, leaf: acme.leaf });
  assert.deepEqual(await judge(mixed, acmeList), ['invalid', 'invalid', undefined]);
});

test('a changed file, and a manifest from another file, are invalid and not trusted', async () => {
  const bytes = await writeManifestWith(picture, acme);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 20]! ^= 1;
  assert.deepEqual(await judge(changed, acmeList), ['invalid', 'invalid', undefined]);
  const other = await sharp(drawPixels(64, 48, 4), { raw: { width: 64, height: 48, channels: 4 } })
    .png()
    .toBuffer();
  const [start, end] = [bytes.indexOf('caBX') - 4, bytes.indexOf('IDAT') - 4];
  const moved = Buffer.concat([other.subarray(0, 33), bytes.subarray(start, end), other.subarray(33)]);
  assert.deepEqual(await judge(moved, acmeList), ['invalid', 'invalid', undefined]);
});

test('a trust list takes only certificates of authorities', async () => {
  assert.deepEqual(readTrustList('leaf', pemOf(acme.leaf)), {
    fault: 'certificate 1 is not the certificate of an authority',
  });
  assert.deepEqual(readTrustList('text', 'no certificate'), { fault: 'has no certificate in PEM' });
});

test('an expired certificate is not trusted, even under a listed authority', async () => {
  const expired = await makeP256Leaf('Acme Pictures', -1);
  const bytes = await writeManifestWith(picture, expired);
  assert.deepEqual(await judge(bytes, listOf('acme', expired.root)), ['invalid', 'invalid', undefined]);
});

test('an ML-DSA manifest is trusted if its root is on a list', async () => {
  const [maker, stranger] = [await ManifestMaker.open(), await ManifestMaker.open()];
  const bytes = await maker.embed(picture);
  const lists = [otherList, listOf('ours', maker.root)];
  assert.deepEqual(await judge(bytes, ...lists), ['trusted', 'valid', 'ours']);
  assert.deepEqual(await judge(bytes), ['valid', 'valid', undefined]);
  assert.deepEqual(await judge(await stranger.embed(picture), ...lists), ['valid', 'valid', undefined]);
  const changed = Buffer.from(bytes);
  changed[bytes.length - 20]! ^= 1;
  assert.deepEqual(await judge(changed, ...lists), ['invalid', 'invalid', undefined]);
});

testWithShared('under the public test roots the reader trusts the same real files as c2pa-rs', async (shared) => {
  const pem = shared.bytes('c2pa/trust/test_cert_root_bundle.pem').toString();
  const list = readTrustList('test roots', pem) as TrustList;
  for (const [path, type] of [
    ['valid/adobe-20220124-C.jpg', 'image/jpeg'],
    ['valid/adobe-20220124-CACAICAICICA.jpg', 'image/jpeg'],
    ['valid/C_with_CAWG_data.jpg', 'image/jpeg'],
    ['valid/ocsp.jpg', 'image/jpeg'],
    ['valid/sample1_signed.wav', 'audio/wav'],
    ['tampered/adobe-20220124-E-dat-CA.jpg', 'image/jpeg'],
    ['tampered/adobe-20220124-E-sig-CA.jpg', 'image/jpeg'],
    ['tampered/nikon-20221019-building.jpeg', 'image/jpeg'],
  ] as const) {
    const bytes = shared.bytes(`c2pa/${path}`);
    const { validation_state } = await readReport(type, bytes, list.pem);
    assert.equal((await judge(bytes, list))[0], validation_state.toLowerCase(), path);
  }
});

testWithShared('the time stamp of an old claim is not trusted without a list', async (shared) => {
  const { timestamp, certificate } = (await readManifest(shared.bytes('c2pa/valid/ocsp.jpg'), nobody))!;
  assert.equal(timestamp?.trusted, false);
  assert.match(timestamp!.authority, /Adobe/);
  assert.equal(certificate?.algorithm, 'PS256');
});
