// How networks share the memory for uploads: a silent upload occupies nothing, and another network
// always finds memory.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { defineRoute } from '../define-route.ts';

const mebibyte = 1024 * 1024;
const capacity = 16 * mebibyte;
const route = defineRoute({
  method: 'POST',
  idempotency: 'repeatable',
  path: '/v1/measure',
  operation: 'testThing',
  resource: 'Things',
  summary: 'The length of a file',
  access: { caller: 'public' },
  feature: null,
  limit: 'none',
  anyOrigin: false,
  upload: { field: 'content', largest: 6 * mebibyte },
  body: Type.Object({}),
  success: { status: 200, schema: Type.Object({ length: Type.Integer() }) },
  errors: [],
  handler: ({ upload }) => ({ length: upload!.length }),
});

let served: ServedRoutes;
let sockets: Socket[] = [];
before(async () => {
  served = await serveRoutes([route], {
    trustProxy: true,
    uploadRoom: { capacity, mostWaiting: 6, longestWaitMilliseconds: 1_500 },
    earlyAnswers: { silenceMilliseconds: 200 },
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await pause(50);
});
after(() => served.stop());

/**
 * An upload that sends this much of its body and then stops. length undefined: without
 * Content-Length.
 */
async function begin(ip: string, sent: number, length?: number): Promise<Socket> {
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  const start = '--x\r\ncontent-disposition: form-data; name="content"; filename="a"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(start), Buffer.alloc(sent)]).subarray(0, sent);
  const framing = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  socket.write(
    `POST /v1/measure HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ip}\r\ncontent-type: multipart/form-data; boundary=x\r\n${framing}\r\n\r\n`,
  );
  if (sent > 0 && length === undefined) socket.write(`${sent.toString(16)}\r\n`);
  socket.write(body);
  if (sent > 0 && length === undefined) socket.write('\r\n');
  await pause(30);
  return socket;
}

async function measure(ip: string, length: number): Promise<number> {
  const body = makeForm({ content: new Uint8Array(length) });
  const response = await fetch(`${served.url}/v1/measure`, {
    method: 'POST',
    headers: { 'x-forwarded-for': ip },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** The others keep their share: a caller that finds no memory at once gets 503. */
async function expectRoom(ip: string, length: number): Promise<void> {
  assert.equal(await measure(ip, length), 200, `${length} bytes from ${ip}`);
}

test('silent uploads occupy nothing, announced or not, and their sender can continue', async () => {
  for (let count = 0; count < 20; count += 1) await begin('192.0.2.1', 0, count % 2 ? 6 * mebibyte : undefined);
  await expectRoom('192.0.2.1', 6 * mebibyte);
  await expectRoom('192.0.2.2', 6 * mebibyte);
});

test('a network can occupy as much as is free, and others have space for small and large uploads', async () => {
  for (let count = 0; count < 6; count += 1) await begin('192.0.2.1', 2 * mebibyte, 5 * mebibyte);
  for (const length of [1, 100_000, mebibyte, 5 * mebibyte]) await expectRoom('192.0.2.2', length);
});

test('many networks leave space for small uploads', async () => {
  for (let network = 1; network <= 20; network += 1) await begin(`192.0.2.${network}`, 2 * mebibyte, 5 * mebibyte);
  await expectRoom('198.51.100.1', 100_000);
});

test('the addresses of one IPv6 /64 are one network', async () => {
  for (let count = 1; count <= 6; count += 1) await begin(`2001:db8::${count}`, 2 * mebibyte, 5 * mebibyte);
  assert.equal(await measure('2001:db8::ffff', 5 * mebibyte), 503);
  await expectRoom('2001:db8:0:1::1', 5 * mebibyte);
  served.expectErrors();
});

test('a small upload without Content-Length occupies little', async () => {
  for (let count = 0; count < 4; count += 1) await begin('192.0.2.1', 500_000);
  await expectRoom('192.0.2.1', 3 * mebibyte);
});

test('in a full line the network with the most uploads loses its last one', async () => {
  const crowd: Promise<string>[] = [];
  for (let count = 0; count < 8; count += 1) {
    const socket = await begin('192.0.2.1', 2 * mebibyte, 6 * mebibyte);
    crowd.push(text(socket).catch(() => ''));
  }
  // One is inside, six wait, and the eighth found the line full.
  assert.match(await crowd[7]!, /^HTTP\/1.1 503 /);
  const other = await begin('192.0.2.2', 3 * mebibyte, 6 * mebibyte);
  await begin('192.0.2.2', 3 * mebibyte, 6 * mebibyte);
  assert.match(await crowd[6]!, /^HTTP\/1.1 503 .*\r\nretry-after: 5\r\n/s);
  assert.equal(other.readableEnded, false);
  served.expectErrors();
});
