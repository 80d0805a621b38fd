// Traces and metrics for an OpenTelemetry collector. One for the process: both environments share
// its queue. Without OTEL_EXPORTER_OTLP_ENDPOINT there is none, and nothing is measured twice.
import { randomUUID } from 'node:crypto';
import type { Logger } from '../log.ts';
import { release } from '../release.ts';
import { createCollector } from './collector.ts';
import { encodeMetrics, type MetricFamily } from './otlp-metrics.ts';
import { encodeSpans } from './otlp-traces.ts';
import { createSpanQueue, usualLimits } from './span-queue.ts';
import { createTracer, type SamplerOptions, type Tracer } from './tracing.ts';

export interface TelemetryOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: SamplerOptions;
  readonly spanMilliseconds: number;
  readonly metricMilliseconds: number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

export type ReadMetrics = () => Promise<readonly MetricFamily[]>;

/** Since the start: spans, and exports of metrics. */
export interface ExportCounts {
  readonly taken: Readonly<Record<'traces' | 'metrics', number>>;
  readonly dropped: Readonly<Record<'traces' | 'metrics', number>>;
}

export interface Telemetry {
  readonly tracer: Tracer;
  readonly counts: ExportCounts;
  /** Exports these figures too. */
  follow(read: ReadMetrics): void;
  /** Sends the spans that wait, within a few seconds. */
  stop(): Promise<void>;
}

const requestMilliseconds = 10_000;
const scope = { name: 'content-provenance-service', version: release };

export function startTelemetry(options: TelemetryOptions): Telemetry {
  const { endpoint, headers, serviceName, sampler, spanMilliseconds, metricMilliseconds, log } = options;
  const resource = {
    'service.name': serviceName,
    'service.version': release,
    'service.instance.id': randomUUID(),
    'telemetry.sdk.name': scope.name,
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': release,
  };
  const send = createCollector({ endpoint, headers, requestMilliseconds });
  const taken = { traces: 0, metrics: 0 };
  const dropped = { traces: 0, metrics: 0 };
  const sources: ReadMetrics[] = [];
  const start = performance.timeOrigin;
  let isWell = true;

  /** One line for each change, however many exports fail. */
  function report(now: boolean, reason?: string): void {
    if (now === isWell) return;
    isWell = now;
    if (now) log.info('the collector takes telemetry again');
    else log.warn({ reason }, 'the collector does not take telemetry');
  }

  function onTaken(signal: 'traces' | 'metrics', count: number): void {
    taken[signal] += count;
    report(true);
  }

  function onDropped(signal: 'traces' | 'metrics', count: number, reason: string): void {
    dropped[signal] += count;
    report(false, reason);
  }

  const queue = createSpanQueue({
    send: (spans, ending) => send('traces', encodeSpans(resource, scope, spans), ending),
    onTaken: (count) => onTaken('traces', count),
    onDropped: (count, reason) => onDropped('traces', count, reason),
    limits: { ...usualLimits, everyMilliseconds: spanMilliseconds },
  });

  /** A lost export costs nothing: the next one has the sums since the start. */
  async function exportMetrics(ending: AbortSignal): Promise<void> {
    const families = merge((await Promise.all(sources.map((read) => read()))).flat());
    const outcome = await send('metrics', encodeMetrics(resource, scope, families, { start, now: Date.now() }), ending);
    if (outcome.kind === 'taken') onTaken('metrics', 1);
    else onDropped('metrics', 1, outcome.reason);
  }

  const stopping = new AbortController();
  let exporting = Promise.resolve();
  let isExporting = false;
  const timer = setInterval(() => {
    if (isExporting) return;
    isExporting = true;
    exporting = exportMetrics(stopping.signal)
      .catch((problem) => onDropped('metrics', 1, (problem as Error).message))
      .finally(() => {
        isExporting = false;
      });
  }, metricMilliseconds).unref();

  return {
    tracer: createTracer(sampler, queue.record),
    counts: { taken, dropped },
    follow: (read) => void sources.push(read),
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await exporting;
      await queue.stop();
    },
  };
}

/** Each environment has every figure, and a collector expects each name once. */
function merge(families: readonly MetricFamily[]): MetricFamily[] {
  return [...Map.groupBy(families, ({ name }) => name).values()].map((same) => ({
    ...same[0]!,
    values: same.flatMap(({ values }) => values),
  }));
}
