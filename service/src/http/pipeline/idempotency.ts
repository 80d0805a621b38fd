// Idempotency-Key: the same request sent again within 24 hours gets the first answer and happens
// once (settled point 16). Errors are not remembered: a request that failed may be sent again under
// its key. Where nobody knows whether it failed, because the database or the process was lost, the
// work that is done again has the same seed, and can find what was done.
import { createHash, randomBytes } from 'node:crypto';
import { type Database, DatabaseUnavailable, type Queries } from '../../adapters/database/database.ts';
import { fail, failValidation } from '../error-catalogue.ts';
import {
  deleteExpiredKey,
  findIdempotencyKey,
  giveUpLease,
  type IdempotencyPlace,
  insertIdempotencyKey,
  keepAnswer,
  releaseLease,
  takeOverLease,
} from './idempotency.store.ts';

export interface IdempotentRequest {
  readonly orgId: string;
  readonly route: string;
  /** The header as it came; undefined: the caller does not ask for idempotency. */
  readonly key: string | undefined;
  /** What makes the request what it is; the same key with other content is a conflict. */
  readonly content: unknown;
}

export interface Idempotency {
  run(request: IdempotentRequest, work: (attempt: Attempt) => Promise<unknown>): Promise<unknown>;
}

export interface Attempt {
  /** 64 bits in hex: the same for every attempt under a key, and else nobody's. */
  readonly seed: string;
  /** Another attempt was made before, and nobody knows how it ended. */
  readonly repeated: boolean;
}

const keptMilliseconds = 24 * 60 * 60 * 1_000;
/** How long the first request may be at work before a retry takes over, as after a crash. */
const leaseMilliseconds = 60_000;

export function createIdempotency(database: Database, now: () => number = Date.now): Idempotency {
  /** The stored answer; or, when this request is the one to do the work, when its key expires. */
  async function claim(
    transaction: Queries,
    place: IdempotencyPlace,
    fingerprint: string,
    leaseUntil: number,
  ): Promise<{ readonly body: string } | { readonly expiresAt: number; readonly repeated: boolean }> {
    const time = now();
    const expiresAt = time + keptMilliseconds;
    await deleteExpiredKey(transaction, place, time);
    if (await insertIdempotencyKey(transaction, place, { fingerprint, leaseUntil, expiresAt })) {
      return { expiresAt, repeated: false };
    }
    const row = await findIdempotencyKey(transaction, place);
    if (row?.fingerprint !== fingerprint) {
      fail('idempotency_conflict', {
        message: 'This Idempotency-Key was already used for a different request. Use a new key.',
      });
    }
    if (row.body !== null) return { body: row.body };
    if (!(await takeOverLease(transaction, place, time, leaseUntil))) {
      fail(
        'idempotency_conflict',
        { message: 'The request with this Idempotency-Key is still in progress. Retry later.' },
        { 'retry-after': '2' },
      );
    }
    return { expiresAt: row.expires_at, repeated: true };
  }

  /** Of a lease that is this request's own. Where even this fails, it runs out. */
  async function letGo(place: IdempotencyPlace, leaseUntil: number, leave: typeof giveUpLease): Promise<void> {
    await database.transaction((transaction) => leave(transaction, place, leaseUntil)).catch(() => undefined);
  }

  return {
    async run({ orgId, route, key, content }, work) {
      if (key === undefined) return work({ seed: randomBytes(8).toString('hex'), repeated: false });
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
        failValidation('Idempotency-Key', 'must be 1 to 255 printable ASCII characters without spaces');
      }
      const place: IdempotencyPlace = { orgId, route, key };
      const fingerprint = createHash('sha256')
        .update(JSON.stringify(content) ?? '')
        .digest('hex');
      // A request that outlived its lease has a successor by now, and must not touch what that one
      // keeps.
      const leaseUntil = now() + leaseMilliseconds;
      const claimed = await database
        .transaction((transaction) => claim(transaction, place, fingerprint, leaseUntil))
        .catch(async (problem) => {
          // It may have been taken all the same; the next attempt need not wait for it.
          if (problem instanceof DatabaseUnavailable) await letGo(place, leaseUntil, releaseLease);
          throw problem;
        });
      if ('body' in claimed) return JSON.parse(claimed.body);
      const { expiresAt, repeated } = claimed;
      try {
        const answer = await work({ seed: seedOf(place, fingerprint, expiresAt), repeated });
        const body = JSON.stringify(answer);
        await database.transaction((transaction) => keepAnswer(transaction, place, leaseUntil, body));
        return answer;
      } catch (problem) {
        await letGo(place, leaseUntil, problem instanceof DatabaseUnavailable ? releaseLease : giveUpLease);
        throw problem;
      }
    },
  };
}

/** A key that has expired and is used again expires at another time. */
function seedOf({ orgId, route, key }: IdempotencyPlace, fingerprint: string, expiresAt: number): string {
  const parts = JSON.stringify([orgId, route, key, fingerprint, expiresAt]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 16);
}
