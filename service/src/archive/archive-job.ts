// Moves records of old months into archive files, on one node at a time. A file is written, read
// back and checked completely before the database lists it, and rows leave the database only after
// that. A crash at any moment loses nothing. It leaves at most a file that the next run removes.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { EnvironmentName } from '../access/api-keys.ts';
import type { Database, Transaction } from '../adapters/database/database.ts';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import { endLease, extendLease, takeLease } from '../database/leases.ts';
import { monthStart, partitionedTables } from '../database/partitions/partitioned-tables.ts';
import type { ArchiveFiles } from './archive-files.ts';
import {
  type Archive,
  addToCounts,
  archivedUpTo,
  deleteArchive,
  insertArchive,
  listArchives,
  listSignedRowsBetween,
  type SignedRow,
  setState,
} from './archives.store.ts';
import { countRecords } from './count-records.ts';
import { writeArchive } from './file/write-archive.ts';
import { releaseRows } from './release-rows.ts';
import { removeRestored } from './restore-records.ts';

export interface ArchiveJobParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly store: ObjectStore;
  readonly files: ArchiveFiles;
  readonly key: Uint8Array;
  readonly afterMonths: number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly now?: () => number;
  /** Rests between two files, so that requests do not suffer. */
  readonly restMilliseconds?: number;
}

/** About 28 MB, which are in memory while the file is written. */
export const recordsPerFile = 8_192;
const rowsPerRead = 512;
const countsPerStatement = 500;
const leaseName = 'archive';
/** Longer than one file takes. If a node dies, another one continues after this time. */
const leaseMilliseconds = 10 * 60 * 1_000;

export class LeaseTaken extends Error {
  constructor() {
    super('Another node is archiving now. Wait until it has finished.');
  }
}

export type ArchiveJob = ReturnType<typeof createArchiveJob>;

export function createArchiveJob(parts: ArchiveJobParts) {
  const { environment, database, store, files, key, afterMonths, log, now = Date.now, restMilliseconds = 0 } = parts;
  const holder = randomUUID();
  let hasLease = false;
  let stopped = false;

  /** Changes the database only as long as no other node has taken over. */
  async function whileLeased<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const result = await database.transaction(async (transaction) => {
      const time = now();
      const until = time + leaseMilliseconds;
      const isOwn = hasLease
        ? await extendLease(transaction, leaseName, holder, until)
        : await takeLease(transaction, leaseName, holder, time, until);
      if (!isOwn) throw new LeaseTaken();
      return work(transaction);
    });
    hasLease = true;
    return result;
  }

  async function removeUnfinished(): Promise<void> {
    for (const archive of await listArchives(database.read, 'writing', '', 100)) {
      await store.remove(files.nameOf(archive));
      await whileLeased((transaction) => deleteArchive(transaction, archive.archive_id));
    }
  }

  async function collect(before: string): Promise<SignedRow[]> {
    const rows: SignedRow[] = [];
    let after = await archivedUpTo(database.read);
    while (rows.length < recordsPerFile) {
      const some = await listSignedRowsBetween(database.read, after, before, rowsPerRead);
      rows.push(...some);
      if (some.length < rowsPerRead) break;
      after = some.at(-1)!.record_id;
    }
    return rows;
  }

  async function moveOne(rows: readonly SignedRow[]): Promise<void> {
    const archiveId = randomUUIDv7();
    const about = { archive_id: archiveId, environment, created_at: new Date(now()).toISOString() };
    const entries = rows.map(({ signature, ...row }) => ({ key: row.record_id, row, signature }));
    const { bytes, indexOffset } = await writeArchive(about, entries, key);
    const archive: Archive = {
      archive_id: archiveId,
      first_key: rows[0]!.record_id,
      last_key: rows.at(-1)!.record_id,
      entries: rows.length,
      bytes: bytes.length,
      index_offset: indexOffset,
      state: 'writing',
      created_at: now(),
    };
    // Listed first, so that the next run finds the file if this one does not finish.
    await whileLeased((transaction) => insertArchive(transaction, archive));
    await store.write(files.nameOf(archive), bytes);
    await expectSame(archive, rows);
    const counts = countRecords(rows, 1);
    await whileLeased(async (transaction) => {
      await setState(transaction, archiveId, 'stored');
      for (let start = 0; start < counts.length; start += countsPerStatement)
        await addToCounts(transaction, counts.slice(start, start + countsPerStatement));
    });
  }

  /** Reads the file back and compares it with the rows of the database. */
  async function expectSame(archive: Archive, rows: readonly SignedRow[]): Promise<void> {
    let place = 0;
    for await (const some of files.readAll(archive)) {
      for (const { signature, ...row } of some) {
        const { signature: own, ...expected } = rows[place]!;
        const isSame = Buffer.compare(signature, own) === 0 && JSON.stringify(row) === JSON.stringify(expected);
        if (!isSame) throw new Error(`The archive file has another record than the database: ${row.record_id}.`);
        place += 1;
      }
    }
    if (place !== rows.length) throw new Error(`The archive file has ${place} of ${rows.length} records.`);
  }

  return {
    /** Moves everything that is due. Returns the number of records that moved. */
    async run(): Promise<number> {
      const before = partitionedTables.records.unit.valueAt(monthStart(now(), -afterMonths));
      let moved = 0;
      try {
        await whileLeased(async () => undefined);
        await removeUnfinished();
        // All of their rows are in the database again, so they can be archived again.
        await removeRestored({ database, store, files, whileLeased });
        while (!stopped) {
          const rows = await collect(before);
          if (rows.length === 0) break;
          await moveOne(rows);
          moved += rows.length;
          await pause(restMilliseconds);
        }
        const isStopped = () => stopped;
        if (!stopped) await releaseRows({ database, files, before, whileLeased, isStopped, restMilliseconds });
        if (moved > 0) log.info({ records: moved }, 'records were archived');
        return moved;
      } finally {
        hasLease = false;
        await database.transaction((transaction) => endLease(transaction, leaseName, holder));
      }
    },
    whileLeased,
    stop() {
      stopped = true;
    },
  };
}
