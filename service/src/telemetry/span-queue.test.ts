// A collector that is down, slow or hostile costs spans and nothing else: the queue is bounded, it
// backs off, it counts what it drops, and a stop ends in time.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, test } from 'node:test';
import { type OtlpCollector, startOtlpCollector } from '../../test-support/otlp-collector.ts';
import { untilItAnswers } from '../../test-support/private-program.ts';
import { createCollector } from './collector.ts';
import { encodeSpans } from './otlp-traces.ts';
import type { EndedSpan } from './span.ts';
import { createSpanQueue, type SpanQueue, type SpanQueueLimits } from './span-queue.ts';

const limits: SpanQueueLimits = {
  mostWaiting: 20,
  batch: 10,
  everyMilliseconds: 20,
  attempts: 3,
  firstPauseMilliseconds: 10,
  longestPauseMilliseconds: 50,
  stopMilliseconds: 300,
};
const requestMilliseconds = 60_000;

let collector: OtlpCollector;
let queue: SpanQueue;
let taken = 0;
let dropped = 0;
const reasons = new Set<string>();

beforeEach(async () => {
  collector = await startOtlpCollector();
  open(collector.url);
});
afterEach(async () => {
  await queue.stop();
  await collector.stop();
});

function open(endpoint: string, own: Partial<SpanQueueLimits> = {}): void {
  [taken, dropped] = [0, 0];
  reasons.clear();
  const send = createCollector({ endpoint, headers: { authorization: 'Bearer a' }, requestMilliseconds });
  queue = createSpanQueue({
    send: (spans, ending) => send('traces', encodeSpans({}, { name: 'test', version: '1' }, spans), ending),
    onTaken(count) {
      taken += count;
    },
    onDropped(count, reason) {
      dropped += count;
      reasons.add(reason);
    },
    limits: { ...limits, ...own },
  });
}

let made = 0;
function makeSpan(): EndedSpan {
  made += 1;
  return {
    traceId: made.toString(16).padStart(32, '0'),
    spanId: made.toString(16).padStart(16, '0'),
    sampled: true,
    traceState: '',
    parentId: undefined,
    name: 'a span',
    kind: 'internal',
    start: Date.now(),
    end: Date.now() + 1,
    attributes: {},
    errorType: undefined,
    links: [],
  };
}
const record = (count: number) => Array.from({ length: count }, makeSpan).forEach(queue.record);
const until = (condition: () => boolean) => untilItAnswers(async () => assert.ok(condition()));

test('spans arrive in batches, with the headers of the operator', async () => {
  record(15);
  await until(() => taken === 15);
  assert.deepEqual([collector.spans.length, dropped, collector.faults], [15, 0, []]);
  assert.ok(collector.requests.every(({ headers }) => headers.authorization === 'Bearer a'));
});

for (const [name, status, headers] of [
  ['500 without a way to know more', 500, {}],
  ['400', 400, {}],
  ['a redirect', 307, { location: '/v1/elsewhere' }],
] as const) {
  test(`${name}: the batch is dropped and counted, after one request`, async () => {
    collector.behave((response) => void response.writeHead(status, headers).end());
    record(10);
    await until(() => dropped === 10);
    assert.deepEqual([...reasons], [`status ${status}`]);
    assert.equal(collector.requests.length, 1);
    collector.behave();
    record(3);
    await until(() => taken === 3);
  });
}

test('503: the batch is sent again, and arrives once the collector is back', async () => {
  let refused = 0;
  collector.behave((response) => {
    refused += 1;
    if (refused === 2) collector.behave();
    response.writeHead(503).end();
  });
  record(10);
  await until(() => taken === 10);
  assert.deepEqual([refused, dropped, collector.spans.length], [2, 0, 10]);
});

test('a huge, negative or broken Retry-After does not stop the queue', async () => {
  for (const value of ['99999999999', '-1', 'Infinity', 'Fri, 31 Dec 9999 23:59:59 GMT', 'x'.repeat(5_000)]) {
    const before = taken;
    collector.behave((response) => {
      collector.behave();
      response.writeHead(503, { 'retry-after': value }).end();
    });
    record(10);
    await until(() => taken === before + 10);
  }
});

const away: [string, (() => void) | undefined][] = [
  ['hangs', () => collector.behave(() => undefined)],
  [
    'sends its response without an end',
    () => collector.behave((response: ServerResponse) => void response.writeHead(200).write('{')),
  ],
  ['cuts the connection', () => collector.behave((response) => void response.destroy())],
  ['is down', undefined],
];
for (const [name, prepare] of away) {
  test(`a collector that ${name}: nothing waits, memory is bounded, drops are counted, a stop ends`, async () => {
    if (prepare) prepare();
    else open('http://127.0.0.1:1');
    record(10_000);
    assert.ok(queue.waiting <= limits.mostWaiting);
    assert.ok(dropped >= 10_000 - limits.mostWaiting - limits.batch);
    await queue.stop();
    assert.equal(queue.waiting, 0);
    assert.equal(taken + dropped, 10_000);
    assert.ok(name.includes('without an end') || taken === 0);
  });
}

test('a span that cannot be encoded costs its batch, and the next one arrives', async () => {
  record(2);
  queue.record({ ...makeSpan(), attributes: { broken: undefined as never } });
  await until(() => dropped === 3);
  record(1);
  await until(() => taken === 1);
});

test('a stop sends what waits', async () => {
  open(collector.url, { everyMilliseconds: 1_000_000 });
  record(7);
  await queue.stop();
  assert.deepEqual([taken, collector.spans.length], [7, 7]);
});
