// The metrics of the service for Prometheus. Each environment has one registry, labeled with its
// name. Labels have few values, none of them from callers.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type MetricSources, tellOfSources } from './metric-sources.ts';

export interface Metrics {
  readonly contentType: string;
  countRequest(request: { readonly route: string; readonly status: number }, seconds: number): void;
  countMail(outcome: 'sent' | 'failed'): void;
  countDelivery(outcome: 'delivered' | 'failed'): void;
  countVerification(verification: Readonly<Record<'verdict' | 'reason' | 'source', string>>): void;
  text(): Promise<string>;
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
  tellOfSources(registry, sources);
  return {
    contentType: registry.contentType,
    countRequest: (request, seconds) => requests.observe(request, seconds),
    countMail: (outcome) => mails.inc({ outcome }),
    countDelivery: (outcome) => deliveries.inc({ outcome }),
    countVerification: (verification) => verifications.inc(verification),
    text: () => registry.metrics(),
  };
}
