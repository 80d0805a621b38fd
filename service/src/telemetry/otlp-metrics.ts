// The figures of a Prometheus registry in the JSON form of OTLP (opentelemetry-proto,
// ExportMetricsServiceRequest), with the same names, labels and values as /metrics.
import { encodeAttributes, nanoseconds, type OtlpScope } from './otlp-traces.ts';
import type { Attributes } from './span.ts';

/** As prom-client lists it. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly MetricValue[];
}

interface MetricValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  /** For a histogram: name_bucket, name_sum or name_count. */
  readonly metricName?: string;
}

/** AggregationTemporality of opentelemetry-proto: since the start of the process. */
const cumulative = 2;

export interface MetricTimes {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly now: number;
}

export function encodeMetrics(
  resource: Attributes,
  scope: OtlpScope,
  families: readonly MetricFamily[],
  times: MetricTimes,
): object {
  const metrics = families.filter(({ values }) => values.length > 0).map((family) => encodeFamily(family, times));
  return {
    resourceMetrics: [{ resource: { attributes: encodeAttributes(resource) }, scopeMetrics: [{ scope, metrics }] }],
  };
}

function encodeFamily({ name, help, type, values }: MetricFamily, { start, now }: MetricTimes): object {
  const when = { startTimeUnixNano: nanoseconds(start), timeUnixNano: nanoseconds(now) };
  const about = { name, description: help };
  if (type === 'histogram') {
    const dataPoints = pointsOf(name, values).map((point) => ({ ...point, ...when }));
    return { ...about, histogram: { aggregationTemporality: cumulative, dataPoints } };
  }
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, labels }) => ({ attributes: encodeAttributes(textsOf(labels)), ...when, asDouble: value }));
  if (type === 'counter')
    return { ...about, sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints } };
  return { ...about, gauge: { dataPoints } };
}

interface HistogramPoint {
  readonly attributes: object[];
  count: string;
  sum: number;
  /** As /metrics has them until all have been read: each with those of the smaller buckets. */
  readonly bucketCounts: (number | string)[];
  readonly explicitBounds: number[];
}

/** One point for each set of labels. prom-client lists the buckets from small to large. */
function pointsOf(name: string, values: readonly MetricValue[]): HistogramPoint[] {
  const points = new Map<string, HistogramPoint>();
  for (const {
    value,
    labels: { le, ...labels },
    metricName,
  } of values) {
    const key = JSON.stringify(Object.entries(labels).sort());
    const fresh = {
      attributes: encodeAttributes(textsOf(labels)),
      count: '0',
      sum: 0,
      bucketCounts: [],
      explicitBounds: [],
    };
    const point: HistogramPoint = points.get(key) ?? fresh;
    points.set(key, point);
    if (metricName === `${name}_sum`) point.sum = value;
    else if (metricName === `${name}_count`) point.count = String(value);
    else {
      point.bucketCounts.push(value);
      if (le !== '+Inf') point.explicitBounds.push(Number(le));
    }
  }
  for (const { bucketCounts } of points.values()) separate(bucketCounts);
  return [...points.values()];
}

/** Prometheus adds the smaller buckets to each bucket. OTLP does not. */
function separate(counts: (number | string)[]): void {
  for (let place = counts.length - 1; place >= 0; place -= 1) {
    counts[place] = String(Number(counts[place]) - Number(counts[place - 1] ?? 0));
  }
}

/** All labels of Prometheus are texts. */
function textsOf(labels: MetricValue['labels']): Attributes {
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)]));
}
