// What the service tells Prometheus about itself. One registry for each environment, labelled with it. Labels have few values,
// all of our own making.
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { type MetricSources, tellOfSources } from './metric-sources.ts';
import { createRequestTimes } from './request-times.ts';

export interface Metrics {
  readonly contentType: string;
  /** For one route: what notes the time of an answer. */
  recorderOf(route: string): (status: number, seconds: number) => void;
  countMail(outcome: 'sent' | 'failed'): void;
  countDelivery(outcome: 'delivered' | 'failed'): void;
  countVerification(verification: Readonly<Record<'verdict' | 'reason' | 'source', string>>): void;
  text(): Promise<string>;
}

export function createMetrics(environment: string, sources: MetricSources = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ environment });
  collectDefaultMetrics({ register: registry });
  const requestTimes = createRequestTimes(environment);
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const mails = counter('service_mails_total', 'Mails handed to the mail server, and attempts that failed', [
    'outcome',
  ]);
  const deliveries = counter('service_webhook_deliveries_total', 'Attempts to deliver an event to a webhook', [
    'outcome',
  ]);
  const verifications = counter('service_verifications_total', 'Verified contents by verdict, reason and source', [
    'verdict',
    'reason',
    'source',
  ]);
  tellOfSources(registry, sources);
  return {
    contentType: registry.contentType,
    recorderOf: requestTimes.recorderOf,
    countMail: (outcome) => mails.inc({ outcome }),
    countDelivery: (outcome) => deliveries.inc({ outcome }),
    countVerification: (verification) => verifications.inc(verification),
    text: async () => (await registry.metrics()) + requestTimes.text(),
  };
}
