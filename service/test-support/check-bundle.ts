// Checks a proof bundle with Node's own X.509 and ML-DSA and never with the client: its chain leads
// to the published root, its signer can sign documents but no claims, the service signed all of it,
// and the generator's key signed the payload.
import assert from 'node:assert/strict';
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { canonicalJson, canonicalJsonBytes } from '@content-provenance/engine';
import type { Client } from './http-client.ts';

const documentSigning = '1.3.6.1.5.5.7.3.36';

/** Returns its statement. */
export async function checkBundle(client: Client, recordId: string) {
  const answer = await fetch(`${client.url}/v1/records/${recordId}/bundle`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-disposition')!, new RegExp(`provenance-${recordId}\\.bundle\\.json`));
  const text = await answer.text();
  const { statement, signature } = JSON.parse(text);
  assert.equal(canonicalJson({ statement, signature }), text);

  const [leaf, root] = statement.certificates.map((der: string) => new X509Certificate(Buffer.from(der, 'base64')));
  const published = await (await fetch(`${client.url}/.well-known/c2pa-roots.pem`)).text();
  assert.equal(root.toString(), new X509Certificate(published).toString());
  assert.ok(leaf.checkIssued(root) && leaf.verify(root.publicKey) && !leaf.ca && root.ca);
  assert.deepEqual(leaf.keyUsage, [documentSigning]);
  assert.ok(verify(null, canonicalJsonBytes(statement), leaf.publicKey, Buffer.from(signature, 'base64')));

  const { record, public_key } = statement;
  assert.equal(public_key.kid, record.kid);
  const key = Buffer.from(public_key.key, 'base64');
  const publicKey = createPublicKey({ key, format: 'raw-public', asymmetricKeyType: 'ml-dsa-65' });
  const payload = canonicalJsonBytes(record.signed_payload);
  assert.ok(verify(null, payload, publicKey, Buffer.from(record.signature, 'base64')));
  return statement;
}
