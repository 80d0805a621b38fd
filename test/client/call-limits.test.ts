// Every call of the SDK ends by its timeout or by a signal: during the upload, while the service is
// silent, and in the pause before a retry. The codes of errors are a type.
import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type ErrorCode,
  ServiceError,
} from '@content-provenance/client';
import { errorCatalogue } from '../../service/src/http/error-catalogue.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigner, makeSigningAccount, makeSubmission } from '../../service/test-support/signing-client.ts';

let service: RunningService;
/** Accepts connections and never responds. */
const sockets = new Set<Socket>();
let silentCalls = 0;
let silentRequests = 0;
const silent = createTcpServer((socket) => {
  sockets.add(socket.on('error', () => undefined));
  // Node opens a connection for later when a call ends, and sends nothing on it.
  socket.once('data', () => {
    silentRequests += 1;
  });
});
/** A balancer without a free node. */
let busyRequests = 0;
const busy = createServer((request, response) => {
  busyRequests += 1;
  request.resume();
  response.writeHead(503, { 'retry-after': '60' }).end();
});
const urls = { silent: '', busy: '' };

before(async () => {
  service = await startRunningService();
  for (const [name, server] of Object.entries({ silent, busy })) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    urls[name as keyof typeof urls] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
});
after(async () => {
  await service.stop();
  for (const socket of sockets) socket.destroy();
  silent.close();
  busy.close();
  busy.closeAllConnections();
});

const input = { content: new Blob(['A text.\n']), model: 'writer-1', generatorId: 'gen_1' };
const submission = makeSubmission(makeSigner(), 'gen_1');
const calls: Readonly<Record<string, (client: Client, options?: CallOptions) => Promise<unknown>>> = {
  'a call with JSON': (client, options) => client.billing.plans(options),
  'a call with a body': (client, options) => client.verify.batch({ items: [] }, options),
  'a download': (client, options) => client.records.bundle('x', options),
  'an upload': (client, options) => client.sign(input, options),
  'an upload of bytes': (client, options) => client.sign({ ...input, content: new Uint8Array(9) }, options),
  'an upload with progress': (client, options) => client.sign(input, { ...options, onProgress: () => undefined }),
  'a submission': (client, options) => client.records.submit(submission, undefined, options),
  'a page of records': (client, options) => client.records.all({}, options).next(),
  'an upload that resolves a manifest': (client, options) => client.resolution.resolve(input.content, options),
};

for (const [name, call] of Object.entries(calls)) {
  test(`${name} ends by the timeout of the client or of the call, with a clear error and no retry`, async () => {
    const open = (more: Partial<ClientOptions> = {}) => createClient({ baseUrl: urls.silent, ...more });
    for (const attempt of [() => call(open({ timeout: 60 })), () => call(open({ timeout: 3e6 }), { timeout: 60 })]) {
      silentCalls += 1;
      const problem = await attempt().catch((error: unknown) => error);
      assert.ok(problem instanceof ServiceError, String(problem));
      assert.deepEqual([problem.code, problem.status], ['timeout', 0]);
      assert.match(problem.message, /^The call took longer than 0\.06 s and was ended\. Try again/);
      assert.ok(silentRequests <= silentCalls, 'no call is sent twice');
    }
  });

  test(`${name} rejects with the reason of a signal, and forgets the signal`, async () => {
    for (const mine of ['client', 'call'] as const) {
      const stop = new AbortController();
      const { signal } = stop;
      const client = createClient({ baseUrl: urls.busy, ...(mine === 'client' && { signal }) });
      const before = busyRequests;
      // The service asks for a pause of a minute. The signal ends it.
      const ended = call(client, mine === 'call' ? { signal } : undefined);
      ended.catch(() => undefined);
      while (busyRequests === before) await new Promise(setImmediate);
      const reason = { because: name };
      stop.abort(reason);
      assert.equal(await ended.catch((error: unknown) => error), reason);
      assert.deepEqual(getEventListeners(signal, 'abort'), []);
      assert.equal(await call(client, { signal }).catch((error: unknown) => error), reason, 'ended before');
    }
  });
}

test('a signal ends a pause and an upload that is under way', async () => {
  const stop = new AbortController();
  const content = new Blob([new Uint8Array(30_000_000)]);
  const client = createClient({ baseUrl: urls.silent });
  const reason = new Error('The user closed the window.');
  silentCalls += 1;
  const ended = client.sign({ ...input, content }, { signal: stop.signal, onProgress: () => stop.abort(reason) });
  assert.equal(await ended.catch((error: unknown) => error), reason);
});

test('the pages of records end by a signal, and a timeout is for each page', async () => {
  const { key, signer, generatorId } = await makeSigningAccount(service);
  const client = createClient({ baseUrl: service.live.url, credential: key, timeout: 60_000 });
  for (let count = 0; count < 3; count += 1) await client.records.submit(makeSubmission(signer, generatorId));
  const stop = new AbortController();
  const seen: string[] = [];
  const read = async () => {
    for await (const { record_id } of client.records.all({ limit: 1 }, { signal: stop.signal })) {
      seen.push(record_id);
      if (seen.length === 2) stop.abort('enough');
    }
  };
  assert.equal(await read().catch((error: unknown) => error), 'enough');
  assert.equal(seen.length, 2);
  assert.equal((await client.records.list({}, { timeout: 1e12 })).records.length, 3);
});

test('a timeout ends the wait for a job and the upload of all its parts, a signal ends the pause of a wait', async () => {
  const { key } = await makeSigningAccount(service, 'enterprise');
  const client = createClient({ baseUrl: service.live.url, credential: key });
  const { job_id } = await client.jobs.createVerify({ source: { upload: { size: 5 } } });
  const codeOf = (problem: unknown) => (problem instanceof ServiceError ? problem.code : problem);
  assert.equal(await client.jobs.wait(job_id, { timeout: 700 }).catch(codeOf), 'timeout');

  const stop = new AbortController();
  const reason = new Error('The user closed the window.');
  const options = { signal: stop.signal, onProgress: () => void setImmediate(() => stop.abort(reason)) };
  assert.equal(await client.jobs.wait(job_id, options).catch((error: unknown) => error), reason);
  assert.deepEqual(getEventListeners(stop.signal, 'abort'), []);

  const job = await client.jobs.get(job_id);
  const silentClient = createClient({ baseUrl: urls.silent });
  const sent = { ...job, upload: { part_bytes: 1, part_count: 5, received: [] } };
  silentCalls += 3;
  assert.equal(await silentClient.jobs.upload(sent, new Blob(['12345']), { timeout: 60 }).catch(codeOf), 'timeout');
});

test('a timeout that is not a positive number is refused', async () => {
  for (const timeout of [0, -1, Number.NaN]) {
    await assert.rejects(createClient({ baseUrl: urls.silent, timeout }).billing.plans(), RangeError);
  }
});

// Types: `npm run check` compiles this.
type LastOf<List extends readonly unknown[]> = Required<List> extends [...unknown[], infer Last] ? Last : never;
// biome-ignore lint/suspicious/noExplicitAny: the parameters of any method
type Method = (...given: any[]) => unknown;
type WithoutLimits<Group> = Group extends Method
  ? Required<CallOptions> extends LastOf<Parameters<Group>>
    ? never
    : 'sign'
  : {
      [Name in keyof Group]: Group[Name] extends Method
        ? Required<CallOptions> extends LastOf<Parameters<Group[Name]>>
          ? never
          : Name
        : never;
    }[keyof Group];

test('every method of the client takes a timeout and a signal, and error codes are a type', () => {
  type Missing = { [Group in keyof Client]: WithoutLimits<Client[Group]> }[keyof Client];
  const everyMethod: [Missing] extends [never] ? true : Missing = true;
  assert.ok(everyMethod);
  const codes: ErrorCode[] = ['rate_limited', 'unreachable', 'timeout', 'unexpected_answer'];
  // @ts-expect-error: not a code of the catalog.
  codes.push('rate_limit');
  for (const code of Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[]) codes.push(code);
  const ofNewerService: ServiceError['code'] = 'a_code_of_tomorrow';
  assert.equal(new ServiceError(400, { error: ofNewerService, message: '' }).code, ofNewerService);
});
