// Archives the records of a running service, as if some months had passed.
import { createKeyVault } from '../src/adapters/key-vault/key-vault.ts';
import { openArchive } from '../src/archive/archive.ts';
import { createArchiveJob } from '../src/archive/archive-job.ts';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { openMasterKeys } from '../src/keys.ts';
import { createLog } from '../src/log.ts';
import { openArchiveStore } from '../src/service.ts';
import type { RunningService } from './running-service.ts';

const monthMilliseconds = 31 * 24 * 60 * 60 * 1_000;

/** Needs ARCHIVE_STORE among the settings of the service. */
export async function openArchiveOf({ settings, database }: RunningService, now = later) {
  const configuration = readConfiguration(settings);
  const store = openArchiveStore(configuration)!;
  const vault = createKeyVault(await openMasterKeys(configuration), 'live');
  const log = createLog('silent');
  const archive = await openArchive({ environment: 'live', database, vault, store, log });
  const job = createArchiveJob({ environment: 'live', database, store, ...archive, afterMonths: 1, log, now });
  return { ...archive, store, job };
}

/** When records of now are due. */
export const later = () => Date.now() + 3 * monthMilliseconds;

/** Returns the number of records that moved. */
export async function archiveEverything(service: RunningService): Promise<number> {
  return (await openArchiveOf(service)).job.run();
}
