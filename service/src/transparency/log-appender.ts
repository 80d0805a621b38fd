// Appends entries to the log in the transaction of what they are about. So an entry exists if and
// only if its record or revocation does, and its index is known at the commit. The tree includes it
// a moment later (integrator.ts).
import { createHmac, hash, randomBytes } from 'node:crypto';
import { canonicalJsonBytes } from '@content-provenance/engine';
import { writeEntry } from '@content-provenance/engine/transparency';
import type { Queries, Transaction } from '../adapters/database/database.ts';
import { insertEntries, listEntriesAbout, takeIndexes } from './log-entries.store.ts';
import { type LogFact, openingOf, subjectOf } from './log-facts.ts';
import type { EntryKeys } from './log-keys.ts';

export interface LogAppender {
  /**
   * Resolves with the index of each fact. Call it last in a transaction: from here to the commit,
   * all other transactions that append wait, whatever their organization.
   */
  append(transaction: Transaction, orgId: string, facts: readonly LogFact[]): Promise<readonly number[]>;
  /** The indexes of entries that are there, by subject. */
  indexesOf(queries: Queries, subjects: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

const nonceBytes = 16;

export function createLogAppender({ salt, monitoringKeyOf }: EntryKeys): LogAppender {
  /** The same as tagOf and commitmentOf of the engine. OpenSSL is many times faster. */
  function write(fact: LogFact, monitoringKey: Uint8Array): Uint8Array {
    const nonce = randomBytes(nonceBytes);
    const tag = createHmac('sha256', monitoringKey).update(nonce).digest();
    const commitment = hash('sha256', canonicalJsonBytes(openingOf(fact, salt)), 'buffer');
    return writeEntry({ kind: fact.kind, nonce, tag, commitment });
  }

  return {
    async append(transaction, orgId, facts) {
      if (facts.length === 0) return [];
      // Before the lock, because this is computation.
      const monitoringKey = monitoringKeyOf(orgId);
      const entries = facts.map((fact) => ({ subject: subjectOf(fact), entry: write(fact, monitoringKey) }));
      const first = await takeIndexes(transaction, facts.length);
      const rows = entries.map((each, place) => ({ log_index: first + place, ...each }));
      await insertEntries(transaction, rows);
      return rows.map(({ log_index }) => log_index);
    },
    async indexesOf(queries, subjects) {
      const entries = await listEntriesAbout(queries, subjects);
      return new Map(entries.map(({ subject, log_index }) => [subject, log_index]));
    },
  };
}
