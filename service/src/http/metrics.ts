// What the service tells Prometheus about itself. One registry for each environment, labelled with it.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createRequestTimes } from './request-times.ts';

export interface Metrics {
  readonly contentType: string;
  /** For one route: what notes the time of an answer. */
  recorderOf(route: string): (status: number, seconds: number) => void;
  countMail(outcome: 'sent' | 'failed'): void;
  text(): Promise<string>;
}

/** `waiting`: contents in line for a thread, as autoscaling goes by it. */
export function createMetrics(environment: string, waiting: () => number = () => 0): Metrics {
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
  new Gauge({
    name: 'service_compute_waiting',
    help: 'Contents that wait for a thread of this node',
    registers: [registry],
    collect() {
      this.set(waiting());
    },
  });
  return {
    contentType: registry.contentType,
    recorderOf: requestTimes.recorderOf,
    countMail: (outcome) => mails.inc({ outcome }),
    text: async () => (await registry.metrics()) + requestTimes.text(),
  };
}
