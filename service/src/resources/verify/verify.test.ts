// GET /v1/verify/status/:token over HTTP, on both databases: what a token returns, and which tokens
// are refused.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { logIn, makeApiKey, unproven } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeSigner,
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';
import { createKeyVault } from '../../adapters/key-vault/key-vault.ts';
import { masterKeysFromFile } from '../../adapters/key-vault/secret-files.ts';
import { makeTokenKey, openRecordTokens } from '../records/record-tokens.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    org = await makeSigningAccount(service);
  });
  after(() => service.stop());

  const submit = async () => {
    const body = makeSubmission(org.signer, org.generatorId);
    return (await service.live.call('POST', '/v1/records', { token: org.key, body })).body;
  };
  const ask = (token: string) => service.live.call('GET', `/v1/verify/status/${encodeURIComponent(token)}`);
  const openVault = () => createKeyVault(masterKeysFromFile(service.dataDirectory), 'live');

  test('a token returns its record and its organization, and caches can keep the response for an hour', async () => {
    const { token, record_id } = await submit();
    const { status, headers, body } = await ask(token);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    const { body: record } = await service.live.call('GET', `/v1/records/${record_id}`);
    assert.deepEqual(body, {
      record_id,
      generator_status: 'active',
      revoked_at: null,
      model: record.model,
      signed_at: record.signed_at,
      org_id: org.orgId,
      org_name: `Organization of ${org.email}`,
      signer: unproven(`Organization of ${org.email}`),
      branding: null,
    });
  });

  test('text that is not a token of this service gets 400, and the response is not cached', async () => {
    const { token } = await submit();
    const altered = Array.from(token as string, (character, place) => {
      const other = character === 'A' ? 'B' : 'A';
      return `${token.slice(0, place)}${other}${token.slice(place + 1)}`;
    });
    const others = [
      'svc_',
      'nonsense',
      `${token}A`,
      token.slice(0, -1),
      `${token}=`,
      `${token} `,
      org.key,
      randomUUID(),
    ];
    for (const text of [...altered, ...others, token.toLowerCase(), 'x'.repeat(200)]) {
      const { status, headers, body } = await ask(text);
      assert.deepEqual([status, body.error], [400, 'invalid_token'], text);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    assert.equal((await ask('x'.repeat(201))).status, 400);
  });

  test('a valid token without a record gets 404', async () => {
    const tokens = await openRecordTokens('live', service.database, openVault());
    const { status, body } = await ask(tokens.write(randomUUID()));
    assert.deepEqual([status, body.error], [404, 'record_not_found']);
    const { record_id, token } = await submit();
    assert.equal(tokens.write(record_id), token);
  });

  test('the live environment refuses sandbox tokens, and the sandbox refuses live tokens', async () => {
    const { sandbox } = service;
    const account = { email: 'tester@example.org', password: 'correct horse', userId: '', orgId: '' };
    await sandbox.call('POST', '/v1/auth/register', { body: { ...account, org_name: 'Sandbox' } });
    const session = await logIn(sandbox, account.email, account.password);
    const { key } = await makeApiKey(sandbox, { ...account, token: session });
    const signer = makeSigner();
    const body = makeSubmission(signer, await registerGenerator(sandbox, key, [signer]));
    const { body: stored } = await sandbox.call('POST', '/v1/records', { token: key, body });
    assert.equal((await sandbox.call('GET', `/v1/verify/status/${stored.token}`)).status, 200);
    assert.deepEqual([(await ask(stored.token)).status, (await ask(stored.token)).body.error], [400, 'invalid_token']);
    const { token } = await submit();
    assert.equal((await sandbox.call('GET', `/v1/verify/status/${token}`)).status, 400);
  });

  test('a new token key writes new tokens, and old tokens stay valid', async () => {
    const { token: old } = await submit();
    assert.equal(await makeTokenKey(service.database, openVault()), 2);
    // As if a minute had passed, because a new key is not used at once.
    await service.database.transaction(async (transaction) => {
      const aMinuteAgo = Date.now() - 60_000;
      await transaction
        .updateTable('service_secrets')
        .set({ created_at: aMinuteAgo })
        .where('name', '=', 'token-key:2')
        .execute();
    });
    await service.restart();
    assert.equal((await ask(old)).status, 200);
    const { token } = await submit();
    const keyIdOf = (text: string) => Buffer.from(text.slice('svc_'.length), 'base64url')[2];
    assert.deepEqual([keyIdOf(old), keyIdOf(token)], [1, 2]);
    assert.equal((await ask(token)).status, 200);
  });
});
