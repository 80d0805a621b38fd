// Hostile input to every route of the resolution API: a clear 4xx each time, no 5xx, and nothing in
// the log that names a defect. test/hostility/stores.test.ts sends mutated stores.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { StoreMaker } from '../../../test-support/made-store.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { ResolutionClient, type ResolutionRequest } from '../../../test-support/resolution-client.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, type SigningAccount } from '../../../test-support/signing-client.ts';

const mebibyte = 1024 * 1024;

onEachDatabase((database) => {
  let service: RunningService;
  let client: ResolutionClient;
  let maker: StoreMaker;
  let account: SigningAccount;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    client = new ResolutionClient(service);
    maker = new StoreMaker();
    account = await makeSigningAccount(service, 'enterprise');
  });
  after(async () => {
    await service.stop();
    maker.remove();
  });

  async function expectStatus(status: number, method: string, path: string, request: ResolutionRequest = {}) {
    const answer = await client.call(method, path, request);
    const label = `${method} ${path.slice(0, 100)}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`;
    assert.equal(answer.status, status, label);
    assert.match(answer.json.message, /\S/, label);
    if (answer.json.error === 'validation_error') assert.ok(Array.isArray(answer.json.details), label);
  }

  const ask = (values: Readonly<Record<string, string>>) => `/matches/byBinding?${new URLSearchParams(values)}`;

  test('queries by binding: missing, wrong and huge values', async () => {
    const good = { alg: 'com.example.mark', value: 'AAAA' };
    for (const values of [
      {},
      { alg: good.alg },
      { value: good.value },
      { ...good, value: '' },
      { ...good, value: 'not base64!' },
      { ...good, value: 'AAAAA' },
      { ...good, value: '====' },
      { ...good, value: 'A'.repeat(2_049) },
      { ...good, alg: '' },
      { ...good, alg: 'two words' },
      { ...good, alg: `a${'.b'.repeat(200)}` },
      { ...good, alg: "'; DROP TABLE records; --" },
      { ...good, alg: 'org.content-provenance.acoustic.1' },
      { ...good, alg: 'org.content-provenance.perceptual-hash.1' },
      { ...good, maxResults: '0' },
      { ...good, maxResults: '-1' },
      { ...good, maxResults: 'many' },
      { ...good, maxResults: '1e99' },
    ] as Record<string, string>[]) {
      await expectStatus(400, 'GET', ask(values));
      const { maxResults, ...body } = values;
      const query = maxResults === undefined ? '' : `?maxResults=${maxResults}`;
      await expectStatus(400, 'POST', `/matches/byBinding${query}`, { body });
    }
    for (const body of [[], 'text', null, { alg: 1, value: {} }, { alg: 'a', value: ['AAAA'] }])
      await expectStatus(400, 'POST', '/matches/byBinding', { body });
    assert.deepEqual(await client.byBinding(good.alg, good.value, 999_999_999), []);
    assert.deepEqual(await client.byBinding('org.content-provenance.dct-image.1', 'AAAA'), []);
  });

  test('queries by content: wrong types, no body, a body that is too large, anything else', async () => {
    const path = '/matches/byContent';
    for (const type of ['multipart/form-data; boundary=x', 'font/woff', 'nonsense', 'image', '', '*/*'])
      await expectStatus(415, 'POST', path, { type, bytes: Buffer.from('x') });
    await expectStatus(400, 'POST', path, { type: 'image/png' });
    await expectStatus(400, 'POST', `${path}?alg=com.example.mark`, { type: 'image/png', bytes: Buffer.from('x') });
    for (const query of ['hintAlg=com.example.mark', 'hintValue=AAAA', 'hintAlg=a&hintValue=!'])
      await expectStatus(400, 'POST', `${path}?${query}`, { type: 'image/png', bytes: Buffer.from('x') });
    await expectStatus(413, 'POST', path, { type: 'image/png', bytes: Buffer.alloc(52 * mebibyte) });
    for (const content of [randomBytes(5_000), Buffer.from('\x89PNG\r\n\x1a\n'), Buffer.from('RIFF....WAVEfmt ')])
      assert.deepEqual(await client.byContent('image/png', content), []);
  });

  test('manifests by id: anything that is not one gets 404 or 400', async () => {
    for (const id of ['x', 'urn:c2pa:', '..%2f..%2fetc%2fpasswd', "'%20OR%201=1", 'x'.repeat(600), '%F0%9F%98%80'])
      for (const method of ['GET', 'DELETE']) {
        const { status } = await client.call(method, `/manifests/${id}`, { token: account.key });
        assert.ok(status === 404 || status === 400, `${method} ${id}: ${status}`);
      }
    await expectStatus(400, 'GET', '/manifests/x?returnActiveManifest=maybe');
    await expectStatus(400, 'GET', '/manifests/%00');
  });

  test('bindings: missing, wrong and huge values', async () => {
    const { label, bytes } = await maker.make();
    await client.store(account.key, bytes);
    const good = { bindingValue: 'AAAA', manifestId: label };
    for (const body of [
      {},
      [],
      { bindingValue: 'AAAA' },
      { manifestId: label },
      { ...good, bindingValue: '' },
      { ...good, bindingValue: 'not base64!' },
      { ...good, bindingValue: 'A'.repeat(2_052) },
      { ...good, bindingValue: 7 },
      { ...good, manifestId: 'x'.repeat(201) },
      { ...good, alg: '<script>' },
      { ...good, alg: 'org.content-provenance.perceptual-hash.1' },
    ])
      for (const method of ['POST', 'PUT']) await expectStatus(400, method, '/bindings', { token: account.key, body });
    const large = { ...good, more: 'x'.repeat(2 * mebibyte) };
    await expectStatus(413, 'POST', '/bindings', { token: account.key, body: large });
  });

  test('a manifest has at most 100 bindings', async () => {
    const { label, bytes } = await maker.make();
    await client.store(account.key, bytes);
    for (let count = 0; count < 100; count += 1) {
      const bindingValue = Buffer.from(`value ${count}`).toString('base64');
      assert.equal((await client.bind(account.key, { bindingValue, manifestId: label })).status, 204);
    }
    const { status, json } = await client.bind(account.key, { bindingValue: 'AAAA', manifestId: label });
    assert.deepEqual([status, json.error], [409, 'manifest_limit_reached']);
  });

  const store = (bytes: Uint8Array, type = 'application/c2pa'): ResolutionRequest => ({
    token: account.key,
    bytes,
    type,
  });

  test('stores: wrong types, nothing, anything else, and too large', async () => {
    const { bytes } = await maker.make();
    for (const type of ['application/octet-stream', 'application/json', 'application/c2pa+x', 'image/jpeg'])
      await expectStatus(415, 'POST', '/manifests', store(bytes, type));
    await expectStatus(400, 'POST', '/manifests', { token: account.key, type: 'application/c2pa' });
    for (const wrong of [randomBytes(2_000), Buffer.from('{}'), bytes.subarray(0, -1), Buffer.concat([bytes, bytes])])
      await expectStatus(400, 'POST', '/manifests', store(wrong));
    await expectStatus(413, 'POST', '/manifests', store(Buffer.alloc(4 * mebibyte + 1)));
  });
});
