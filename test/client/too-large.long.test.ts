// A file that is too large gets 413 from every client, and no client sends it twice. The service is
// a separate process, as for real callers. UPLOADS=50 for more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, ServiceError } from '@content-provenance/client';
import { encodeForm, type SpawnedSigner, spawnSigner } from '../../service/test-support/spawned-signer.ts';
import { startCuttableProxy } from '../test-support/cuttable-proxy.ts';

const times = Number(process.env.UPLOADS ?? 4);
const content = new Uint8Array(53_000_000 + 1024 * 1024);
const tooLarge = [413, 'payload_too_large'];

let signer: SpawnedSigner;
before(async () => {
  signer = await spawnSigner({ NEURAL_WATERMARK: 'false' });
});
after(() => signer.stop());

/** How many requests the service handled on a route, with any response. */
async function answered(route: string): Promise<number> {
  const figures = await (await fetch(`${signer.service.liveUrl}/metrics`)).text();
  const lines = figures.matchAll(/^service_request_seconds_count\{[^}]*route="([^"]+)"[^}]*\} (\d+)$/gm);
  return [...lines].filter(([, name]) => name === route).reduce((sum, [, , count]) => sum + Number(count), 0);
}

async function expectOnce(route: string, send: () => Promise<unknown[]>): Promise<void> {
  const before = await answered(route);
  for (let count = 0; count < times; count += 1) assert.deepEqual(await send(), tooLarge, `upload ${count + 1}`);
  // A response counts when the rest of its body has been read.
  while ((await answered(route)) - before < times) await pause(50);
  assert.equal((await answered(route)) - before, times);
}

/** The result of a call that must fail. */
async function problemOf(call: Promise<unknown>): Promise<unknown[]> {
  const problem = await call.catch((error: unknown) => error);
  assert.ok(problem instanceof ServiceError, String(problem));
  return [problem.status, problem.code];
}

test(`${times} uploads by fetch get 413 once each`, async () => {
  const { body, contentType } = encodeForm({ content });
  await expectOnce('POST /v1/verify', async () => {
    const headers = { 'content-type': contentType };
    const response = await fetch(`${signer.service.liveUrl}/v1/verify`, { method: 'POST', headers, body });
    return [response.status, ((await response.json()) as { error: string }).error];
  });
});

test(`${times} verifications by the SDK get 413 once each, with and without progress`, async () => {
  const client = createClient({ baseUrl: signer.service.liveUrl });
  const input = { content: new Blob([content]) };
  await expectOnce('POST /v1/verify', () => problemOf(client.verify.content(input)));
  await expectOnce('POST /v1/verify', () => problemOf(client.verify.content(input, { onProgress: () => undefined })));
});

test(`${times} signings by the SDK get 413 once each, with and without progress`, async () => {
  const client = createClient({ baseUrl: signer.service.liveUrl, credential: signer.key });
  const input = { content, model: 'studio-3', generatorId: signer.generatorId };
  await expectOnce('POST /v1/sign', () => problemOf(client.sign(input)));
  await expectOnce('POST /v1/sign', () => problemOf(client.sign(input, { onProgress: () => undefined })));
});

test(`${times} bodies of JSON by the SDK get 413 once each, of 12 MB and of 80 MB`, async () => {
  const client = createClient({ baseUrl: signer.service.liveUrl });
  const register = { org_name: 'x'.repeat(12e6), email: 'a@example.org', password: 'correct horse' };
  await expectOnce('POST /v1/auth/register', () => problemOf(client.auth.register(register)));
  const items = [{ content: 'x'.repeat(80e6) }];
  await expectOnce('POST /v1/verify/batch', () => problemOf(client.verify.batch({ items })));
});

test('a file that is too large for every operation is not sent again when the connection breaks', async () => {
  const proxy = await startCuttableProxy(signer.service.liveUrl);
  const client = createClient({ baseUrl: proxy.url });
  proxy.swallowAnswers(2);
  assert.deepEqual(await problemOf(client.verify.content({ content: new Blob([content]) })), [0, 'unreachable']);
  assert.equal(proxy.connections, 1);
  await proxy.die();
});
