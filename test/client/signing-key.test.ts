// Private keys as other programs write them: the example files of RFC 9881.
import assert from 'node:assert/strict';
import { SigningKey } from '../../client/src/signing.ts';
import { testWithShared } from '../../engine/test-support/shared-folder.ts';

const folder = 'vectors/rfc9881-lamps';

testWithShared('a key file with the seed, alone or with the expanded key, is read', async (shared) => {
  const publicKey = shared.text(`${folder}/ML-DSA-65.pub`).replaceAll(/-----.*-----|\s/g, '');
  for (const name of ['seed', 'both']) {
    const key = await SigningKey.fromPem(shared.text(`${folder}/ML-DSA-65-${name}.priv`));
    assert.ok(Buffer.from(publicKey, 'base64').subarray(-1_952).equals(key.publicKey), name);
  }
});

testWithShared('a key file without the seed, or of another algorithm, is refused', async (shared) => {
  for (const name of ['ML-DSA-65-expanded', 'bad-ML-DSA-44-1'])
    await assert.rejects(SigningKey.fromPem(shared.text(`${folder}/${name}.priv`)), /not an ML-DSA-65 private key/);
});
