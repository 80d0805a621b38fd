// The transparency log as callers see it: its public files, the proof of a record, and what an
// organization needs to find and open its own entries (docs/specification/log.md).
import { readEntry, readTilePath, TILE_WIDTH } from '@content-provenance/engine/transparency';
import type { Caller } from '../../access/caller.ts';
import { allowsGenerator } from '../../access/key-restrictions.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup, RecordRow } from '../../archive/record-lookup.ts';
import { fail } from '../../http/error-catalogue.ts';
import type { LogFact, RecordFact } from '../../transparency/log-facts.ts';
import type { ProvenEntry } from '../../transparency/log-proofs.ts';
import { createRecentCache } from '../../transparency/recent-cache.ts';
import type { Transparency } from '../../transparency/transparency.ts';
import { findRetirement, findRevocation } from './log-facts.store.ts';

export interface LogServiceParts {
  readonly database: Database;
  readonly lookup: RecordLookup;
  readonly transparency: Pick<Transparency, 'entryKeys' | 'identity' | 'openingOf' | 'proofs' | 'published' | 'tiles'>;
}

/** They share memory with the tiles that are kept anyway. */
const mostFullTiles = 1_400;

export type LogService = ReturnType<typeof createLogService>;

export function createLogService({ database, lookup, transparency }: LogServiceParts) {
  const { entryKeys, identity, openingOf, proofs, published, tiles } = transparency;
  const log = { origin: identity.origin, url: identity.url, verifier_keys: [...identity.verifierKeys] };

  const fullTiles = createRecentCache<Buffer>(mostFullTiles);

  /** What an own entry is about. */
  async function findFact(orgId: string, subject: string, entry: Uint8Array): Promise<LogFact | undefined> {
    const kind = readEntry(entry)?.kind;
    const [generatorId = '', kid = ''] = subject.split(' ');
    if (kind === 'generator_revoked') {
      const time = await findRevocation(database.read, orgId, generatorId);
      return time === undefined ? undefined : { kind, generatorId, time };
    }
    if (kind === 'key_retired') {
      const time = await findRetirement(database.read, orgId, generatorId, kid);
      return time === undefined ? undefined : { kind, generatorId, kid, time };
    }
    const [record] = await lookup.find(database.read, [subject]);
    return record?.org_id === orgId ? factOf(record) : undefined;
  }

  async function prove(recordId: string): Promise<ProvenEntry | 'not_logged' | 'not_ready'> {
    const [record] = await lookup.find(database.read, [recordId]);
    return proofs.proveFact(factOf(record ?? fail('record_not_found')));
  }

  return {
    /** The signed note, with the cosignatures of witnesses if there are any. */
    async checkpoint(): Promise<string> {
      const row = await published.latest();
      return row.witnessed_size === row.size ? (row.witnessed_checkpoint ?? row.checkpoint) : row.checkpoint;
    },

    /** The newest one that enough witnesses cosigned. */
    async witnessedCheckpoint(): Promise<string> {
      return (await published.latest()).witnessed_checkpoint ?? fail('not_found');
    },

    /** A line for each key. */
    verifierKeys: (): string => identity.verifierKeys.map((key) => `${key}\n`).join(''),

    /** A full tile or entry bundle that was read before, as fast as a file in memory. */
    findFullTile: (path: string): Buffer | undefined => fullTiles.get(path),

    /** A tile or an entry bundle that a published checkpoint includes. */
    async tile(path: string): Promise<Buffer> {
      const { level, index, width } = readTilePath(`tile/${path}`) ?? fail('not_found');
      const needed = (index * TILE_WIDTH + width) * (level === 'entries' ? 1 : TILE_WIDTH ** level);
      const { size } = await published.including(needed);
      if (needed > size) fail('not_found');
      const found = await (level === 'entries' ? tiles.readBundle(index, width) : tiles.readTile(level, index, width));
      const bytes = Buffer.from(found.buffer, found.byteOffset, found.byteLength);
      if (width === TILE_WIDTH) fullTiles.set(path, bytes);
      return bytes;
    },

    async proveRecord(recordId: string) {
      const proven = await prove(recordId);
      if (proven === 'not_logged') fail('record_not_logged');
      if (proven === 'not_ready') fail('proof_not_ready', {}, { 'retry-after': '1' });
      return { record_id: recordId, ...proven };
    },

    /** Undefined: there is none, or not yet. */
    async findProof(recordId: string): Promise<ProvenEntry | undefined> {
      const proven = await prove(recordId);
      return typeof proven === 'string' ? undefined : proven;
    },

    /** Null: the record is older than the log. */
    async indexOf(recordId: string): Promise<number | null> {
      return (await transparency.proofs.indexOf(recordId)) ?? null;
    },

    monitoringKey({ organization: { orgId } }: Caller) {
      return { monitoring_key: Buffer.from(entryKeys.monitoringKeyOf(orgId)).toString('base64url'), log };
    },

    /** An entry of others gives the same response as one that does not exist. */
    async openEntry(caller: Caller, index: number) {
      const { orgId } = caller.organization;
      const stored = (await proofs.findOwnEntry(orgId, index)) ?? fail('not_found');
      const fact = (await findFact(orgId, stored.subject, stored.entry)) ?? fail('not_found');
      if (!allowsGenerator(caller, fact.generatorId)) fail('not_found');
      return { index, entry: Buffer.from(stored.entry).toString('base64'), opening: openingOf(fact) };
    },
  };
}

function factOf(record: RecordRow): RecordFact {
  const { record_id, content_hash, generator_id, kid, signed_at } = record;
  return {
    kind: 'record',
    recordId: record_id,
    contentHash: content_hash,
    generatorId: generator_id,
    kid,
    signedAt: signed_at,
  };
}
