// Proofs that the log includes an entry (C2SP tlog-proof), with the opening that shows what the
// entry commits to. A proof is complete on its own: it needs only the keys of the log.
import { isTaggedBy, type Opening, proveInclusion, writeLogProof } from '@content-provenance/engine/transparency';
import type { Database } from '../adapters/database/database.ts';
import { findTimestampAfter } from './checkpoint.store.ts';
import { findEntry, listEntriesAbout, type StoredEntry } from './log-entries.store.ts';
import { type LogFact, openingOf, subjectOf } from './log-facts.ts';
import type { EntryKeys, LogIdentity } from './log-keys.ts';
import type { PublishedLog } from './published-log.ts';
import type { StoredTiles } from './stored-tiles.ts';

export interface LogProofsParts {
  readonly database: Database;
  readonly published: PublishedLog;
  readonly tiles: StoredTiles;
  readonly identity: LogIdentity;
  readonly entryKeys: EntryKeys;
}

export interface ProvenEntry {
  readonly index: number;
  readonly log: { readonly origin: string; readonly url: string; readonly verifier_keys: string[] };
  readonly opening: Opening;
  readonly entry: string;
  readonly proof: string;
  /** Null: no checkpoint that includes the entry has a time stamp so far. */
  readonly timestamp: null | { readonly proof: string; readonly token: string; readonly stamped_at: string };
}

/** `not_ready`: the entry is committed, and the next checkpoint includes it. */
export type ProofResult = ProvenEntry | 'not_logged' | 'not_ready';

export function createLogProofs({ database, published, tiles, identity, entryKeys }: LogProofsParts) {
  async function prove(index: number, size: number, checkpoint: string): Promise<string> {
    return writeLogProof({ index, hashes: await proveInclusion(index, size, tiles), checkpoint });
  }

  async function findTimestamp(index: number): Promise<ProvenEntry['timestamp']> {
    const stamped = await findTimestampAfter(database.read, index);
    if (!stamped) return null;
    return {
      proof: await prove(index, stamped.size, stamped.checkpoint),
      token: Buffer.from(stamped.token).toString('base64'),
      stamped_at: new Date(stamped.stamped_at).toISOString(),
    };
  }

  return {
    async proveFact(fact: LogFact): Promise<ProofResult> {
      const [stored] = await listEntriesAbout(database.read, [subjectOf(fact)]);
      if (!stored) return 'not_logged';
      const { log_index: index } = stored;
      const row = await published.including(index + 1);
      if (row.size <= index) return 'not_ready';
      // A checkpoint that witnesses cosigned proves more than a newer one.
      const isWitnessed = row.witnessed_checkpoint !== null && row.witnessed_size > index;
      const [size, checkpoint] = isWitnessed
        ? [row.witnessed_size, row.witnessed_checkpoint!]
        : [row.size, row.checkpoint];
      return {
        index,
        log: { origin: identity.origin, url: identity.url, verifier_keys: [...identity.verifierKeys] },
        opening: openingOf(fact, entryKeys.salt),
        entry: Buffer.from(stored.entry).toString('base64'),
        proof: await prove(index, size, checkpoint),
        timestamp: await findTimestamp(index),
      };
    },

    async indexOf(subject: string): Promise<number | undefined> {
      return (await listEntriesAbout(database.read, [subject]))[0]?.log_index;
    },

    /** Undefined: there is none, or another organization made it. */
    async findOwnEntry(orgId: string, index: number): Promise<StoredEntry | undefined> {
      const stored = await findEntry(database.read, index);
      return stored && isTaggedBy(stored.entry, entryKeys.monitoringKeyOf(orgId)) ? stored : undefined;
    },
  };
}
