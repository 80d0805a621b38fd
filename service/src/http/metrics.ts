// What the service tells Prometheus about itself. One registry for each environment, labelled with it.
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { createRequestTimes } from './request-times.ts';

export interface Metrics {
  readonly contentType: string;
  /** For one route: what notes the time of an answer. */
  recorderOf(route: string): (status: number, seconds: number) => void;
  countMail(outcome: 'sent' | 'failed'): void;
  text(): Promise<string>;
}

export function createMetrics(environment: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ environment });
  collectDefaultMetrics({ register: registry });
  const requestTimes = createRequestTimes(environment);
  const mails = new Counter({
    name: 'service_mails_total',
    help: 'Mails handed to the mail server, and attempts that failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    recorderOf: requestTimes.recorderOf,
    countMail: (outcome) => mails.inc({ outcome }),
    text: async () => (await registry.metrics()) + requestTimes.text(),
  };
}
