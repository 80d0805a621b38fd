// Archives in the background, if it is configured: at the start and then every hour. Every node
// tries, and one of them works.
import type { EnvironmentName } from '../access/api-keys.ts';
import type { Database } from '../adapters/database/database.ts';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import type { Logger } from '../log.ts';
import type { RecordArchive } from './archive.ts';
import { createArchiveJob, LeaseTaken } from './archive-job.ts';

export interface ArchivingParts {
  readonly name: EnvironmentName;
  readonly database: Database;
  readonly archive: RecordArchive;
  readonly archiveStore: ObjectStore | undefined;
  readonly archiveAfterMonths: number;
  readonly log: Logger;
  readonly metrics: { countArchiveRun(outcome: 'ok' | 'failed'): void };
}

const everyMilliseconds = 60 * 60 * 1_000;
/** A file of 8,192 records takes about a second of work, so at most half of a core is used. */
const restMilliseconds = 1_000;

export function startArchiving(parts: ArchivingParts): { stop(): Promise<void> } {
  const { name, database, archive, archiveStore: store, archiveAfterMonths: afterMonths, log, metrics } = parts;
  if (!store || afterMonths === 0) return { stop: async () => undefined };
  const { files, key } = archive;
  const job = createArchiveJob({ environment: name, database, store, files, key, afterMonths, log, restMilliseconds });
  const run = () =>
    job.run().then(
      () => metrics.countArchiveRun('ok'),
      (problem) => {
        if (problem instanceof LeaseTaken) return;
        metrics.countArchiveRun('failed');
        log.warn({ err: problem }, 'records could not be archived');
      },
    );
  let running: Promise<unknown> = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMilliseconds).unref();
  return {
    async stop() {
      job.stop();
      clearInterval(timer);
      await running;
    },
  };
}
