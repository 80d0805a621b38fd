// Forms with a file, and the memory that large bodies share: who waits, who is refused, and that a
// caller that leaves returns its share.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { defineRoute } from '../define-route.ts';

const mebibyte = 1024 * 1024;
const open = { caller: 'public' } as const;
const parts = {
  operation: 'testThing',
  resource: 'Things',
  feature: null,
  limit: 'none',
  anyOrigin: false,
  errors: [],
} as const;

let served: ServedRoutes;
let finish: (() => void) | undefined;
const routes = [
  defineRoute({
    ...parts,
    method: 'POST',
    idempotency: 'repeatable',
    path: '/v1/measure',
    summary: 'The length of a file, when it is told to answer',
    access: open,
    upload: { field: 'content', largest: 2 * mebibyte },
    body: Type.Object({ wait: Type.Optional(Type.String()) }),
    success: { status: 200, schema: Type.Object({ length: Type.Integer(), last: Type.Integer() }) },
    handler: async ({ body, upload }) => {
      if (body.wait) await new Promise<void>((resolve) => (finish = resolve));
      return { length: upload!.length, last: upload!.at(-1) ?? -1 };
    },
  }),
  defineRoute({
    ...parts,
    method: 'POST',
    idempotency: 'repeatable',
    path: '/v1/count',
    summary: 'How many items',
    access: open,
    largestBody: 2 * mebibyte,
    body: Type.Object({ items: Type.Array(Type.Unknown()) }),
    success: { status: 200, schema: Type.Object({ items: Type.Integer() }) },
    handler: ({ body }) => ({ items: body.items.length }),
  }),
];

before(async () => {
  served = await serveRoutes(routes, {
    uploadRoom: { capacity: 2 * mebibyte, mostWaiting: 2, longestWaitMilliseconds: 400 },
  });
});
after(() => served.stop());

async function measure(length: number, fields: Record<string, string> = {}) {
  const content = new Uint8Array(length).fill(7);
  const response = await fetch(`${served.url}/v1/measure`, { method: 'POST', body: makeForm({ content, ...fields }) });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** A request whose handler waits. Resolves when it is there. */
async function holdRoom() {
  const answer = measure(mebibyte * 1.5, { wait: 'yes' });
  while (!finish) await pause(5);
  return async () => {
    finish!();
    finish = undefined;
    assert.equal((await answer).status, 200);
  };
}

test('a file of any length arrives completely', async () => {
  for (const length of [0, 1, 4095, 65_536, mebibyte, 2 * mebibyte]) {
    const { status, body } = await measure(length);
    assert.deepEqual([status, body], [200, { length, last: length > 0 ? 7 : -1 }]);
  }
  const { status, body } = await measure(2 * mebibyte + 1);
  assert.deepEqual([status, body.error], [413, 'payload_too_large']);
});

test('a form that ends early in any place is refused, and the service continues', async () => {
  const head = '--b\r\ncontent-disposition: form-data; name="content"; filename="a"\r\n\r\n';
  const other = head.replace('content"', 'other"');
  for (const [form, cuts] of [
    [`${head}some bytes\r\n--b--\r\n`, [1, 3, 20, head.length - 2, head.length, head.length + 4, head.length + 12]],
    [`${head}one\r\n${head}two\r\n--b--\r\n`, [head.length * 2 + 6]],
    [`${other}one\r\n--b--\r\n`, [other.length + 2]],
  ] as const) {
    for (const cut of cuts) {
      const body = form.slice(0, cut);
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const answer = await served.call('POST', '/v1/measure', { body, headers });
      assert.deepEqual([answer.status, answer.body.error], [400, 'validation_error'], JSON.stringify(body));
    }
  }
  assert.equal((await measure(1)).status, 200);
});

test('a text in place of the file is refused, even next to a file', async () => {
  const both = makeForm({ content: new Uint8Array(1) });
  both.append('content', 'text');
  for (const body of [makeForm({ content: 'text' }), both]) {
    const response = await fetch(`${served.url}/v1/measure`, { method: 'POST', body });
    const { error, message } = (await response.json()) as { error: string; message: string };
    assert.deepEqual([response.status, error, message], [400, 'validation_error', 'The field content must be a file.']);
  }
});

test('an upload without space waits, and enters when space is free', async () => {
  const release = await holdRoom();
  const waiting = measure(mebibyte);
  await pause(50);
  await release();
  assert.equal((await waiting).status, 200);
});

test('an upload that waits too long or finds the line full gets an error that allows a retry', async () => {
  const release = await holdRoom();
  served.expectErrors();
  const answers = await Promise.all([1, 2, 3].map(() => measure(mebibyte)));
  for (const { status, headers, body } of answers) {
    assert.deepEqual([status, body.error, headers.get('retry-after')], [503, 'service_unavailable', '5']);
  }
  await release();
  assert.equal((await measure(mebibyte)).status, 200);
});

test('a caller that leaves returns its space: during the upload, in the line, and before the response', async () => {
  const { hostname, port } = new URL(served.url);
  const begin = async (partOfBody: number) => {
    const socket = connect(Number(port), hostname);
    const head = '--x\r\ncontent-disposition: form-data; name="content"; filename="a"\r\n\r\n';
    const field = '\r\n--x\r\ncontent-disposition: form-data; name="wait"\r\n\r\nyes\r\n--x--\r\n';
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(mebibyte * 1.5), Buffer.from(field)]);
    socket.write(
      `POST /v1/measure HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, partOfBody * body.length));
    socket.on('error', () => {});
    await pause(60);
    return socket;
  };
  for (const partOfBody of [0, 0.5, 1]) {
    const [inside, waiting] = [await begin(partOfBody), await begin(partOfBody)];
    waiting.destroy();
    inside.destroy();
    await pause(60);
    finish?.();
    finish = undefined;
    assert.equal((await measure(mebibyte * 2)).status, 200, `${partOfBody} of the body was sent`);
  }
});

test('large JSON shares the space', async () => {
  const release = await holdRoom();
  const sent = JSON.stringify({ items: ['x'.repeat(mebibyte)] });
  const { status } = await served.call('POST', '/v1/count', { body: sent });
  assert.equal(status, 503);
  await release();
  assert.equal((await served.call('POST', '/v1/count', { body: sent })).body.items, 1);
});

test('large JSON of very many values is refused unread', async () => {
  for (const value of ['{}', '[', '0']) {
    const text = `{"items":[${Array(mebibyte / 2)
      .fill(value)
      .join()}]}`;
    const { status, body } = await served.call('POST', '/v1/count', { body: text.padEnd(1.5 * mebibyte) });
    assert.deepEqual([status, body.error], [400, 'validation_error']);
    assert.match(body.message, /at most 10,000 values/);
  }
});

test('an upload that occupies space and sends little or nothing gets an error and loses the space', async () => {
  const uploadRoom = { capacity: 2 * mebibyte, arrivalWindowMilliseconds: 300 };
  const watched = await serveRoutes(routes, { uploadRoom });
  const { hostname, port } = new URL(watched.url);
  for (const [path, type] of [
    ['/v1/measure', 'multipart/form-data; boundary=x'],
    ['/v1/count', 'application/json'],
  ] as const) {
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${2 * mebibyte}\r\n\r\n`,
    );
    socket.on('error', () => undefined);
    const drip = setInterval(() => socket.write(' '), 100);
    const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
    clearInterval(drip);
    assert.match(head, /^HTTP\/1.1 408 /, path);
    assert.equal(JSON.parse(body).error, 'validation_error');
    const response = await fetch(`${watched.url}/v1/measure`, {
      method: 'POST',
      body: makeForm({ content: new Uint8Array(mebibyte) }),
    });
    assert.equal(response.status, 200);
  }
  await watched.stop();
});
