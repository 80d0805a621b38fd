// The metrics of the service for Prometheus, and for a collector (telemetry/). Each environment has
// one registry, labeled with its name. Labels have few values, none of them from callers.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { MetricFamily } from '../../telemetry/otlp-metrics.ts';
import { inSpan } from '../../telemetry/tracing.ts';
import { addSources, type MetricSources } from './metric-sources.ts';

export interface Metrics {
  readonly contentType: string;
  countRequest(request: { readonly route: string; readonly status: number }, seconds: number): void;
  countMail(outcome: 'sent' | 'failed'): void;
  countDelivery(outcome: 'delivered' | 'failed'): void;
  countVerification(verification: Readonly<Record<'verdict' | 'reason' | 'source', string>>): void;
  /** Records that are on disk. `key`: who signed them. */
  countSignature(signature: { readonly kind: string; readonly key: 'server' | 'client' }): void;
  countArchiveRead(outcome: 'ok' | 'failed'): void;
  countArchiveRun(outcome: 'ok' | 'failed'): void;
  /** A search for similar content. */
  timeSearch<Result>(index: 'pictures' | 'sounds' | 'texts', search: () => Promise<Result>): Promise<Result>;
  text(): Promise<string>;
  /** The same figures as values. */
  families(): Promise<readonly MetricFamily[]>;
}

export function createMetrics(environment: string, sources: MetricSources = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ environment });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'service_request_seconds',
    help: 'Response time by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const searches = new Histogram({
    name: 'service_search_seconds',
    help: 'Time of a search for similar content, by index',
    labelNames: ['index'],
    buckets: [0.0025, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const mails = counter('service_mails_total', 'Emails sent to the mail server, and failed attempts', ['outcome']);
  const deliveries = counter('service_webhook_deliveries_total', 'Attempts to deliver an event to a webhook', [
    'outcome',
  ]);
  const verifications = counter('service_verifications_total', 'Verifications by verdict, reason and source', [
    'verdict',
    'reason',
    'source',
  ]);
  const signatures = counter('service_signatures_total', 'Stored records by kind of content and owner of the key', [
    'kind',
    'key',
  ]);
  const archiveReads = counter('service_archive_reads_total', 'Records looked up in archive files', ['outcome']);
  const archiveRuns = counter('service_archive_runs_total', 'Runs that move records to the archive', ['outcome']);
  addSources(registry, sources);
  return {
    contentType: registry.contentType,
    countRequest: (request, seconds) => requests.observe(request, seconds),
    countMail: (outcome) => mails.inc({ outcome }),
    countDelivery: (outcome) => deliveries.inc({ outcome }),
    countVerification: (verification) => verifications.inc(verification),
    countSignature: (signature) => signatures.inc(signature),
    countArchiveRead: (outcome) => archiveReads.inc({ outcome }),
    countArchiveRun: (outcome) => archiveRuns.inc({ outcome }),
    timeSearch: (index, search) =>
      inSpan('search', { attributes: { 'search.index': index } }, async () => {
        const end = searches.startTimer({ index });
        return search().finally(end);
      }),
    text: () => registry.metrics(),
    // Its types say that `type` is a number, but it is a text.
    families: () => registry.getMetricsAsJSON() as unknown as Promise<MetricFamily[]>,
  };
}
