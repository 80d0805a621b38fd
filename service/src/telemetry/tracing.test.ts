// Spans: which traces are recorded, what a step costs without one, how errors are named, and which
// outgoing requests carry the trace.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createOutgoingHttps } from '../adapters/outgoing-https/outgoing-https.ts';
import { createResolve, createResolver } from '../adapters/outgoing-https/resolve-host.ts';
import { createTimestamps } from '../resources/c2pa/timestamps.ts';
import type { EndedSpan } from './span.ts';
import { newSpanId, newTraceId } from './trace-context.ts';
import { createTracer, currentSpan, inSpan, runAndEnd, runIn, traceHeaders } from './tracing.ts';

function openTracer(ratio = 1, followsParent = true) {
  const spans: EndedSpan[] = [];
  return { spans, tracer: createTracer({ ratio, followsParent }, (span) => void spans.push(span)) };
}

const contextOf = (sampled: boolean) => ({ traceId: newTraceId(), spanId: newSpanId(), sampled, traceState: '' });

test('the ratio decides about traces without a caller, and the caller about its own', () => {
  const { tracer } = openTracer(0.25);
  const count = 4_000;
  const sampled = Array.from({ length: count }, () => tracer.start('a', undefined)).filter((span) => span.sampled);
  // Ten standard deviations.
  assert.ok(Math.abs(sampled.length - count / 4) < 275, `${sampled.length} of ${count}`);
  for (const decision of [true, false]) assert.equal(tracer.start('a', contextOf(decision)).sampled, decision);
});

test('all services that see a trace decide the same', () => {
  const [one, other] = [openTracer(0.5, false).tracer, openTracer(0.5, false).tracer];
  for (let count = 0; count < 200; count += 1) {
    const parent = contextOf(true);
    assert.equal(one.start('a', parent).sampled, other.start('b', parent).sampled);
  }
});

test('steps are children of the step around them, also after awaits and at the same time', async () => {
  const { tracer, spans } = openTracer();
  const step = (name: string) =>
    inSpan(name, {}, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await inSpan(`${name} inner`, {}, async () => undefined);
    });
  await runAndEnd(tracer.start('root', undefined), () => Promise.all([step('one'), step('two')]));
  const find = (name: string) => spans.find((span) => span.name === name)!;
  for (const name of ['one', 'two']) {
    assert.equal(find(name).parentId, find('root').spanId);
    assert.equal(find(`${name} inner`).parentId, find(name).spanId);
  }
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
});

test('spans from another process: only a few, and only of the same trace', () => {
  const { tracer, spans } = openTracer();
  const span = tracer.start('root', undefined);
  span.child('mine').end();
  const [own] = spans;
  span.adopt([{ ...own!, traceId: newTraceId() }, ...Array.from({ length: 1_000 }, () => own!)]);
  assert.equal(spans.length, 1 + 15);
  assert.ok(spans.every(({ traceId }) => traceId === span.traceId));
});

test('an error is named by its class, and its text is never sent', async () => {
  const { tracer, spans } = openTracer();
  const span = tracer.start('root', undefined);
  const failing = runAndEnd(span, async () => {
    throw new RangeError('private content');
  });
  await assert.rejects(failing, /private content/);
  assert.equal(spans[0]!.errorType, 'RangeError');
  assert.ok(!JSON.stringify(spans).includes('private'));
});

test('without a sampled trace, a step is only its work', async () => {
  const work = async () => currentSpan();
  assert.equal(await inSpan('a', {}, work), undefined);
  const { tracer, spans } = openTracer(0);
  const unsampled = tracer.start('root', undefined);
  assert.equal(await runAndEnd(unsampled, () => inSpan('a', {}, work)), unsampled);
  assert.deepEqual(spans, []);
  assert.deepEqual(traceHeaders(), {});
});

test('a time stamp authority gets the trace, an address that a caller names does not', async () => {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    request.resume().on('end', () => response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const outgoing = createOutgoingHttps({ resolve: createResolve(createResolver([])), isAllowed: () => true });
  const { tracer, spans } = openTracer();
  const span = tracer.start('root', undefined);
  const timestamps = createTimestamps({ urls: [url], outgoing, log: { warn: () => undefined } });
  await runIn(span, () => timestamps.stamp(new Uint8Array(8)));
  await runIn(span, () => outgoing.exchange(url, {}, new Uint8Array(1), 10));
  server.close();
  const [stamped, plain] = received.map(({ traceparent, tracestate }) => [traceparent, tracestate]);
  assert.deepEqual(stamped, [`00-${span.traceId}-${span.spanId}-01`, undefined]);
  // The adapter itself adds no header.
  assert.deepEqual(plain, [undefined, undefined]);
  assert.deepEqual(
    spans.map(({ name, attributes }) => [name, attributes['server.address'], attributes['http.response.status_code']]),
    [
      ['POST', '127.0.0.1', 200],
      ['POST', '127.0.0.1', 200],
    ],
  );
});
