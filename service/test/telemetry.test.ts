// Traces and metrics of the real service at a real OTLP server: a request is followed through the
// compute process, the database and the webhook, nothing private is sent, and a collector that is
// away is not noticed by callers.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import {
  type Certificates,
  makeCertificates,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../test-support/https-receiver.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { type OtlpCollector, type ReceivedSpan, startOtlpCollector } from '../test-support/otlp-collector.ts';
import { untilItAnswers } from '../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../test-support/signing-client.ts';

const often = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_METRIC_EXPORT_INTERVAL: '1000' };
const newTrace = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });
type Trace = ReturnType<typeof newTrace>;
const headerOf = ({ traceId, spanId }: Trace, flags = '01') => ({ traceparent: `00-${traceId}-${spanId}-${flags}` });

withOpenssl(() => {
  let certificates: Certificates;
  before(() => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
  });
  after(() => certificates.remove());

  onEachDatabase((database) => {
    let service: RunningService;
    let collector: OtlpCollector;
    let receiver: Receiver;
    let org: SigningAccount;
    let serverManaged: string;
    before(async () => {
      collector = await startOtlpCollector();
      receiver = await startReceiver(certificates);
      service = await startRunningService({
        database,
        settings: {
          ...often,
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret',
          OTEL_SERVICE_NAME: 'tested',
          WEBHOOK_ALLOW_PRIVATE: 'true',
          NEURAL_WATERMARK: 'false',
        },
      });
      org = await makeSigningAccount(service, 'growth');
      serverManaged = await registerGenerator(service.live, org.key);
      const body = { url: `${receiver.url}?secret=in-the-query`, events: ['record.created'] };
      assert.equal((await service.live.call('POST', '/v1/webhooks', { token: org.key, body })).status, 201);
    });
    after(async () => {
      await service.stop();
      await receiver.stop();
      await collector.stop();
      assert.deepEqual(collector.faults, []);
    });

    const ofTrace = ({ traceId }: Trace) => collector.spans.filter((span) => span.traceId === traceId);
    const findServerSpan = ({ traceId }: Trace) =>
      collector.find(
        (span) => span.traceId === traceId && span.kind === 2 && span.attributes['http.route'] !== undefined,
      );
    const childrenOf = ({ spanId }: ReceivedSpan) =>
      collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);
    /** From a span up to the one that has no parent here. */
    function pathOf(span: ReceivedSpan): string[] {
      const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
      return parent ? [...pathOf(parent), span.name] : [span.name];
    }
    async function sign(trace: Trace, flags?: string): Promise<void> {
      const content = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.key}`, ...headerOf(trace, flags) },
        body: makeForm({ content, model: 'private-model', generator_id: serverManaged }),
      });
      assert.equal(response.status, 200);
    }

    test('the span of a request is a child of the caller’s, with the conventional attributes', async () => {
      const trace = newTrace();
      const tracestate = 'vendor=value';
      const headers = { ...headerOf(trace), tracestate, 'x-request-id': 'from-the-caller' };
      await service.live.call('GET', '/version?secret=in-the-query', { headers });
      const span = await findServerSpan(trace);
      assert.deepEqual(
        [span.name, span.parentSpanId, span.traceState, span.kind],
        ['GET /version', trace.spanId, tracestate, 2],
      );
      assert.deepEqual(span.attributes, {
        'http.request.method': 'GET',
        'http.route': '/version',
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'http.response.header.x-request-id': ['from-the-caller'],
        'deployment.environment.name': 'live',
      });
      assert.equal(collector.resources[0]!['service.name'], 'tested');
      const line = service.logLines.find(({ requestId }) => requestId === 'from-the-caller');
      assert.equal(line?.traceId, trace.traceId);
    });

    test('signing is followed through the line, the process, the database and the webhook', async () => {
      const trace = newTrace();
      receiver.requests.length = 0;
      await sign(trace);
      const server = await findServerSpan(trace);
      const names = childrenOf(server).map(({ name }) => name);
      for (const name of ['compute wait', 'compute task', 'database read']) assert.ok(names.includes(name), name);
      const spans = ofTrace(trace);
      const find = (name: string) => spans.find((span) => span.name === name)!;
      assert.deepEqual(pathOf(find('recipe sign')), ['POST /v1/sign', 'compute task', 'recipe sign']);
      assert.ok(pathOf(find('database transaction')).length > 1);
      const delivery = find('webhook delivery');
      assert.equal(pathOf(delivery)[0], 'POST /v1/sign');
      assert.deepEqual(pathOf(find('POST')).slice(-2), ['webhook delivery', 'POST']);
      const sent = receiver.requests[0]!.headers;
      assert.equal(sent.traceparent, `00-${trace.traceId}-${delivery.spanId}-01`);
      assert.equal(sent.tracestate, undefined);
      assert.equal(sent['x-request-id'], undefined);
      const webhookTransaction = spans.filter(({ name }) => name === 'database transaction');
      assert.ok(webhookTransaction.length >= 2, 'the record, and the outcome of the delivery');
    });

    test('records that share a transaction keep their own traces', async () => {
      const traces = Array.from({ length: 6 }, newTrace);
      receiver.requests.length = 0;
      await Promise.all(
        traces.map(async (trace) => {
          const body = makeSubmission(org.signer, org.generatorId);
          const { status } = await service.live.call('POST', '/v1/records', {
            token: org.key,
            body,
            headers: headerOf(trace),
          });
          assert.equal(status, 201);
        }),
      );
      for (const trace of traces) await findServerSpan(trace);
      const shared = collector.spans.filter(({ name, traceId }) => {
        return name === 'shared transaction' && traces.some((trace) => trace.traceId === traceId);
      });
      const covered = shared.flatMap(({ traceId, links }) => [traceId, ...links.map((link) => link.traceId)]);
      for (const { traceId } of traces) assert.ok(covered.includes(traceId));
      // Each event goes out in one of these traces, never in another.
      assert.equal(receiver.requests.length, traces.length);
      for (const { headers } of receiver.requests)
        assert.ok(traces.some(({ traceId }) => (headers.traceparent as string).split('-')[1] === traceId));
    });

    test('an email belongs to the trace of the request that asked for it', async () => {
      const trace = newTrace();
      const { status } = await service.live.call('POST', '/v1/auth/forgot-password', {
        body: { email: org.email },
        headers: headerOf(trace),
      });
      assert.equal(status, 200);
      const span = await collector.find(({ name, traceId }) => name === 'mail' && traceId === trace.traceId);
      assert.equal(pathOf(span)[0]?.startsWith('POST /v1/auth/'), true);
      assert.deepEqual(Object.keys(span.attributes), ['mail.kind']);
    });

    test('a caller that does not sample: nothing is sent, and the webhook sees the flag', async () => {
      const trace = newTrace();
      receiver.requests.length = 0;
      await sign(trace, '00');
      assert.match(
        receiver.requests[0]!.headers.traceparent as string,
        new RegExp(`^00-${trace.traceId}-[0-9a-f]{16}-00$`),
      );
      // What came later has arrived, so this would have too.
      const later = newTrace();
      await service.live.call('GET', '/version', { headers: headerOf(later) });
      await findServerSpan(later);
      assert.deepEqual(ofTrace(trace), []);
    });

    test('hostile headers start a new trace and change nothing', async () => {
      const { traceId, spanId } = newTrace();
      for (const traceparent of [
        'x'.repeat(4_000),
        `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
        `00-${traceId.toUpperCase()}-${spanId}-01`,
        `00-${'0'.repeat(32)}-${spanId}-01`,
        `00-${traceId}-${spanId}-01-evil`,
      ]) {
        const headers = { traceparent, tracestate: '\u00ff'.repeat(100), 'x-request-id': `id-${traceparent.length}` };
        assert.equal((await service.live.call('GET', '/version', { headers })).status, 200);
        const span = await collector.find(({ attributes }) => {
          return String(attributes['http.response.header.x-request-id']) === headers['x-request-id'];
        });
        assert.equal(span.parentSpanId, undefined);
        assert.notEqual(span.traceId, traceId);
        collector.spans.length = 0;
      }
    });

    test('an error of the service is named by its code, one of the caller is not an error', async () => {
      const trace = newTrace();
      await service.live.call('GET', '/v1/auth/me', { headers: headerOf(trace) });
      const { attributes } = await findServerSpan(trace);
      assert.equal(attributes['http.response.status_code'], 401);
      assert.equal(attributes['error.type'], undefined);
    });

    test('nothing private is sent: no content, names, addresses, credentials, tokens or queries', async () => {
      const trace = newTrace();
      const token = randomBytes(40).toString('base64url');
      await service.live.call('GET', `/v1/verify/status/${token}?secret=in-the-query`, { headers: headerOf(trace) });
      await sign(trace);
      await findServerSpan(trace);
      const text = JSON.stringify(collector.spans, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
      for (const secret of [
        token,
        org.key,
        org.token,
        org.email,
        org.orgId,
        serverManaged,
        'private-model',
        'in-the-query',
        '/hook',
        'collector-secret',
        service.dataDirectory,
      ])
        assert.ok(!text.includes(secret), secret);
      assert.ok(!/\b(select|insert|update) /i.test(text), 'SQL');
      const lines = JSON.stringify(service.logLines);
      assert.ok(!lines.includes('collector-secret'));
    });

    test('the exported metrics are those of /metrics', async () => {
      // The second export from now has started after the last request.
      for (let count = 0; count < 2; count += 1) {
        const last = collector.points;
        await untilItAnswers(async () => assert.notEqual(collector.points, last));
      }
      const { body } = await service.live.call('GET', '/metrics');
      const lines = [...(body as string).matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)];
      const shown = new Map(lines.map(([, name, labels = '', value]) => [`${name}{${sorted(labels)}}`, Number(value)]));
      const live = collector.points.filter(({ attributes }) => attributes.environment === 'live');
      const exported = new Map(
        live.map(({ name, attributes, value, buckets }) => {
          const labels = Object.entries(attributes).map(([key, text]) => `${key}="${text}"`);
          return [`${name}${buckets ? '_count' : ''}{${labels.sort().join()}}`, value];
        }),
      );
      const names = new Set([...shown.keys()].filter((key) => !/_(bucket|sum)\{/.test(key)));
      const passing = /service_request_seconds_count\{.*route="GET \/metrics"/;
      for (const key of names) {
        if (passing.test(key) || Number.isNaN(shown.get(key))) continue;
        assert.ok(exported.has(key), `${key} is not exported`);
        if (/^service_(signatures|verifications|webhook_deliveries|mails)_total/.test(key))
          assert.equal(exported.get(key), shown.get(key), key);
      }
      for (const key of exported.keys()) assert.ok(names.has(key), `${key} is not in /metrics`);
      assert.ok([...names].some((key) => key.startsWith('service_signatures_total{')));
    });

    test('a collector that hangs is not noticed by callers, and the drops are counted', async () => {
      collector.behave((response) => void response.writeHead(400).end());
      for (let count = 0; count < 20; count += 1) await service.live.call('GET', '/version');
      await untilItAnswers(async () => {
        const { body } = await service.live.call('GET', '/metrics');
        assert.match(body, /service_telemetry_dropped_total\{signal="traces",environment="live"\} [1-9]/);
      });
      collector.behave(() => undefined);
      for (let count = 0; count < 20; count += 1)
        assert.equal((await service.live.call('GET', '/version')).status, 200);
      assert.ok(service.logLines.some(({ msg }) => msg === 'the collector does not take telemetry'));
      // It still hangs when the suite ends, and the stop gives up on it.
    });
  });
});

test('off by default: no traceparent is sent, nothing is exported, and requests are the same', async () => {
  const collector = await startOtlpCollector();
  const service = await startRunningService({
    settings: { ...often, NEURAL_WATERMARK: 'false', MEDIA_DECODER: 'false' },
  });
  await service.live.call('GET', '/version', { headers: headerOf(newTrace()) });
  await service.stop();
  assert.deepEqual(collector.requests, []);
  assert.ok(service.logLines.every(({ traceId }) => traceId === undefined));
  await collector.stop();
});

test('traceidratio 0 ignores the wish of callers', async () => {
  const collector = await startOtlpCollector();
  const service = await startRunningService({
    settings: {
      ...often,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
      NEURAL_WATERMARK: 'false',
      MEDIA_DECODER: 'false',
    },
  });
  await service.live.call('GET', '/version', { headers: headerOf(newTrace()) });
  await service.stop();
  assert.deepEqual(collector.spans, []);
  await collector.stop();
});

function sorted(labels: string): string {
  return [...labels.matchAll(/\w+="(?:[^"\\]|\\.)*"/g)]
    .map(([label]) => label.replaceAll('\\\\', '\\'))
    .sort()
    .join();
}
