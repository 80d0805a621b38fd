// How much each API key is used, and when it was last used. Counts are collected in memory and
// written at most once a minute for each key: a write for every call would cost more than the call.
// A node that is killed loses the counts of its last minute. Quotas are counted elsewhere.
import type { Database } from '../adapters/database/database.ts';
import type { Follower } from '../events/event-stream.ts';
import { addKeyUsage } from './api-keys.store.ts';

export interface KeyUsageParts {
  readonly database: Database;
  readonly now?: () => number;
}

export interface KeyUsage {
  /** lastUsedAt: as stored. If it is older than a minute, this call is written at once. */
  countRequest(keyId: string, lastUsedAt: number | null): void;
  /** Counts the signatures of keys, after the transaction that stores their records. */
  readonly follow: Follower;
  /** Writes what is left. */
  stop(): Promise<void>;
}

const writeMilliseconds = 60_000;

interface Counts {
  requests: number;
  signatures: number;
  lastUsedAt: number | null;
}

/** The calendar month in UTC, which is the billing period: `2026-11`. */
export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

export function createKeyUsage({ database, now = Date.now }: KeyUsageParts): KeyUsage {
  let counts = new Map<string, Counts>();
  const beingWritten = new Set<Promise<void>>();
  const keysBeingWritten = new Set<string>();

  function countsOf(keyId: string): Counts {
    const known = counts.get(keyId);
    if (known) return known;
    const fresh = { requests: 0, signatures: 0, lastUsedAt: null };
    counts.set(keyId, fresh);
    return fresh;
  }

  /** Not awaited by calls. What could not be written is counted again. */
  function write(taken: ReadonlyMap<string, Counts>): void {
    const month = monthOf(now());
    for (const keyId of taken.keys()) keysBeingWritten.add(keyId);
    const writing = database
      .transaction(async (transaction) => {
        // In one order, so that two nodes do not wait for each other.
        for (const keyId of [...taken.keys()].sort()) {
          await addKeyUsage(transaction, keyId, { month, ...taken.get(keyId)! });
        }
      })
      .catch(() => {
        for (const [keyId, { requests, signatures, lastUsedAt }] of taken) {
          const current = countsOf(keyId);
          current.requests += requests;
          current.signatures += signatures;
          current.lastUsedAt ??= lastUsedAt;
        }
      })
      .finally(() => {
        for (const keyId of taken.keys()) keysBeingWritten.delete(keyId);
        beingWritten.delete(writing);
      });
    beingWritten.add(writing);
  }

  function writeAll(): void {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    write(taken);
  }

  const timer = setInterval(writeAll, writeMilliseconds).unref();

  return {
    countRequest(keyId, lastUsedAt) {
      const time = now();
      const own = countsOf(keyId);
      own.requests += 1;
      own.lastUsedAt = time;
      const isFresh = lastUsedAt !== null && time - lastUsedAt < writeMilliseconds;
      if (isFresh || keysBeingWritten.has(keyId)) return;
      counts.delete(keyId);
      write(new Map([[keyId, own]]));
    },

    async follow(transaction, _orgId, events) {
      const signers = events.flatMap(({ type, metadata }) =>
        type === 'sign' && metadata.actor?.startsWith('kid_') ? [metadata.actor] : [],
      );
      if (signers.length === 0) return;
      transaction.afterCommit(async () => {
        for (const keyId of signers) countsOf(keyId).signatures += 1;
      });
    },

    async stop() {
      clearInterval(timer);
      await Promise.all(beingWritten);
      writeAll();
      await Promise.all(beingWritten);
    },
  };
}
