// The example keys, certificate and signed message of RFC 9881 and RFC 9882. Our functions take raw
// keys only, so node:crypto or a small DER reader opens the files. Our own functions then process
// their content.
import assert from 'node:assert/strict';
import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { derAt, readPem } from '../../test-support/der.ts';
import { type SharedFolder, testWithShared } from '../../test-support/shared-folder.ts';
import { isMlDsaPublicKey, publicKeyFromSeed, signMessage, verifySignature } from './ml-dsa.ts';

const keys = 'vectors/rfc9881-lamps';

const rawPublicKey = (shared: SharedFolder) =>
  createPublicKey(shared.text(`${keys}/ML-DSA-65.pub`)).export({ format: 'raw-public' });

testWithShared('RFC 9881: the seed of the seed and both formats gives the published public key', async (shared) => {
  for (const name of ['seed', 'both']) {
    const key = createPrivateKey(shared.text(`${keys}/ML-DSA-65-${name}.priv`));
    const seed = key.export({ format: 'raw-seed' });
    assert.deepEqual(publicKeyFromSeed(seed), rawPublicKey(shared), name);
    const signature = await signMessage(seed, seed);
    assert.equal(await verifySignature(rawPublicKey(shared), seed, signature), true, name);
  }
});

testWithShared('RFC 9881: the expanded format belongs to the same public key and holds no seed', (shared) => {
  const key = createPrivateKey(shared.text(`${keys}/ML-DSA-65-expanded.priv`));
  assert.deepEqual(createPublicKey(key).export({ format: 'raw-public' }), rawPublicKey(shared));
  assert.throws(() => key.export({ format: 'raw-seed' }));
});

testWithShared('RFC 9881: the three inconsistent private keys are refused', (shared) => {
  for (const number of [1, 2, 3]) {
    assert.throws(() => createPrivateKey(shared.text(`${keys}/bad-ML-DSA-44-${number}.priv`)), /invalid key/);
  }
});

testWithShared('RFC 9881: our verify accepts the signature of the published certificate', async (shared) => {
  const pem = shared.text(`${keys}/ML-DSA-65.crt`);
  const publicKey = new X509Certificate(pem).publicKey.export({ format: 'raw-public' });
  assert.deepEqual(publicKey, rawPublicKey(shared));
  assert.equal(isMlDsaPublicKey(publicKey), true);
  const certificate = readPem(pem);
  const signedPart = derAt(certificate, 0).whole;
  // The first byte of a BIT STRING counts its unused bits: none.
  const signature = derAt(certificate, 2).content.subarray(1);
  assert.equal(await verifySignature(publicKey, signedPart, signature), true);
  assert.equal(await verifySignature(publicKey, signedPart.subarray(1), signature), false);
});

testWithShared('RFC 9882: our verify accepts the signature of the published CMS message', async (shared) => {
  const signedData = derAt(readPem(shared.text('vectors/rfc9882-cms/mldsa65-signed-attrs.pem')), 1, 0);
  const content = derAt(signedData, 2, 1, 0).content;
  const signer = derAt(signedData, -1, 0);
  // RFC 5652 §5.4: the attributes are signed under the tag of a SET, not under the tag [0] that
  // they carry.
  const attributes = Buffer.from(derAt(signer, 3).whole);
  assert.equal(attributes[0], 0xa0);
  attributes[0] = 0x31;
  assert.ok(attributes.includes(createHash('sha512').update(content).digest()), 'the digest of the content is signed');
  assert.equal(await verifySignature(rawPublicKey(shared), attributes, derAt(signer, 5).content), true);
});
