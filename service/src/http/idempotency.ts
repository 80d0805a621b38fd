// Idempotency-Key: the same request sent again within 24 hours gets the first answer and happens once (decisions, 3.16).
// Errors are not remembered: a request that failed may be sent again under its key.
import { createHash } from 'node:crypto';
import type { Database, Queries } from '../adapters/database/database.ts';
import { fail, failValidation } from './error-catalogue.ts';
import {
  deleteExpiredKey,
  findIdempotencyKey,
  giveUpLease,
  type IdempotencyPlace,
  insertIdempotencyKey,
  keepAnswer,
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
  run(request: IdempotentRequest, work: () => Promise<unknown>): Promise<unknown>;
}

const keptMilliseconds = 24 * 60 * 60 * 1_000;
/** How long the first request may be at work before a retry takes over, as after a crash. */
const leaseMilliseconds = 60_000;

export function createIdempotency(database: Database, now: () => number = Date.now): Idempotency {
  /** The stored answer; or, when this request is the one to do the work, the lease it holds while it does. */
  async function claim(
    transaction: Queries,
    place: IdempotencyPlace,
    fingerprint: string,
  ): Promise<{ readonly body: string } | { readonly leaseUntil: number }> {
    const time = now();
    const leaseUntil = time + leaseMilliseconds;
    await deleteExpiredKey(transaction, place, time);
    if (
      await insertIdempotencyKey(transaction, place, { fingerprint, leaseUntil, expiresAt: time + keptMilliseconds })
    ) {
      return { leaseUntil };
    }
    const row = await findIdempotencyKey(transaction, place);
    if (row?.fingerprint !== fingerprint) {
      fail('idempotency_conflict', { message: 'This Idempotency-Key was used for another request.' });
    }
    if (row.body !== null) return { body: row.body };
    if (!(await takeOverLease(transaction, place, time, leaseUntil))) {
      fail(
        'idempotency_conflict',
        { message: 'The request with this Idempotency-Key is still at work.' },
        { 'retry-after': '2' },
      );
    }
    return { leaseUntil };
  }

  return {
    async run({ orgId, route, key, content }, work) {
      if (key === undefined) return work();
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
        failValidation('Idempotency-Key', 'must be 1 to 255 printable ASCII characters without spaces');
      }
      const place: IdempotencyPlace = { orgId, route, key };
      const fingerprint = createHash('sha256')
        .update(JSON.stringify(content) ?? '')
        .digest('hex');
      const claimed = await database.transaction((transaction) => claim(transaction, place, fingerprint));
      if ('body' in claimed) return JSON.parse(claimed.body);
      // A request that outlived its lease has a successor by now, and must not touch what that one keeps.
      const { leaseUntil } = claimed;
      try {
        const answer = await work();
        const body = JSON.stringify(answer);
        await database.transaction((transaction) => keepAnswer(transaction, place, leaseUntil, body));
        return answer;
      } catch (problem) {
        await database.transaction((transaction) => giveUpLease(transaction, place, leaseUntil));
        throw problem;
      }
    },
  };
}
