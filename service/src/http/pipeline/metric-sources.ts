// Figures that are read on every Prometheus scrape: the load of the lanes, of the memory for
// uploads and of the queues, and the state of the indexes and the database replicas.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ReplicaUse } from '../../adapters/database/database.ts';

interface Line {
  readonly busy: number;
  readonly waiting: number;
}

/** A source that is left out has no figures. */
export interface MetricSources {
  /** The lanes of the compute pool. */
  readonly lanes?: Readonly<Record<string, Line>>;
  readonly uploads?: { readonly held: number; readonly waiting: number };
  readonly indexes?: () => readonly { readonly kind: string; readonly records: number; readonly loaded: boolean }[];
  readonly countMails?: () => Promise<number>;
  readonly deliveries?: () => Line;
  readonly replicaUse?: (() => ReplicaUse) | undefined;
}

type Labels = Readonly<Record<string, string | number>>;
type Reading = readonly [labels: Labels, value: number];

export function tellOfSources(registry: Registry, sources: MetricSources): void {
  const { lanes = {}, uploads, indexes = () => [], countMails, deliveries, replicaUse } = sources;

  function gauge(name: string, help: string, labelNames: string[], read: () => Reading[] | Promise<Reading[]>): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        for (const [labels, value] of await read()) this.set(labels, value);
      },
    });
  }

  const lines = Object.entries(lanes);
  // The Helm chart scales by this figure.
  gauge('service_compute_waiting', 'Files that wait for a compute process of this node', [], () => [
    [{}, lines.reduce((sum, [, { waiting }]) => sum + waiting, 0)],
  ]);
  gauge('service_lane_busy', 'Files in progress, by lane', ['lane'], () =>
    lines.map(([lane, { busy }]) => [{ lane }, busy]),
  );
  gauge('service_lane_waiting', 'Files that wait for a compute process, by lane', ['lane'], () =>
    lines.map(([lane, { waiting }]) => [{ lane }, waiting]),
  );
  gauge('service_index_records', 'Perceptual hashes in memory', ['kind'], () =>
    indexes().map(({ kind, records }) => [{ kind }, records]),
  );
  gauge('service_index_loaded', 'Whether all stored perceptual hashes are loaded', ['kind'], () =>
    indexes().map(({ kind, loaded }) => [{ kind }, Number(loaded)]),
  );
  if (uploads) {
    gauge('service_uploads_held_bytes', 'Memory in use by uploads', [], () => [[{}, uploads.held]]);
    gauge('service_uploads_waiting', 'Uploads that wait for memory', [], () => [[{}, uploads.waiting]]);
  }
  if (countMails) {
    // The number is unknown while the database is away.
    gauge('service_mails_queued', 'Emails that wait to be sent', [], async () => [
      [{}, await countMails().catch(() => Number.NaN)],
    ]);
  }
  if (deliveries) {
    gauge('service_webhook_deliveries_busy', 'Deliveries in progress', [], () => [[{}, deliveries().busy]]);
    gauge('service_webhook_deliveries_waiting', 'Deliveries that wait for earlier ones', [], () => [
      [{}, deliveries().waiting],
    ]);
  }
  if (replicaUse) tellOfReplicas(registry, replicaUse);
}

function tellOfReplicas(registry: Registry, use: () => ReplicaUse): void {
  new Gauge({
    name: 'service_replica_well',
    help: 'Whether a database replica serves public reads, by its position in DATABASE_REPLICA_URL',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const [place, { state }] of use().replicas.entries())
        this.set({ replica: place + 1 }, state === 'ok' ? 1 : 0);
    },
  });
  new Counter({
    name: 'service_public_reads_total',
    help: 'Reads for public verification, by the server that served them',
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
