// GET /v1/records/:record_id/bundle on both databases, checked with Node's own X.509 and ML-DSA: the chain leads to the published root,
// the signer may sign documents and no claims, the service signed all of it, and the generator's key signed the payload.
import assert from 'node:assert/strict';
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import { canonicalJson, canonicalJsonBytes } from '@content-provenance/engine';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';

const documentSigning = '1.3.6.1.5.5.7.3.36';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service);
  });
  after(() => service.stop());

  const submit = async () => {
    const body = makeSubmission(org.signer, org.generatorId);
    return (await service.live.call('POST', '/v1/records', { token: org.key, body })).body;
  };

  test('a bundle proves its record without the service', async () => {
    const { record_id, token } = await submit();
    const answer = await fetch(`${service.live.url}/v1/records/${record_id}/bundle`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-disposition')!, new RegExp(`provenance-${record_id}\\.bundle\\.json`));
    const text = await answer.text();
    const { statement, signature } = JSON.parse(text);
    assert.equal(canonicalJson({ statement, signature }), text);

    const [leaf, root] = statement.certificates.map((der: string) => new X509Certificate(Buffer.from(der, 'base64')));
    const published = await (await fetch(`${service.live.url}/.well-known/c2pa-roots.pem`)).text();
    assert.equal(root.toString(), new X509Certificate(published).toString());
    assert.ok(leaf.checkIssued(root) && leaf.verify(root.publicKey) && !leaf.ca && root.ca);
    assert.deepEqual(leaf.keyUsage, [documentSigning]);
    assert.ok(verify(null, canonicalJsonBytes(statement), leaf.publicKey, Buffer.from(signature, 'base64')));

    const { record, public_key } = statement;
    assert.deepEqual(record, (await service.live.call('GET', `/v1/records/${record_id}`)).body);
    assert.deepEqual([statement.token, public_key.kid, public_key.status], [token, record.kid, 'active']);
    const key = createPublicKey({
      key: Buffer.from(public_key.key, 'base64'),
      format: 'raw-public',
      asymmetricKeyType: 'ml-dsa-65',
    });
    const payload = canonicalJsonBytes(record.signed_payload);
    assert.ok(verify(null, payload, key, Buffer.from(record.signature, 'base64')));
  });

  test('all bundles are signed by one hand; what is not there is 404', async () => {
    const made = await Promise.all([submit(), submit()]);
    const chains = await Promise.all(
      made.map(async ({ record_id }) => {
        const { body } = await service.live.call('GET', `/v1/records/${record_id}/bundle`);
        return body.statement.certificates.join();
      }),
    );
    assert.equal(chains[0], chains[1]);
    for (const id of ['00000000-0000-7000-8000-000000000000', 'x']) {
      const { status, body } = await service.live.call('GET', `/v1/records/${id}/bundle`);
      assert.deepEqual([status, body.error], [404, 'record_not_found']);
    }
  });
});
