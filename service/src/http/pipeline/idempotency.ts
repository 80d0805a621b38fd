// Idempotency-Key: the same request sent again within 24 hours gets the first response, and the
// work happens once (settled point 16). Responses are stored sealed, because some contain a secret.
// Errors are not stored: a request that failed can be sent again with its key. If the outcome is
// unknown, because the database or the process was lost, the next attempt gets the same seed and
// can find the earlier work.
import { createHash, randomBytes } from 'node:crypto';
import { type Database, DatabaseUnavailable, type Queries } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { replayPlace } from '../../database/sealed-places.ts';
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
  /** The header as received. undefined: the caller does not ask for idempotency. */
  readonly key: string | undefined;
  /** Identifies the request. The same key with other content is a conflict. */
  readonly content: unknown;
}

export interface Outcome {
  readonly answer: unknown;
  /** Whether the response is that of an earlier request. */
  readonly isReplay: boolean;
}

export interface Idempotency {
  /** Work that resolves with undefined is not final: the next attempt gets the same seed. */
  run(request: IdempotentRequest, work: (attempt: Attempt) => Promise<unknown>): Promise<Outcome>;
}

export interface Attempt {
  /** 64 bits in hex: the same for every attempt with a key, and different for all others. */
  readonly seed: string;
  /** Another attempt was made before, and its outcome is unknown. */
  readonly repeated: boolean;
}

const keptMilliseconds = 24 * 60 * 60 * 1_000;
/** How long the first request can run before a retry takes over, as after a crash. */
const leaseMilliseconds = 60_000;

export function createIdempotency(
  database: Database,
  vault: Pick<KeyVault, 'seal' | 'open'>,
  now: () => number = Date.now,
): Idempotency {
  const placeOf = ({ orgId, route, key }: IdempotencyPlace) => replayPlace(orgId, route, key);

  /** The stored response. If this request must do the work: when its key expires. */
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
    if (row && row.fingerprint !== fingerprint) {
      fail('idempotency_conflict', {
        message: 'This Idempotency-Key was already used for a different request. Use a new key.',
      });
    }
    if (row && row.sealed_body !== null) return { body: vault.open(row.sealed_body, placeOf(place)).toString() };
    if (row && row.body !== null) return { body: row.body };
    // No row: the request that had the key has just failed and given it up.
    if (!row || !(await takeOverLease(transaction, place, time, leaseUntil))) {
      fail(
        'idempotency_conflict',
        { message: 'The request with this Idempotency-Key is still in progress. Retry later.' },
        { 'retry-after': '2' },
      );
    }
    return { expiresAt: row.expires_at, repeated: true };
  }

  /** Ends the lease of this request. If this fails, the lease expires. */
  async function letGo(place: IdempotencyPlace, leaseUntil: number, leave: typeof giveUpLease): Promise<void> {
    await database.transaction((transaction) => leave(transaction, place, leaseUntil)).catch(() => undefined);
  }

  return {
    async run({ orgId, route, key, content }, work) {
      if (key === undefined) {
        const answer = await work({ seed: randomBytes(8).toString('hex'), repeated: false });
        return { answer, isReplay: false };
      }
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
        failValidation('Idempotency-Key', 'must be 1 to 255 printable ASCII characters without spaces');
      }
      const place: IdempotencyPlace = { orgId, route, key };
      const fingerprint = createHash('sha256')
        .update(JSON.stringify(content) ?? '')
        .digest('hex');
      // The lease identifies its request: after it has expired, another request can have taken
      // over, and this one must not change what that one stores.
      const leaseUntil = now() + leaseMilliseconds;
      const claimed = await database
        .transaction((transaction) => claim(transaction, place, fingerprint, leaseUntil))
        .catch(async (problem) => {
          // The key is possibly taken in spite of the error. The next attempt must not wait for it.
          if (problem instanceof DatabaseUnavailable) await letGo(place, leaseUntil, releaseLease);
          throw problem;
        });
      if ('body' in claimed) return { answer: JSON.parse(claimed.body), isReplay: true };
      const { expiresAt, repeated } = claimed;
      let isDone = false;
      try {
        const answer = await work({ seed: seedOf(place, fingerprint, expiresAt), repeated });
        if (answer === undefined) {
          await letGo(place, leaseUntil, releaseLease);
          return { answer, isReplay: false };
        }
        isDone = true;
        const body = vault.seal(Buffer.from(JSON.stringify(answer)), placeOf(place));
        await database.transaction((transaction) => keepAnswer(transaction, place, leaseUntil, body));
        return { answer, isReplay: false };
      } catch (problem) {
        // Work whose response could not be stored is found by the next attempt, which has the seed.
        const isLost = isDone || problem instanceof DatabaseUnavailable;
        await letGo(place, leaseUntil, isLost ? releaseLease : giveUpLease);
        throw problem;
      }
    },
  };
}

/** The time is included because an expired key that is used again is a new request. */
function seedOf({ orgId, route, key }: IdempotencyPlace, fingerprint: string, expiresAt: number): string {
  const parts = JSON.stringify([orgId, route, key, fingerprint, expiresAt]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 16);
}
