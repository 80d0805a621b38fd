// The archive of old records: shows it, archives what is due, checks every byte of every file, or
// brings all records back into the database.
import type { Database } from '../../adapters/database/database.ts';
import { createKeyVault } from '../../adapters/key-vault/key-vault.ts';
import { FileDamaged, type ObjectStore, StoreUnavailable } from '../../adapters/object-store/object-store.ts';
import { openArchive, type RecordArchive } from '../../archive/archive.ts';
import { type ArchiveJob, createArchiveJob } from '../../archive/archive-job.ts';
import { listAllArchives, sumArchives } from '../../archive/archives.store.ts';
import { restoreRecords } from '../../archive/restore-records.ts';
import { openMasterKeys } from '../../keys.ts';
import { createLog } from '../../log.ts';
import { openArchiveStore } from '../../service.ts';
import { Refused, type RunCommand, type Tools, WrongUsage } from '../command.ts';
import { formatTable } from '../table.ts';

interface Archiving {
  readonly tools: Tools;
  readonly database: Database;
  readonly store: ObjectStore;
  readonly archive: RecordArchive;
  readonly job: ArchiveJob;
}

const actions: Readonly<Record<string, (archiving: Archiving) => Promise<void>>> = {
  status,
  run: move,
  check,
  restore,
};

export const run: RunCommand = async (tools, action = 'status') => {
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!act) throw new WrongUsage(`The action must be one of: ${Object.keys(actions).join(', ')}.`);
  const { configuration, environment } = tools;
  const store = openArchiveStore(configuration);
  if (!store) throw new Refused('ARCHIVE_STORE is not set. Set it as for the service.');
  const database = await tools.openDatabase();
  const vault = createKeyVault(await openMasterKeys(configuration), environment);
  // Damage is reported here by the command itself.
  const log = createLog('silent');
  const archive = await openArchive({ environment, database, vault, store, log });
  const afterMonths = configuration.archiveAfterMonths;
  const job = createArchiveJob({ environment, database, store, ...archive, afterMonths, log });
  await act({ tools, database, store, archive, job });
};

async function status({ tools, database, store }: Archiving): Promise<void> {
  const rows = await sumArchives(database.read);
  const { archiveAfterMonths: months } = tools.configuration;
  tools.print(`Archive files are in ${store.place}.`);
  tools.print(
    months === 0
      ? 'ARCHIVE_AFTER_MONTHS is not set, so no more records are archived.'
      : `Records are archived when their month ended ${months} month(s) ago.`,
  );
  if (rows.length === 0) return tools.print('Nothing is archived.');
  tools.print(
    formatTable(
      ['state', 'files', 'records', 'bytes'],
      rows.map(({ state, files, entries, bytes }) => [state, files, entries, bytes].map(String)),
    ),
  );
}

async function move({ tools, job }: Archiving): Promise<void> {
  if (tools.configuration.archiveAfterMonths === 0) {
    throw new Refused('ARCHIVE_AFTER_MONTHS is not set. Set it as for the service.');
  }
  tools.print(`Archived ${await job.run()} record(s).`);
}

async function check({ tools, database, archive: { files } }: Archiving): Promise<void> {
  let records = 0;
  let count = 0;
  const faults: string[] = [];
  for await (const archive of listAllArchives(database.read)) {
    count += 1;
    try {
      let found = 0;
      for await (const rows of files.readAll(archive)) found += rows.length;
      if (found !== archive.entries) throw new FileDamaged(`It has ${found} of ${archive.entries} records.`);
      records += found;
    } catch (problem) {
      if (!(problem instanceof FileDamaged || problem instanceof StoreUnavailable)) throw problem;
      faults.push(`${files.nameOf(archive)}: ${problem.message}`);
    }
  }
  if (faults.length > 0) throw new Refused([...faults, 'Restore these files from a backup.'].join('\n'));
  tools.print(`The archive is intact: ${records} record(s) in ${count} file(s).`);
}

async function restore({ tools, database, store, archive: { files }, job }: Archiving): Promise<void> {
  if (tools.configuration.archiveAfterMonths > 0) {
    throw new Refused(
      'ARCHIVE_AFTER_MONTHS is set, so the service would archive the records again. Remove it, restart every node, then restore.',
    );
  }
  const records = await restoreRecords({ database, store, files, whileLeased: job.whileLeased });
  tools.print(`Restored ${records} record(s). The archive is empty.`);
}
