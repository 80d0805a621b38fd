// The client in Node against the real service: a session, a key, a signed file, a verdict, the
// content of an error, and retries.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inspect } from 'node:util';
import { createClient, ServiceError, verifyWebhookSignature } from '@content-provenance/client';
import { openFile } from '@content-provenance/client/node';
import { hashContent, SigningKey } from '@content-provenance/client/signing';
import { makeEmail } from '../../service/test-support/account.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount, registerGenerator } from '../../service/test-support/signing-client.ts';
import { startCuttableProxy } from '../test-support/cuttable-proxy.ts';

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

test('an error has its code, status, details and request', async () => {
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

test('a missing service is unreachable, not a crash', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 1 });
  await assert.rejects(client.billing.plans(), { code: 'unreachable', status: 0 });
});

test('a credential with a line break is refused, and no error shows it', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', credential: 'svc_key_secret\npart', retries: 0 });
  for (const call of [() => client.billing.usage(), () => client.verify.content({ content: new Blob(['x']) })])
    await assert.rejects(call, (problem) => problem instanceof TypeError && !/secret/.test(inspect(problem)));
});

test('a lost response is requested again and counts once, and without retries it is an error', async () => {
  const { key } = await makeSigningAccount(service);
  const generatorId = await registerGenerator(service.live, key);
  const proxy = await startCuttableProxy(service.live.url);
  const input = { content: new Blob(['A text that gets lost on its way.\n']), model: 'writer-1', generatorId };
  const patient = createClient({ baseUrl: proxy.url, credential: key });
  proxy.swallowAnswers(2);
  const signed = await patient.sign(input);
  const used = async () => (await patient.billing.usage()).signatures_used;
  assert.equal(await used(), 1);
  assert.deepEqual(
    (await patient.records.list()).records.map(({ record_id }) => record_id),
    [signed.recordId],
  );
  proxy.swallowAnswers(1);
  assert.equal(await used(), 1);

  const hasty = createClient({ baseUrl: proxy.url, credential: key, retries: 0 });
  proxy.swallowAnswers(1);
  await assert.rejects(hasty.billing.usage(), { code: 'unreachable' });
  // Creating a generator cannot be repeated safely, so it is not retried.
  proxy.swallowAnswers(1);
  await assert.rejects(patient.generators.create({ name: 'Once', supported_formats: ['text'] }), {
    code: 'unreachable',
  });
  const { generators } = await patient.generators.list();
  assert.equal(generators.filter(({ name }) => name === 'Once').length, 1);
  await proxy.die();
});

test('a batch of texts and files is signed in order, and an item that fails is an error among the results', async () => {
  const { key } = await makeSigningAccount(service);
  const generatorId = await registerGenerator(service.live, key);
  const proxy = await startCuttableProxy(service.live.url);
  const client = createClient({ baseUrl: proxy.url, credential: key });
  const common = { model: 'writer-1', generatorId };
  const file = new Blob(['A text in a file.\n']);
  const items = [
    { text: 'A text in the request.' },
    { content: file, fileName: 'a.txt' },
    { text: 'Of nobody.', generatorId: 'gen_unknown' },
    { content: new TextEncoder().encode('The same name again.'), fileName: 'a.txt', model: 'writer-2' },
    { content: file },
  ];
  // The response is lost, and the client sends the form again.
  proxy.swallowAnswers(1);
  const results = await client.signBatch({ ...common, items });
  const failed = results[2];
  assert.ok(failed instanceof ServiceError);
  assert.deepEqual([failed.status, failed.code], [404, 'generator_not_found']);
  const signed = results.flatMap((each) => (each instanceof ServiceError ? [] : [each]));
  assert.equal(signed.length, 4);
  for (const { content, recordId } of signed) {
    const { authentic, provenance } = await client.verify.content({ content });
    assert.deepEqual([authentic, provenance?.record_id], [true, recordId]);
  }
  assert.match(await signed[2]!.content.text(), /The same name again\.$/);
  const onlyTexts = await client.signBatch({ ...common, items: [{ text: 'One.' }, { text: 'Two.' }] });
  assert.ok(onlyTexts.every((each) => !(each instanceof ServiceError)));
  assert.equal((await client.billing.usage()).signatures_used, 6);
  await proxy.die();
});

test('a file is uploaded while it is read, and reports its progress', async () => {
  const { key } = await makeSigningAccount(service);
  const generatorId = await registerGenerator(service.live, key);
  const client = createClient({ baseUrl: service.live.url, credential: key });
  const folder = mkdtempSync(join(tmpdir(), 'provenance-upload-'));
  const path = join(folder, 'lines "quoted".txt');
  writeFileSync(path, 'One of very many lines of a text.\n'.repeat(60_000));
  const heard: number[] = [];
  try {
    const fileName = 'lines "quoted".txt';
    const signed = await client.sign(
      { content: await openFile(path), fileName, model: 'writer-1', generatorId },
      { onProgress: (fraction) => heard.push(fraction) },
    );
    assert.ok(heard.length > 3, `heard ${heard.length} times`);
    assert.deepEqual(
      heard,
      heard.toSorted((left, right) => left - right),
    );
    assert.equal(heard.at(-1), 1);
    assert.equal((await client.verify.content({ content: signed.content })).authentic, true);
    const stop = new AbortController();
    const stopped = client.verify.content(
      { content: await openFile(path) },
      { onProgress: () => stop.abort(), signal: stop.signal },
    );
    await assert.rejects(stopped, { name: 'AbortError' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a record is signed with our own key in PEM, and no request contains the private key', async () => {
  const { key: credential } = await makeSigningAccount(service);
  const client = createClient({ baseUrl: service.live.url, credential });
  const made = await SigningKey.generate();
  const key = await SigningKey.fromPem(made.toPem());
  assert.equal(key.kid, made.kid);
  const body = { name: 'Own', supported_formats: ['text' as const], public_keys: [key.toPublicKey()] };
  const { generator_id: generatorId } = await client.generators.create(body);
  const content = 'Written by a model, signed by its owner.\n';
  const record = await key.signRecord({ generatorId, model: 'writer-1', contentHash: await hashContent(content) });
  const seed = Buffer.from(made.toPem().split('\n').slice(1, -2).join(''), 'base64').subarray(-32);
  assert.equal(JSON.stringify([key, body, record]).includes(seed.toString('base64').slice(0, 40)), false);
  const { token } = await client.records.submit(record);
  const result = await client.verify.content({ content: new Blob([content]), token });
  assert.deepEqual([result.authentic, result.provenance?.model], [true, 'writer-1']);
  const seen: string[] = [];
  for await (const { record_id } of client.records.all({ limit: 1 })) seen.push(record_id);
  assert.deepEqual(seen, [result.provenance!.record_id]);
});

test('a webhook signature is valid for its body, its secret and five minutes', async () => {
  const secret = 'whsec_test';
  const body = '{"id":"1","data":{"ü":1}}';
  const now = 1_790_000_000_000;
  const seconds = now / 1_000;
  const signature = `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  const holds = (change: object) => verifyWebhookSignature({ body, signature, secret, now, ...change });
  assert.equal(await holds({}), true);
  assert.equal(await holds({ body: Buffer.from(body) }), true);
  assert.equal(await holds({ now: now + 300_000 }), true);
  for (const change of [
    { now: now + 301_000 },
    { now: now - 301_000 },
    { body: `${body} ` },
    { secret: 'whsec_other' },
    { signature: signature.toUpperCase() },
    { signature: undefined },
    { signature: `${signature}0` },
  ]) {
    assert.equal(await holds(change), false, JSON.stringify(change));
  }
});
