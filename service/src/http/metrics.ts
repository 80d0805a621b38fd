// What the service tells Prometheus about itself. One registry for each environment, labelled with it.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

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
  const requests = new Histogram({
    name: 'service_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'service_mails_total',
    help: 'Mails handed to the mail server, and attempts that failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    recorderOf(route) {
      // The labels are looked up once for each status, not at every answer.
      const byStatus = new Map<number, Histogram.Internal<'route' | 'status'>>();
      return (status, seconds) => {
        let histogram = byStatus.get(status);
        if (!histogram) {
          histogram = requests.labels(route, String(status));
          byStatus.set(status, histogram);
        }
        histogram.observe(seconds);
      };
    },
    countMail: (outcome) => mails.inc({ outcome }),
    text: () => registry.metrics(),
  };
}
