// Revoking and rotating over HTTP, on both databases: revoking invalidates every earlier signature
// at once, rotating none. The vault opens the private keys of a service-managed generator, as in
// signing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeSigner,
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type Signer,
  type SigningAccount,
  verifiesPublicly,
} from '../../../test-support/signing-client.ts';
import { CannotOpen, createKeyVault, type KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { masterKeysFromFile } from '../../adapters/key-vault/secret-files.ts';
import { seedPlace } from '../../database/sealed-places.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let vault: KeyVault;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    org = await makeSigningAccount(service, 'growth');
    vault = createKeyVault(masterKeysFromFile(service.dataDirectory), 'live');
  });
  after(() => service.stop());

  const submit = (signer: Signer, generatorId: string) =>
    service.live.call('POST', '/v1/records', { token: org.key, body: makeSubmission(signer, generatorId) });
  const statusOf = async (token: string) =>
    (await service.live.call('GET', `/v1/verify/status/${token}`)).body.generator_status;

  async function sealedSeed(kid: string): Promise<string> {
    const row = await service.database.read
      .selectFrom('generator_keys')
      .select('sealed_seed')
      .where('kid', '=', kid)
      .executeTakeFirstOrThrow();
    return row.sealed_seed!;
  }
  const openSigner = async (kid: string) => makeSigner(kid, vault.open(await sealedSeed(kid), seedPlace(kid)));
  const keysOf = async (generatorId: string) => (await service.live.call('GET', `/v1/keys/${generatorId}`)).body.keys;

  test('the seed of a service-managed key is sealed for its own place and belongs to the public key', async () => {
    const generatorId = await registerGenerator(service.live, org.key);
    const [{ kid, key }] = await keysOf(generatorId);
    const sealed = await sealedSeed(kid);
    const seed = vault.open(sealed, seedPlace(kid));
    assert.equal(seed.length, 32);
    assert.equal(makeSigner(kid, seed).publicKey.key, key);
    assert.equal(Buffer.from(sealed.split('.')[2]!, 'base64url').includes(seed), false);
    assert.throws(() => vault.open(sealed, seedPlace('mldsa_other')), CannotOpen);
    const sandbox = createKeyVault(masterKeysFromFile(service.dataDirectory), 'sandbox');
    assert.throws(() => sandbox.open(sealed, seedPlace(kid)), CannotOpen);
  });

  test('a rotation keeps earlier signatures valid, and the retired key signs nothing more', async () => {
    const generatorId = await registerGenerator(service.live, org.key);
    const signers: Signer[] = [];
    const recordIds: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const [active] = await keysOf(generatorId);
      const signer = await openSigner(active.kid);
      const { status, body } = await submit(signer, generatorId);
      assert.equal(status, 201);
      signers.push(signer);
      recordIds.push(body.record_id);
      assert.equal(
        (await service.live.call('POST', `/v1/generators/${generatorId}/rotate-key`, { token: org.key })).status,
        200,
      );
    }
    for (const [index, recordId] of recordIds.entries()) {
      const { body } = await service.live.call('GET', `/v1/records/${recordId}`);
      assert.deepEqual(
        [body.kid, body.mode, body.generator_status],
        [signers[index]!.publicKey.kid, 'server', 'active'],
      );
      assert.equal(await verifiesPublicly(service.live, recordId), true);
    }
    const statuses = (await keysOf(generatorId)).map(({ status }: { status: string }) => status);
    assert.deepEqual(statuses, ['active', 'retired', 'retired', 'retired']);
    for (const retired of signers) {
      const { status, body } = await submit(retired, generatorId);
      assert.deepEqual([status, body.error], [400, 'signature_invalid']);
    }
  });

  test('revoking makes every earlier signature invalid at once and ends signing', async () => {
    const generatorId = await registerGenerator(service.live, org.key, [org.signer]);
    const stored = [];
    for (let round = 0; round < 3; round += 1) stored.push((await submit(org.signer, generatorId)).body);
    for (const { record_id, token } of stored) {
      assert.equal(await verifiesPublicly(service.live, record_id), true);
      assert.equal(await statusOf(token), 'active');
    }
    await service.live.call('PUT', `/v1/generators/${generatorId}/revoke`, { token: org.key });
    for (const { record_id, token } of stored) {
      assert.equal(await verifiesPublicly(service.live, record_id), false);
      assert.equal((await service.live.call('GET', `/v1/records/${record_id}`)).body.generator_status, 'revoked');
      assert.equal(await statusOf(token), 'revoked');
    }
    assert.equal((await service.live.call('GET', `/v1/keys/${generatorId}`)).body.status, 'revoked');
    assert.equal((await submit(org.signer, generatorId)).status, 404);
    const records = [makeSubmission(org.signer, org.generatorId), makeSubmission(org.signer, generatorId)];
    const batch = await service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records } });
    assert.equal(batch.status, 404);
    // The other generators of the organization are unchanged.
    assert.equal((await submit(org.signer, org.generatorId)).status, 201);
  });

  test('submissions during a revocation are not trusted afterwards, and none is accepted later', async () => {
    const generatorId = await registerGenerator(service.live, org.key, [org.signer]);
    const underWay = Array.from({ length: 20 }, () => submit(org.signer, generatorId));
    await service.live.call('PUT', `/v1/generators/${generatorId}/revoke`, { token: org.key });
    assert.equal((await submit(org.signer, generatorId)).status, 404);
    for (const { status, body } of await Promise.all(underWay)) {
      assert.ok(status === 201 || status === 404);
      if (status === 201) assert.equal(await statusOf(body.token), 'revoked');
    }
  });
});
