// The span of a request: its name, its status, what counts as an error, and that handlers run in
// it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Type } from 'typebox';
import { untilItAnswers } from '../../../test-support/private-program.ts';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import type { EndedSpan } from '../../telemetry/span.ts';
import { createTracer, inSpan } from '../../telemetry/tracing.ts';
import { defineRoute } from '../define-route.ts';
import { fail } from '../error-catalogue.ts';

const entered = Promise.withResolvers<void>();
const work: Readonly<Record<string, () => Promise<unknown>>> = {
  fine: () => inSpan('step', {}, async () => undefined),
  busy: async () => fail('service_unavailable'),
  broken: async () => {
    throw new Error('private content');
  },
  refused: async () => fail('not_found'),
  endless: () => {
    entered.resolve();
    return new Promise(() => undefined);
  },
};
const route = defineRoute({
  method: 'GET',
  path: '/v1/things/:token',
  operation: 'getThing',
  resource: 'Things',
  summary: 'Does what it is asked',
  access: { caller: 'public' },
  feature: null,
  limit: 'none',
  anyOrigin: false,
  params: Type.Object({ token: Type.String() }),
  success: { status: 200, schema: Type.Object({}) },
  errors: ['not_found'],
  handler: async ({ params }) => {
    await work[params.token]!();
    return {};
  },
});

const spans: EndedSpan[] = [];
let served: ServedRoutes;
before(async () => {
  const tracer = createTracer({ ratio: 1, followsParent: true }, (span) => void spans.push(span));
  served = await serveRoutes([route], { tracer });
  served.expectErrors();
});
beforeEach(() => void spans.splice(0));
after(() => served.stop());

async function spanOf(path: string, options: Parameters<ServedRoutes['call']>[2] = {}): Promise<EndedSpan> {
  await served.call('GET', path, options);
  return serverSpan();
}

async function serverSpan(): Promise<EndedSpan> {
  await untilItAnswers(async () => assert.ok(spans.some(({ kind }) => kind === 'server')));
  return spans.find(({ kind }) => kind === 'server')!;
}

test('the handler runs in the span, which has the declared route and never the path', async () => {
  const span = await spanOf('/v1/things/fine?secret=1');
  assert.deepEqual([span.name, span.errorType], ['GET /v1/things/:token', undefined]);
  assert.deepEqual([span.attributes['http.route'], span.attributes['http.response.status_code']], [route.path, 200]);
  assert.equal(spans.find(({ name }) => name === 'step')?.parentId, span.spanId);
  assert.doesNotMatch(JSON.stringify(spans), /fine|secret/);
});

test('an error of the service has its code, an error of the caller is none', async () => {
  for (const [token, status, errorType] of [
    ['busy', 503, 'service_unavailable'],
    ['broken', 500, 'internal_error'],
    ['refused', 404, undefined],
  ] as const) {
    spans.length = 0;
    const span = await spanOf(`/v1/things/${token}`);
    assert.deepEqual([span.attributes['http.response.status_code'], span.errorType], [status, errorType]);
    assert.doesNotMatch(JSON.stringify(spans), /private/);
  }
});

test('an address without a route is named by the method', async () => {
  const span = await spanOf('/secret-address');
  assert.deepEqual([span.name, span.attributes['http.route']], ['GET', undefined]);
  assert.doesNotMatch(JSON.stringify(spans), /secret/);
});

test('a caller that leaves before the response ends the span', async () => {
  const leaving = new AbortController();
  const call = fetch(`${served.url}/v1/things/endless`, { signal: leaving.signal });
  void entered.promise.then(() => leaving.abort());
  await assert.rejects(call);
  assert.equal((await serverSpan()).errorType, 'client_disconnected');
});
