// The client in Node against the real service: a session, a key, a signed file, a verdict, and what an error carries.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient, ServiceError } from '@content-provenance/client';
import { makeEmail } from '../../service/test-support/account.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';

let service: RunningService;
before(async () => {
  service = await startRunningService({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
});
after(() => service.stop());

test('from registration to a signed and verified text, then to the export of the audit log', async () => {
  let credential: string | undefined;
  const client = createClient({ baseUrl: `${service.live.url}/`, credential: () => credential });
  const account = { email: makeEmail(), password: 'correct horse' };
  await client.auth.register({ org_name: 'Acme Studio', ...account });
  const session = await client.auth.logIn(account);
  assert.ok('token' in session);
  credential = session.token;
  assert.equal((await client.auth.me()).org.name, 'Acme Studio');

  credential = (await client.account.createApiKey('laptop')).key;
  const { generator_id: generatorId } = await client.generators.create({ name: 'Writer', supported_formats: ['text'] });
  const content = new Blob(['A text long enough to carry a mark.\n\nAnd a second paragraph.\n']);
  const signed = await client.sign({ content, model: 'writer-1', generatorId });
  assert.match(signed.token, /^svc_/);
  assert.equal(signed.format, 'text');

  const result = await client.verify.content({ content: signed.content });
  assert.equal(result.authentic, true);
  assert.equal(result.provenance?.record_id, signed.recordId);
  assert.equal((await client.verify.status(signed.token)).model, 'writer-1');
  assert.deepEqual(
    (await client.records.list({ limit: 5 })).records.map(({ record_id }) => record_id),
    [signed.recordId],
  );
  await assert.rejects(client.audit.export({ format: 'csv' }), { code: 'email_not_verified', status: 403 });
});

test('an error carries its code, status, details and request', async () => {
  const client = createClient({ baseUrl: service.live.url });
  const problem = await client.auth.logIn({ email: '', password: '' }).catch((error: unknown) => error);
  assert.ok(problem instanceof ServiceError);
  assert.equal(problem.code, 'validation_error');
  assert.equal(problem.status, 400);
  assert.deepEqual(
    problem.details.map(({ path }) => path),
    ['email', 'password'],
  );
  assert.match(problem.requestId!, /^req_/);
});

test('a service that is not there is unreachable, not a crash', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1' });
  await assert.rejects(client.billing.plans(), { code: 'unreachable', status: 0 });
});
