// What the service tells Prometheus about itself. One registry for each environment, labelled with it.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ReplicaUse } from '../adapters/database/database.ts';
import { createRequestTimes } from './request-times.ts';

export interface Metrics {
  readonly contentType: string;
  /** For one route: what notes the time of an answer. */
  recorderOf(route: string): (status: number, seconds: number) => void;
  countMail(outcome: 'sent' | 'failed'): void;
  text(): Promise<string>;
}

/** `waiting`: contents in line for a thread, as autoscaling goes by it. `replicaUse`: where there are replicas. */
export function createMetrics(
  environment: string,
  waiting: () => number = () => 0,
  replicaUse?: () => ReplicaUse,
): Metrics {
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
    help: 'Contents that wait for a compute process of this node',
    registers: [registry],
    collect() {
      this.set(waiting());
    },
  });
  if (replicaUse) tellOfReplicas(registry, replicaUse);
  return {
    contentType: registry.contentType,
    recorderOf: requestTimes.recorderOf,
    countMail: (outcome) => mails.inc({ outcome }),
    text: async () => (await registry.metrics()) + requestTimes.text(),
  };
}

function tellOfReplicas(registry: Registry, use: () => ReplicaUse): void {
  new Gauge({
    name: 'service_replica_well',
    help: 'Whether a database replica answers public reads, by its place in DATABASE_REPLICA_URL',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const [place, { state }] of use().replicas.entries())
        this.set({ replica: place + 1 }, state === 'ok' ? 1 : 0);
    },
  });
  new Counter({
    name: 'service_public_reads_total',
    help: 'Reads of public verification, by the server that answered',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      const { replicas, primaryReads } = use();
      this.reset();
      this.inc({ server: 'primary' }, primaryReads);
      for (const [place, { reads }] of replicas.entries()) this.inc({ server: `replica-${place + 1}` }, reads);
    },
  });
}
