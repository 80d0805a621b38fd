// Brings archived records back into the database: the newest file first, so that the archive always
// ends at one record_id. A file and its entry in the list are removed only after all records are
// back. An interrupted restore continues.
import type { Database, Transaction } from '../adapters/database/database.ts';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { addToCounts, deleteArchive, findNewest, listArchives, putRowsBack, setState } from './archives.store.ts';
import { countRecords } from './count-records.ts';

export interface RestoreParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly files: ArchiveFiles;
  readonly whileLeased: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
}

/** Returns the number of records. */
export async function restoreRecords({ database, store, files, whileLeased }: RestoreParts): Promise<number> {
  let restored = 0;
  for (;;) {
    const archive = await findNewest(database.read, ['stored', 'released']);
    if (!archive) break;
    const blocks = await Array.fromAsync(files.readAll(archive));
    for (const rows of blocks) await whileLeased((transaction) => putRowsBack(transaction, rows));
    await whileLeased(async (transaction) => {
      for (const rows of blocks) await addToCounts(transaction, countRecords(rows, -1));
      await setState(transaction, archive.archive_id, 'restored');
    });
    restored += archive.entries;
  }
  await removeRestored({ database, store, files, whileLeased });
  return restored;
}

/** Removes the files whose records are back, also those that an interrupted restore has left. */
export async function removeRestored({ database, store, files, whileLeased }: RestoreParts): Promise<void> {
  for (;;) {
    const [archive] = await listArchives(database.read, 'restored', '', 1);
    if (!archive) return;
    await whileLeased((transaction) => deleteArchive(transaction, archive.archive_id));
    await store.remove(files.nameOf(archive));
  }
}
