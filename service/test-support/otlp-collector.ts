// A real HTTP server that records what arrives over OTLP, and refuses what breaks the JSON form of
// opentelemetry-proto: an unknown field, a wrong type, an id of another length.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly name: string;
  readonly kind: number;
  /** In nanoseconds. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

export interface ReceivedPoint {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The count, for a histogram. */
  readonly value: number;
  readonly buckets?: readonly number[];
}

export interface OtlpCollector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Those of the newest export. */
  points: readonly ReceivedPoint[];
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** What was wrong with a request. */
  readonly faults: string[];
  readonly resources: Readonly<Record<string, unknown>>[];
  /** Left out: every request is taken. */
  behave(behaviour?: (response: ServerResponse) => void): void;
  /** Waits for the first span that matches. */
  find(matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  stop(): Promise<void>;
}

const waitMilliseconds = 30_000;

export async function startOtlpCollector(): Promise<OtlpCollector> {
  let behaviour: ((response: ServerResponse) => void) | undefined;
  const collector: Omit<OtlpCollector, 'url' | 'behave' | 'find' | 'stop'> = {
    spans: [],
    points: [],
    requests: [],
    faults: [],
    resources: [],
  };
  const server = createServer(async (request, response) => {
    collector.requests.push({ path: request.url!, headers: request.headers });
    const body = await json(request).catch(() => undefined);
    if (behaviour) return behaviour(response);
    try {
      assert.equal(request.headers['content-type'], 'application/json');
      if (request.url === '/v1/traces') readTraces(body, collector);
      else if (request.url === '/v1/metrics') readMetrics(body, collector);
      else assert.fail(`nothing listens on ${request.url}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    } catch (problem) {
      collector.faults.push((problem as Error).message);
      response.writeHead(400).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next?: (response: ServerResponse) => void) {
      behaviour = next;
    },
    async find(matches: (span: ReceivedSpan) => boolean) {
      for (const end = Date.now() + waitMilliseconds; Date.now() < end; await pause(20)) {
        const found = collector.spans.find(matches);
        if (found) return found;
      }
      const names = collector.spans.map(({ name }) => name).join(', ');
      return assert.fail(`No such span arrived. Spans: ${names}. Faults: ${collector.faults.join(', ')}`);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

// biome-ignore lint/suspicious/noExplicitAny: JSON whose form is checked field by field.
type Json = any;

/** Fields in the order of opentelemetry-proto. */
function expectFields(value: Json, required: readonly string[], optional: readonly string[] = []): void {
  assert.equal(typeof value, 'object');
  const names = Object.keys(value);
  for (const name of required) assert.ok(names.includes(name), `the field ${name} is missing`);
  for (const name of names) assert.ok([...required, ...optional].includes(name), `the field ${name} is unknown`);
}

function readAttributes(list: Json): Record<string, unknown> {
  assert.ok(Array.isArray(list));
  const entries = list.map((each: Json) => {
    expectFields(each, ['key', 'value']);
    assert.equal(typeof each.key, 'string');
    return [each.key, readValue(each.value)] as const;
  });
  assert.equal(new Set(entries.map(([key]) => key)).size, entries.length, 'a key occurs twice');
  return Object.fromEntries(entries);
}

function readValue(value: Json): unknown {
  const [[type, content], ...more] = Object.entries<Json>(value) as [[string, Json]];
  assert.equal(more.length, 0);
  if (type === 'intValue') return Number(expectMatch(content, /^-?\d+$/));
  if (type === 'arrayValue') return content.values.map(readValue);
  const types: Record<string, string> = { stringValue: 'string', boolValue: 'boolean', doubleValue: 'number' };
  assert.equal(typeof content, types[type], type);
  return content;
}

function expectMatch(text: Json, form: RegExp): string {
  assert.equal(typeof text, 'string');
  assert.match(text, form);
  return text;
}

const traceForm = /^[0-9a-f]{32}$/;
const spanForm = /^[0-9a-f]{16}$/;
const uint64 = /^\d{1,20}$/;

function readTraces(body: Json, { spans, resources }: Pick<OtlpCollector, 'spans' | 'resources'>): void {
  expectFields(body, ['resourceSpans']);
  for (const each of body.resourceSpans) {
    expectFields(each, ['resource', 'scopeSpans']);
    resources.push(readAttributes(each.resource.attributes));
    for (const scoped of each.scopeSpans) {
      expectFields(scoped, ['scope', 'spans']);
      spans.push(...scoped.spans.map(readSpan));
    }
  }
}

function readSpan(span: Json): ReceivedSpan {
  const required = ['traceId', 'spanId', 'flags', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano', 'attributes'];
  expectFields(span, required, ['traceState', 'parentSpanId', 'status', 'links']);
  if (span.parentSpanId !== undefined) expectMatch(span.parentSpanId, spanForm);
  if (span.status) assert.deepEqual(span.status, { code: 2 });
  assert.ok([1, 2, 3].includes(span.kind));
  const start = BigInt(expectMatch(span.startTimeUnixNano, uint64));
  const end = BigInt(expectMatch(span.endTimeUnixNano, uint64));
  assert.ok(end >= start, 'a span ends before it starts');
  const links = (span.links ?? []).map((link: Json) => {
    expectFields(link, ['traceId', 'spanId']);
    return { traceId: expectMatch(link.traceId, traceForm), spanId: expectMatch(link.spanId, spanForm) };
  });
  return {
    traceId: expectMatch(span.traceId, traceForm),
    spanId: expectMatch(span.spanId, spanForm),
    parentSpanId: span.parentSpanId,
    traceState: span.traceState,
    name: span.name,
    kind: span.kind,
    start,
    end,
    attributes: readAttributes(span.attributes),
    links,
  };
}

function readMetrics(body: Json, collector: Pick<OtlpCollector, 'points' | 'resources'>): void {
  expectFields(body, ['resourceMetrics']);
  collector.points = body.resourceMetrics.flatMap((each: Json) => {
    expectFields(each, ['resource', 'scopeMetrics']);
    collector.resources.push(readAttributes(each.resource.attributes));
    return each.scopeMetrics.flatMap((scoped: Json) => {
      expectFields(scoped, ['scope', 'metrics']);
      const names = scoped.metrics.map(({ name }: Json) => name);
      assert.equal(new Set(names).size, names.length, 'a metric occurs twice');
      return scoped.metrics.flatMap(readMetric);
    });
  });
}

function readMetric({ name, description, ...data }: Json): ReceivedPoint[] {
  assert.equal(typeof description, 'string');
  const [[kind, { dataPoints, ...rest }], ...more] = Object.entries<Json>(data) as [[string, Json]];
  assert.equal(more.length, 0);
  if (kind === 'gauge') assert.deepEqual(rest, {});
  else assert.deepEqual(rest, { aggregationTemporality: 2, ...(kind === 'sum' && { isMonotonic: true }) });
  return dataPoints.map((point: Json) => {
    const times = ['startTimeUnixNano', 'timeUnixNano'];
    for (const time of times) expectMatch(point[time], uint64);
    const attributes = readAttributes(point.attributes);
    if (kind !== 'histogram') {
      expectFields(point, ['attributes', 'asDouble', ...times]);
      assert.equal(typeof point.asDouble, 'number');
      return { name, attributes, value: point.asDouble };
    }
    expectFields(point, ['attributes', 'count', 'sum', 'bucketCounts', 'explicitBounds', ...times]);
    const buckets = point.bucketCounts.map((count: Json) => Number(expectMatch(count, uint64)));
    assert.equal(buckets.length, point.explicitBounds.length + 1);
    const value = Number(expectMatch(point.count, uint64));
    assert.equal(
      buckets.reduce((sum: number, count: number) => sum + count, 0),
      value,
      'the buckets have as many values as the histogram',
    );
    return { name, attributes, value, buckets };
  });
}
