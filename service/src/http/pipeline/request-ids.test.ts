// The id of a request: a safe one from the caller is used everywhere, any other is replaced, and
// two callers with the same id do not affect each other.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { defineRoute } from '../define-route.ts';
import { fail } from '../error-catalogue.ts';

const parts = {
  resource: 'Things',
  feature: null,
  anyOrigin: false,
  limit: 'organization',
  errors: [],
  access: { caller: 'key-or-session', scope: 'sign' },
} as const;
let made = 0;
const routes = [
  defineRoute({
    ...parts,
    method: 'POST',
    path: '/v1/things',
    operation: 'makeThing',
    summary: 'Makes a thing',
    idempotency: 'organization',
    body: Type.Object({}),
    success: { status: 201, schema: Type.Object({ orgId: Type.String(), number: Type.Integer() }) },
    handler: async ({ caller }) => {
      made += 1;
      return { orgId: caller.organization.orgId, number: made };
    },
  }),
  defineRoute({
    ...parts,
    method: 'GET',
    path: '/v1/broken',
    operation: 'breakThing',
    summary: 'Fails',
    success: { status: 200, schema: Type.Object({}) },
    handler: () => fail('internal_error'),
  }),
];

let served: ServedRoutes;
before(async () => {
  served = await serveRoutes(routes);
});
after(() => served.stop());

const idOf = async (given: string, path = '/v1/nowhere') => {
  const { headers, body } = await served.call('GET', path, { headers: { 'x-request-id': given } });
  assert.equal(body.request_id, headers.get('x-request-id'));
  return headers.get('x-request-id')!;
};

test('a safe id of the caller is in the header, the error body and the log', async () => {
  for (const id of [
    'a',
    '7f3d2c1e-5b6a-4c8d-9e0f-1a2b3c4d5e6f',
    '01J9Z3NDEKTSV4RRFFQ69G5FAV',
    'Root=1-67891233-abcdef012345678912345678',
    'req-1.2:3_4',
    'x'.repeat(128),
  ]) {
    assert.equal(await idOf(id), id);
    assert.ok(served.logLines.some(({ requestId, msg }) => requestId === id && msg === 'request'));
  }
});

test('any other id is replaced, and never logged', async () => {
  for (const id of [
    'x'.repeat(129),
    '-starts-with-a-hyphen',
    'two words',
    'a,b',
    'a"b',
    '{"level":"fatal"}',
    '<script>',
    '../../etc/passwd',
    'a%0d%0aSet-Cookie:b',
    'ids-in-unicode-\u00e9',
    // Looks like one of ours.
    'req_0123456789ab_0',
  ]) {
    assert.match(await idOf(id), /^req_[0-9a-f]{12}_\d+$/, id);
    assert.ok(!served.logLines.some(({ requestId }) => requestId === id));
  }
});

test('an id that is sent twice is replaced', async () => {
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  socket.end(
    'GET /v1/nowhere HTTP/1.1\r\nhost: x\r\nx-request-id: one\r\nx-request-id: two\r\nconnection: close\r\n\r\n',
  );
  assert.match(await text(socket), /\r\nx-request-id: req_/);
});

test('an error of the service is in the log with the id of the caller', async () => {
  served.expectErrors();
  const { key } = await served.makeMember();
  const headers = { 'x-request-id': 'my-broken-call' };
  const { status, body } = await served.call('GET', '/v1/broken', { token: key, headers });
  assert.deepEqual([status, body.request_id], [500, 'my-broken-call']);
  assert.ok(served.logLines.some(({ requestId, level }) => requestId === 'my-broken-call' && level === 'error'));
});

test('callers with the same id at the same time each get their own result', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => served.makeMember()));
  const headers = { 'x-request-id': 'the-same', 'idempotency-key': 'the-same' };
  const make = ({ key }: { key: string }) => served.call('POST', '/v1/things', { token: key, headers, body: {} });
  const first = await Promise.all(members.map(make));
  const numbers = new Set<number>();
  for (const [place, { status, body, headers }] of first.entries()) {
    assert.deepEqual([status, body.orgId], [201, members[place]!.orgId]);
    assert.equal(headers.get('x-request-id'), 'the-same');
    numbers.add(body.number);
  }
  assert.equal(numbers.size, members.length);
  // A repeated call gets what its organization got before.
  const again = await Promise.all(members.map(make));
  assert.deepEqual(
    again.map(({ body }) => body),
    first.map(({ body }) => body),
  );
});
