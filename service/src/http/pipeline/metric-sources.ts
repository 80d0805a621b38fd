// Figures that are read on every Prometheus scrape: the load of the lanes, of the memory for
// uploads and of the queues, the archive, and the exports to a collector. Every name exists in
// every service, so that dashboards and alerts can rely on it. A source that is left out has no
// values.
import type { Registry } from 'prom-client';
import type { ExportCounts } from '../../telemetry/telemetry.ts';
import { addCounter, addGauge, type Reading } from './collected-figures.ts';
import { addDatabaseFigures, type DatabaseSources } from './database-figures.ts';

interface Line {
  readonly busy: number;
  readonly waiting: number;
  /** 0: nothing waits. */
  readonly longestWaitMilliseconds: number;
}

interface MailBacklog {
  readonly count: number;
  /** When it was requested. Null: nothing waits. */
  readonly oldest: number | null;
}

interface LogSizes {
  readonly committed: number;
  readonly integrated: number;
  readonly witnessed: number;
  /** 1: no node signs checkpoints any more. */
  readonly stopped: 0 | 1;
}

export interface MetricSources extends DatabaseSources {
  /** The lanes of the compute pool. */
  readonly lanes?: Readonly<Record<string, Line>>;
  readonly uploads?: { readonly held: number; readonly waiting: number };
  readonly lookAtMails?: () => Promise<MailBacklog>;
  readonly deliveries?: () => Line;
  /** Queued deliveries that have not arrived, of all nodes. */
  readonly measureQueuedDeliveries?: () => Promise<{ readonly count: number; readonly oldestSeconds: number }>;
  /** The transparency log, as the database has it. */
  readonly measureLog?: () => Promise<LogSizes>;
  readonly sumArchives?: () => Promise<{ readonly files: number; readonly records: number }>;
  readonly exportCounts?: ExportCounts | undefined;
}

export function addSources(registry: Registry, sources: MetricSources): void {
  // First, so that it does not count the queries of the figures after it.
  addDatabaseFigures(registry, sources);
  addLanes(registry, sources);
  addUploads(registry, sources);
  addMails(registry, sources);
  addDeliveries(registry, sources);
  addArchive(registry, sources);
  addLog(registry, sources);
  addExports(registry, sources);
}

function addLanes(registry: Registry, { lanes = {} }: MetricSources): void {
  const lines = Object.entries(lanes);
  const ofLanes = (value: (line: Line) => number) => () =>
    lines.map(([lane, line]): Reading => [{ lane }, value(line)]);
  const labels = ['lane'];
  // The Helm chart scales by this figure.
  addGauge(registry, {
    name: 'service_compute_waiting',
    help: 'Files that wait for a compute process of this node',
    read: () => [[{}, lines.reduce((sum, [, { waiting }]) => sum + waiting, 0)]],
  });
  addGauge(registry, {
    name: 'service_lane_busy',
    help: 'Files in progress, by lane',
    labels,
    read: ofLanes(({ busy }) => busy),
  });
  addGauge(registry, {
    name: 'service_lane_waiting',
    help: 'Files that wait for a compute process, by lane',
    labels,
    read: ofLanes(({ waiting }) => waiting),
  });
  addGauge(registry, {
    name: 'service_lane_oldest_seconds',
    help: 'How long the first file has waited for a compute process, by lane',
    labels,
    read: ofLanes(oldestSeconds),
  });
}

function addUploads(registry: Registry, { uploads }: MetricSources): void {
  addGauge(registry, {
    name: 'service_uploads_held_bytes',
    help: 'Memory in use by uploads',
    read: () => (uploads ? [[{}, uploads.held]] : []),
  });
  addGauge(registry, {
    name: 'service_uploads_waiting',
    help: 'Uploads that wait for memory',
    read: () => (uploads ? [[{}, uploads.waiting]] : []),
  });
}

function addMails(registry: Registry, { lookAtMails }: MetricSources): void {
  const ofMails = (value: (backlog: MailBacklog) => number) => async (): Promise<Reading[]> =>
    lookAtMails ? [[{}, await lookAtMails().then(value, unknown)]] : [];
  addGauge(registry, {
    name: 'service_mails_queued',
    help: 'Emails that wait to be sent',
    read: ofMails(({ count }) => count),
  });
  addGauge(registry, {
    name: 'service_mails_oldest_seconds',
    help: 'Age of the oldest email that waits to be sent',
    read: ofMails(({ oldest }) => (oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1_000)),
  });
}

function addDeliveries(registry: Registry, { deliveries, measureQueuedDeliveries }: MetricSources): void {
  const ofDeliveries = (value: (line: Line) => number) => (): Reading[] =>
    deliveries ? [[{}, value(deliveries())]] : [];
  addGauge(registry, {
    name: 'service_webhook_deliveries_busy',
    help: 'Deliveries in progress',
    read: ofDeliveries(({ busy }) => busy),
  });
  addGauge(registry, {
    name: 'service_webhook_deliveries_waiting',
    help: 'Deliveries that wait for earlier ones',
    read: ofDeliveries(({ waiting }) => waiting),
  });
  addGauge(registry, {
    name: 'service_webhook_deliveries_oldest_seconds',
    help: 'How long the first delivery has waited for earlier ones',
    read: ofDeliveries(oldestSeconds),
  });
  const ofQueue =
    (value: (queue: { count: number; oldestSeconds: number }) => number) => async (): Promise<Reading[]> =>
      measureQueuedDeliveries ? [[{}, await measureQueuedDeliveries().then(value, unknown)]] : [];
  addGauge(registry, {
    name: 'service_webhook_queue_pending',
    help: 'Queued deliveries that have not arrived',
    read: ofQueue(({ count }) => count),
  });
  addGauge(registry, {
    name: 'service_webhook_queue_oldest_seconds',
    help: 'Age of the oldest queued delivery that has not arrived',
    read: ofQueue(({ oldestSeconds }) => oldestSeconds),
  });
}

function addArchive(registry: Registry, { sumArchives }: MetricSources): void {
  addGauge(registry, {
    name: 'service_archive_files',
    help: 'Archive files',
    read: async () => (sumArchives ? [[{}, await sumArchives().then(({ files }) => files, unknown)]] : []),
  });
  addGauge(registry, {
    name: 'service_archive_records',
    help: 'Records in archive files',
    read: async () => (sumArchives ? [[{}, await sumArchives().then(({ records }) => records, unknown)]] : []),
  });
}

function addLog(registry: Registry, { measureLog }: MetricSources): void {
  const ofLog = (value: (sizes: LogSizes) => number) => async (): Promise<Reading[]> =>
    measureLog ? [[{}, await measureLog().then(value, unknown)]] : [];
  addGauge(registry, {
    name: 'service_log_committed_entries',
    help: 'Entries of the transparency log',
    read: ofLog(({ committed }) => committed),
  });
  addGauge(registry, {
    name: 'service_log_integrated_entries',
    help: 'Entries that the newest checkpoint includes',
    read: ofLog(({ integrated }) => integrated),
  });
  addGauge(registry, {
    name: 'service_log_witnessed_entries',
    help: 'Entries that the newest checkpoint with enough cosignatures includes',
    read: ofLog(({ witnessed }) => witnessed),
  });
  addGauge(registry, {
    name: 'service_log_stopped',
    help: '1 if the transparency log signs no more checkpoints, because the database went back. Otherwise 0',
    read: ofLog(({ stopped }) => stopped),
  });
}

function addExports(registry: Registry, { exportCounts }: MetricSources): void {
  const ofSignals = (counts: Readonly<Record<string, number>> | undefined): Reading[] =>
    Object.entries(counts ?? {}).map(([signal, count]) => [{ signal }, count]);
  addCounter(registry, {
    name: 'service_telemetry_taken_total',
    help: 'Spans and exports of metrics that the collector took',
    labels: ['signal'],
    read: () => ofSignals(exportCounts?.taken),
  });
  addCounter(registry, {
    name: 'service_telemetry_dropped_total',
    help: 'Spans and exports of metrics that were dropped',
    labels: ['signal'],
    read: () => ofSignals(exportCounts?.dropped),
  });
}

function oldestSeconds({ longestWaitMilliseconds }: Line): number {
  return longestWaitMilliseconds / 1_000;
}

/** While the database is away. */
function unknown(): number {
  return Number.NaN;
}
