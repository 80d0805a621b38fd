// Idempotency-Key on every POST that creates something: the repeated request gets the first
// response, secrets included, and nothing exists twice. The database has no secret in the clear,
// and nobody else gets the response.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Account, addMember, makeAccount } from '../test-support/account.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let account: Account;
  before(async () => {
    service = await startRunningService({ database });
    account = await makeAccount(service.live);
    await upgrade();
  });
  after(() => service.stop());

  /** What no route offers: a plan with webhooks and seats, and a verified address. */
  async function upgrade() {
    await service.database.transaction(async (transaction) => {
      await transaction.updateTable('organizations').set({ plan: 'growth' }).execute();
      await transaction.updateTable('users').set({ email_verified_at: 1 }).execute();
    });
  }

  const post = (path: string, body: unknown, key: string, token = account.token) =>
    service.live.call('POST', path, { token, body, headers: { 'idempotency-key': key } });

  const creates = (): readonly (readonly [path: string, body: unknown, secret?: string])[] => [
    ['/v1/account/api-keys', { name: 'build' }, 'key'],
    [`/v1/team/members/${account.userId}/api-keys`, undefined, 'key'],
    ['/v1/webhooks', { url: 'https://8.8.8.8/', events: ['record.created'] }, 'secret'],
    ['/v1/team/invites', { email: 'ada@example.org', role: 'user' }, 'invite_url'],
    ['/v1/generators', { name: 'Pictures', supported_formats: ['image'] }],
    ['/v1/account/domains', { domain: 'lumen.example' }],
    ['/v1/c2pa/certificates', { country: 'DE', organization: 'Acme', common_name: 'Acme' }],
    ['/v1/billing/plan-requests', { plan: 'scale' }],
  ];

  test('a repeated create returns the first response with its secret, and marks it', async () => {
    for (const [path, body, secret] of creates()) {
      const key = randomUUID();
      const first = await post(path, body, key);
      assert.equal(first.status, 201, path);
      if (secret) assert.ok(first.body[secret], path);
      const again = await post(path, body, key);
      assert.deepEqual([again.status, again.body], [201, first.body], path);
      assert.deepEqual(
        [first, again].map(({ headers }) => headers.get('idempotent-replayed')),
        [null, 'true'],
        path,
      );
    }
    const { body } = await service.live.call('GET', '/v1/account/api-keys', { token: account.token });
    assert.equal(body.keys.filter(({ name }: { name: string }) => name === 'build').length, 1);
  });

  test('no stored response can be read in the database', async () => {
    const { body } = await post('/v1/account/api-keys', { name: 'sealed' }, 'sealed-1');
    const rows = await service.database.read.selectFrom('idempotency_keys').selectAll().execute();
    assert.ok(rows.some(({ sealed_body: sealed }) => sealed));
    assert.ok(!JSON.stringify(rows).includes(body.key));
    assert.ok(!JSON.stringify(rows).includes('svc_key_'));
    assert.deepEqual(
      rows.filter(({ body: clear }) => clear !== null),
      [],
    );
  });

  test('a response that an earlier release stored is still returned', async () => {
    const [path, body, key] = ['/v1/generators', { name: 'Earlier', supported_formats: ['image'] }, 'earlier-1'];
    const first = await post(path, body, key);
    await service.database.transaction((transaction) =>
      transaction
        .updateTable('idempotency_keys')
        .set({ body: JSON.stringify(first.body), sealed_body: null })
        .where('idempotency_key', '=', key)
        .execute(),
    );
    const again = await post(path, body, key);
    assert.deepEqual([again.status, again.body], [201, first.body]);
  });

  test('twenty equal creates at once make one key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('/v1/account/api-keys', { name: 'once' }, 'once-1')),
    );
    for (const { status } of answers) assert.ok(status === 201 || status === 409);
    const { body } = await service.live.call('GET', '/v1/account/api-keys', { token: account.token });
    assert.equal(body.keys.filter(({ name }: { name: string }) => name === 'once').length, 1);
  });

  test('another organization with the same key gets its own object', async () => {
    const other = await makeAccount(service.live);
    await upgrade();
    const [path, body] = ['/v1/account/api-keys', { name: 'mine' }];
    const first = await post(path, body, 'shared-1');
    const foreign = await post(path, body, 'shared-1', other.token);
    assert.equal(foreign.status, 201);
    assert.equal(foreign.headers.get('idempotent-replayed'), null);
    assert.notEqual(foreign.body.key, first.body.key);
  });

  test('a member without the role never gets the response of an admin', async () => {
    const { token } = await addMember(service, account, 'user');
    // The gate stops the member.
    await post('/v1/account/api-keys', { name: 'admin only' }, 'rights-1');
    assert.equal((await post('/v1/account/api-keys', { name: 'admin only' }, 'rights-1', token)).status, 403);
    // The handler decides about this route, and a replay must not pass it by.
    const path = `/v1/team/members/${account.userId}/api-keys`;
    assert.equal((await post(path, undefined, 'rights-2')).status, 201);
    const stolen = await post(path, undefined, 'rights-2', token);
    assert.deepEqual([stolen.status, stolen.body.error, stolen.body.key], [409, 'idempotency_conflict', undefined]);
  });

  test('login, registration and embedding refuse the header and say why', async () => {
    const record = randomUUID();
    for (const path of ['/v1/auth/login', '/v1/auth/register', `/v1/records/${record}/c2pa/embed`]) {
      const { status, body } = await post(path, {}, 'refused-1');
      assert.deepEqual([status, body.error, body.details[0].path], [400, 'validation_error', 'Idempotency-Key'], path);
    }
  });
});
