// A response that is sent before the body has arrived reaches its caller: one that reads while it
// sends, and one that sends everything before it reads. No caller can keep the service reading
// forever.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { defineRoute } from '../define-route.ts';

const mebibyte = 1024 * 1024;
const parts = {
  operation: 'testThing',
  resource: 'Things',
  feature: null,
  limit: 'verify',
  anyOrigin: false,
  errors: [],
  access: { caller: 'public', scope: 'verify' },
  success: { status: 200, schema: Type.Object({ length: Type.Integer() }) },
} as const;
const routes = [
  defineRoute({
    ...parts,
    method: 'POST',
    idempotency: 'repeatable',
    path: '/v1/form',
    summary: 'The length of a file',
    upload: { field: 'content', largest: 2 * mebibyte },
    body: Type.Object({}),
    handler: ({ upload }) => ({ length: upload!.length }),
  }),
  ...(['/v1/large', '/v1/small'] as const).map((path) =>
    defineRoute({
      ...parts,
      method: 'POST',
      idempotency: 'repeatable',
      path,
      summary: 'The length of a text',
      ...(path === '/v1/large' && { largestBody: 2 * mebibyte }),
      body: Type.Object({ text: Type.String() }),
      handler: ({ body }) => ({ length: body.text.length }),
    }),
  ),
];

const form = formOf(12 * mebibyte);
const json = Buffer.from(JSON.stringify({ text: 'x'.repeat(12 * mebibyte) }));
const bodies = [
  ['/v1/form', 'multipart/form-data; boundary=b', form],
  ['/v1/large', 'application/json', json],
  ['/v1/small', 'application/json', json],
] as const;

let served: ServedRoutes;
before(async () => {
  served = await serveRoutes(routes);
});
after(() => served.stop());

test('fetch gets 413 every time', async () => {
  for (const [path, type, body] of bodies) {
    for (let count = 0; count < 10; count += 1) {
      const response = await fetch(served.url + path, { method: 'POST', headers: { 'content-type': type }, body });
      const { error } = (await response.json()) as { error: string };
      assert.deepEqual([response.status, error], [413, 'payload_too_large'], path);
    }
  }
});

for (const chunked of [false, true]) {
  for (const expects of [false, true]) {
    const how = `${chunked ? 'without' : 'with'} Content-Length, ${expects ? 'with' : 'without'} Expect`;

    test(`413 ${how}: the response reaches a caller that reads while it sends`, async () => {
      for (const [path, type, body] of bodies) {
        const { status, error } = await send(path, type, body, { chunked, expects });
        assert.deepEqual([status, error], [413, 'payload_too_large'], path);
      }
    });

    test(`413 ${how}: the response reaches a caller that sends everything before it reads`, async () => {
      for (const [path, type, body] of bodies) {
        const answer = await sendThenRead(served.url, head(path, type, body, { chunked, expects }), body, chunked);
        assert.match(answer, /^(HTTP\/1.1 100 Continue\r\n\r\n)?HTTP\/1.1 413 /, path);
        assert.match(answer, /\r\nconnection: close\r\n/, path);
      }
    });
  }
}

test('429 and 404 also reach their caller', async () => {
  const limited = await serveRoutes(routes, { addressLimits: { verify: 1 } });
  const [path, type, body] = bodies[0];
  for (const [target, status] of [
    [path, 413],
    [path, 429],
    ['/v1/nowhere', 404],
  ] as const) {
    const answer = await sendThenRead(limited.url, head(target, type, body), body);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
  }
  await limited.stop();
});

test('a connection is reused after a small body was refused early', async () => {
  const limited = await serveRoutes(routes, { addressLimits: { verify: 1 } });
  const { hostname, port } = new URL(limited.url);
  const socket = connect(Number(port), hostname);
  const body = Buffer.from('{"text":""}');
  const answers: string[] = [];
  socket.on('data', (chunk) => answers.push(chunk.toString()));
  for (const status of [200, 429, 429]) {
    answers.length = 0;
    socket.write(head('/v1/small', 'application/json', body));
    await pause(30);
    socket.write(body);
    while (!answers.join('').includes('}')) await pause(10);
    assert.match(answers.join(''), new RegExp(`^HTTP/1.1 ${status} `));
  }
  socket.destroy();
  await limited.stop();
});

test('a caller that keeps sending is read only up to a limit of bytes and time', async () => {
  const bounds = { bytes: 4 * mebibyte, milliseconds: 1_500, silenceMilliseconds: 500 };
  const bounded = await serveRoutes(routes, { earlyAnswers: bounds });
  const { hostname, port } = new URL(bounded.url);
  const piece = Buffer.alloc(64 * 1024);
  for (const [name, everyMilliseconds, bytes] of [
    ['a flood', 0, piece],
    ['a drip', 100, piece.subarray(0, 1)],
    ['silence', 0, undefined],
  ] as const) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(head('/v1/form', 'multipart/form-data; boundary=b', Buffer.alloc(0), { length: 1e12 }));
    const received = text(socket).catch(() => '');
    let open = true;
    let sent = 0;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    void closed.then(() => {
      open = false;
    });
    while (open && bytes) {
      const flows = socket.write(bytes, () => {
        sent += bytes.length;
      });
      await Promise.race([
        closed,
        flows ? pause(everyMilliseconds) : new Promise((done) => socket.once('drain', done)),
      ]);
    }
    await closed;
    // The operating system also buffers bytes of a socket that nobody reads.
    assert.ok(sent < 32 * mebibyte, `${name}: ${sent} bytes were taken`);
    if (name !== 'a flood') assert.match(await received, /^HTTP\/1.1 413 /, name);
  }
  await bounded.stop();
});

test('a network has an allowance for dropped bodies; above it the response still arrives', async () => {
  const bounded = await serveRoutes(routes, {
    trustProxy: true,
    earlyAnswers: { bytesPerMinute: 20 * mebibyte, silenceMilliseconds: 1_500 },
  });
  const [path, type, body] = bodies[0];
  // More than the buffers of any connection.
  const endless = Buffer.concat([body, Buffer.alloc(64 * mebibyte)]);
  const sendAs = (ip: string, sent = body) =>
    sendThenRead(bounded.url, head(path, type, sent, { ip }), sent).catch(() => 'cut off while sending');
  assert.match(await sendAs('192.0.2.1'), /^HTTP\/1.1 413 /);
  assert.equal(await sendAs('192.0.2.1', endless), 'cut off while sending');
  assert.match(await sendAs('192.0.2.2'), /^HTTP\/1.1 413 /);
  // A caller that reads while it sends needs no allowance.
  const headers = { 'content-type': type, 'x-forwarded-for': '192.0.2.1' };
  const response = await fetch(bounded.url + path, { method: 'POST', headers, body });
  assert.equal(response.status, 413);
  await bounded.stop();
});

interface Way {
  readonly chunked?: boolean;
  readonly expects?: boolean;
  readonly length?: number;
  readonly ip?: string;
}

function head(path: string, type: string, body: Buffer, { chunked, expects, length, ip }: Way = {}): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `content-type: ${type}`,
    chunked ? 'transfer-encoding: chunked' : `content-length: ${length ?? body.length}`,
    ...(expects ? ['expect: 100-continue'] : []),
    ...(ip ? [`x-forwarded-for: ${ip}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Like many programs: reads nothing before everything is written. */
async function sendThenRead(url: string, start: string, body: Buffer, chunked = false): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const broken = new Promise<never>((_, reject) => socket.once('error', reject));
  broken.catch(() => undefined);
  const piece = 64 * 1024;
  const write = (bytes: Buffer | string) =>
    socket.write(bytes) ? undefined : Promise.race([broken, new Promise((done) => socket.once('drain', done))]);
  socket.pause();
  await write(start);
  for (let at = 0; at < body.length; at += piece) {
    const bytes = body.subarray(at, at + piece);
    await write(chunked ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, crlf]) : bytes);
  }
  if (chunked) await write('0\r\n\r\n');
  const answer = await Promise.race([broken, text(socket)]);
  socket.destroy();
  return answer;
}

const crlf = Buffer.from('\r\n');

function send(path: string, type: string, body: Buffer, { chunked, expects }: Way) {
  return new Promise<{ status: number; error: string }>((resolve, reject) => {
    const headers = {
      'content-type': type,
      ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }),
      ...(expects && { expect: '100-continue' }),
    };
    const sending = request(served.url + path, { method: 'POST', headers });
    sending.on('error', reject).on('response', (response) => {
      text(response)
        .then((answer) => resolve({ status: response.statusCode!, error: JSON.parse(answer).error }), reject)
        .finally(() => sending.destroy());
    });
    if (expects) sending.on('continue', () => sending.end(body));
    else sending.end(body);
  });
}

function formOf(length: number): Buffer {
  const start = '--b\r\ncontent-disposition: form-data; name="content"; filename="a"\r\n\r\n';
  return Buffer.concat([Buffer.from(start), Buffer.alloc(length, 7), Buffer.from('\r\n--b--\r\n')]);
}
