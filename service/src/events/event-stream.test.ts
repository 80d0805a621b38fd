// An event is stored in the transaction that causes it: over HTTP, on both databases, with a
// database that refuses one of the writes. Then nothing of the action is stored, the caller gets an
// error, and the next request works.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { refuseInserts, refuseUpdates } from '../../test-support/database-faults.ts';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../test-support/running-service.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../test-support/signing-client.ts';
import { allOf, countStored } from '../../test-support/stored-counts.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let serverManaged: string;
  before(async () => {
    service = await startRunningService({ database });
    service.expectErrors();
    org = await makeSigningAccount(service, 'growth');
    serverManaged = await registerGenerator(service.live, org.key);
  });
  after(() => service.stop());

  const sign = () => makeSubmission(org.signer, org.generatorId);
  const submit = (body: unknown = sign()) => service.live.call('POST', '/v1/records', { token: org.key, body });

  const actions: Record<string, () => Promise<{ status: number }>> = {
    'a record': () => submit(),
    'a batch': () =>
      service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records: [sign(), sign()] } }),
    'a record with an Idempotency-Key': () =>
      service.live.call('POST', '/v1/records', {
        token: org.key,
        body: sign(),
        headers: { 'idempotency-key': randomUUID() },
      }),
    'a generator': () =>
      service.live.call('POST', '/v1/generators', {
        token: org.key,
        body: { name: 'Another', supported_formats: ['image'] },
      }),
    'a rotation': () => service.live.call('POST', `/v1/generators/${serverManaged}/rotate-key`, { token: org.key }),
    'a revocation': () => service.live.call('PUT', `/v1/generators/${serverManaged}/revoke`, { token: org.key }),
    'an API key': () => service.live.call('POST', '/v1/account/api-keys', { token: org.token, body: {} }),
    'a login': () =>
      service.live.call('POST', '/v1/auth/login', { body: { email: org.email, password: org.password } }),
  };

  /** Every row of every table that the actions write. */
  async function dump(): Promise<unknown> {
    const { read } = service.database;
    return {
      records: await read.selectFrom('records').selectAll().orderBy('record_id').execute(),
      usage: await read.selectFrom('usage').selectAll().orderBy('org_id').execute(),
      events: await read.selectFrom('events').selectAll().orderBy('org_id').orderBy('sequence').execute(),
      heads: await read.selectFrom('event_heads').selectAll().orderBy('org_id').execute(),
      generators: await read.selectFrom('generators').selectAll().orderBy('generator_id').execute(),
      keys: await read.selectFrom('generator_keys').selectAll().orderBy('kid').execute(),
      apiKeys: await read.selectFrom('api_keys').select(['key_id', 'revoked_at']).orderBy('key_id').execute(),
      idempotency: await read.selectFrom('idempotency_keys').selectAll().execute(),
    };
  }

  const faults: Record<string, () => Promise<() => Promise<void>>> = {
    'the event': () => refuseInserts(service.database, 'events'),
    'the head of the chain': () => refuseUpdates(service.database, 'event_heads'),
  };
  for (const [fault, inject] of Object.entries(faults)) {
    test(`if ${fault} cannot be written, nothing of the action is stored`, async () => {
      const before = await dump();
      await whileRefused(inject, async () => {
        for (const [name, act] of Object.entries(actions)) {
          assert.equal((await act()).status, 500, name);
          assert.deepEqual(await dump(), before, name);
        }
      });
      for (const [name, act] of Object.entries(actions)) {
        if (name !== 'a revocation') assert.ok((await act()).status < 300, name);
      }
    });
  }

  test('if the record or the count cannot be written, there is no event either', async () => {
    for (const inject of [
      () => refuseInserts(service.database, 'records'),
      () => refuseUpdates(service.database, 'usage'),
    ]) {
      const before = await dump();
      await whileRefused(inject, async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => submit()));
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([500]));
        assert.deepEqual(await dump(), before);
      });
      assert.equal((await submit()).status, 201);
    }
    const { records } = await countStored(service.database, org.orgId);
    assert.ok(records > 0);
    assert.deepEqual(await countStored(service.database, org.orgId), allOf(records));
  });
});

async function whileRefused(inject: () => Promise<() => Promise<void>>, work: () => Promise<void>): Promise<void> {
  const lift = await inject();
  try {
    await work();
  } finally {
    await lift();
  }
}
