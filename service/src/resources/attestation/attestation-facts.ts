// The facts of an attestation, from the organization's own data within a window, as of its end.
// Counted page by page, so that a long period never blocks other callers.
import { setImmediate } from 'node:timers/promises';
import { type MediaKind, mlDsa65 } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import { archivedUpTo, releasedUpTo } from '../../archive/archives.store.ts';
import type { KeypairMode } from '../../database/schema.ts';
import { lastSequenceBefore } from '../../events/events.store.ts';
import {
  countVerifications,
  listArchivedCounts,
  listGeneratorKeys,
  listSignedRecords,
  type RecordPlace,
} from './attestation.store.ts';
import { type Source, sources } from './verification-sources.ts';

export interface Window {
  readonly from: number;
  readonly to: number;
}

export type AttestedGenerator = ReturnType<typeof presentGenerators>[number];

export interface Facts {
  readonly records: {
    readonly total: number;
    readonly byFormat: Readonly<Partial<Record<MediaKind, number>>>;
    readonly byMode: Readonly<Record<KeypairMode, number>>;
    /** How many of those that the service signed carry a mark in the content itself. */
    readonly marked: number;
  };
  readonly verifications: Readonly<Record<Source | 'total' | 'tampered', number>>;
  /** Events of any type in the audit log. */
  readonly events: number;
  readonly generators: readonly AttestedGenerator[];
}

/** On SQLite, a page takes a few milliseconds of the event loop. */
const recordsPerPage = 500;
const eventsPerPage = 1_000;

export async function gatherFacts(database: Database, orgId: string, window: Window): Promise<Facts> {
  const after = await lastSequenceBefore(database.read, orgId, window.from);
  const upTo = await lastSequenceBefore(database.read, orgId, window.to + 1);
  return {
    records: await countRecords(database, orgId, window),
    verifications: await countAllVerifications(database, orgId, after, upTo),
    events: upTo - after,
    generators: presentGenerators(await listGeneratorKeys(database.read, orgId, window.to), window.to),
  };
}

/** Counts again if rows left the database meanwhile, which happens when a month is archived. */
async function countRecords(database: Database, orgId: string, window: Window): Promise<Facts['records']> {
  for (;;) {
    const archived = await readArchived(database, orgId, window);
    const counts = await countOnce(database, orgId, window, archived);
    if ((await releasedUpTo(database.read)) <= archived.upTo) return counts;
  }
}

type Archived = Awaited<ReturnType<typeof readArchived>>;

/** Up to which record_id records are archived, and their counts, as they were at one moment. */
async function readArchived(database: Database, orgId: string, { from, to }: Window) {
  for (;;) {
    const upTo = await archivedUpTo(database.read);
    const counts = await listArchivedCounts(database.read, orgId, from, to);
    if ((await archivedUpTo(database.read)) === upTo) return { upTo, counts };
  }
}

async function countOnce(
  database: Database,
  orgId: string,
  { from, to }: Window,
  archived: Archived,
): Promise<Facts['records']> {
  const byFormat: Partial<Record<MediaKind, number>> = {};
  const byMode = { server: 0, client: 0 };
  let marked = 0;
  let place: RecordPlace = { time: from, recordId: '' };
  for (;;) {
    const page = await listSignedRecords(database.read, orgId, place, to, recordsPerPage, archived.upTo);
    for (const record of page) {
      byFormat[record.format] = (byFormat[record.format] ?? 0) + 1;
      byMode[record.mode] += 1;
      if (record.mode === 'server') marked += record.marked;
    }
    const last = page.at(-1);
    if (!last || page.length < recordsPerPage) break;
    place = { time: last.signed_at, recordId: last.record_id };
    await setImmediate();
  }
  for (const { format, mode, records, marked: own } of archived.counts) {
    byFormat[format] = (byFormat[format] ?? 0) + records;
    byMode[mode] += records;
    if (mode === 'server') marked += own;
  }
  return { total: byMode.server + byMode.client, byFormat, byMode, marked };
}

async function countAllVerifications(database: Database, orgId: string, after: number, upTo: number) {
  const names = [...sources, 'total', 'tampered'] as const;
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<(typeof names)[number], number>;
  for (let start = after; start < upTo; start += eventsPerPage) {
    const page: [number, number] = [start, Math.min(start + eventsPerPage, upTo)];
    const counts = await countVerifications(database.read, orgId, page, sources);
    for (const name of names) sums[name] += counts[name];
    await setImmediate();
  }
  return sums;
}

/**
 * Later events are left out: neither a retired key nor a revoked generator after the window counts.
 */
function presentGenerators(rows: Awaited<ReturnType<typeof listGeneratorKeys>>, to: number) {
  const happened = (time: number | null) => (time !== null && time <= to ? new Date(time).toISOString() : null);
  return [...Map.groupBy(rows, (row) => row.generator_id).values()].map((keys) => {
    const { generator_id, name, mode, created_at, revoked_at } = keys[0]!;
    return {
      generator_id,
      name,
      mode,
      status: happened(revoked_at) === null ? ('active' as const) : ('revoked' as const),
      created_at: new Date(created_at).toISOString(),
      revoked_at: happened(revoked_at),
      keys: keys.map((key) => ({
        kid: key.kid,
        algorithm: mlDsa65.algorithm,
        status: happened(key.retired_at) === null ? ('active' as const) : ('retired' as const),
        created_at: new Date(key.key_created_at).toISOString(),
        retired_at: happened(key.retired_at),
      })),
    };
  });
}
