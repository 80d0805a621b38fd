// One-time codes in use: login challenges, setups and failed attempts, in the key-value store. If
// that store fails, the caller gets 503 and no token (specification: login).
import { type KeyValueStore, KeyValueStoreUnavailable } from '../../adapters/key-value/key-value-store.ts';
import type { TwoFactorMethod } from '../../database/schema.ts';
import { fail } from '../../http/error-catalogue.ts';

export interface Challenge {
  readonly userId: string;
  /** A new password ends challenges, as it ends sessions. */
  readonly sessionGeneration: number;
  readonly method: TwoFactorMethod;
  /** Keyed hash of the emailed code. */
  readonly codeHash?: string;
  /** Answered correctly before: a submission that is not an incorrect attempt. */
  readonly answered?: boolean;
}

export interface PendingSetup {
  readonly method: TwoFactorMethod;
  readonly codeHash?: string;
  readonly sealedSecret?: string;
}

export const challengeMilliseconds = 10 * 60 * 1_000;
const attemptWindowMilliseconds = 15 * 60 * 1_000;

export interface OtpStore {
  putChallenge(tokenHash: string, challenge: Challenge): Promise<void>;
  findChallenge(tokenHash: string): Promise<Challenge | undefined>;
  /** How often the challenge has been submitted, including this time. */
  countSubmission(tokenHash: string): Promise<number>;
  /**
   * How many attempts of the account count as failed within the window, including this one until it
   * is forgiven.
   */
  countAttempt(userId: string): Promise<number>;
  forgiveAttempt(userId: string): Promise<void>;
  putSetup(userId: string, setup: PendingSetup): Promise<void>;
  findSetup(userId: string): Promise<PendingSetup | undefined>;
  deleteSetup(userId: string): Promise<void>;
}

export function createOtpStore(store: KeyValueStore): OtpStore {
  const put = (key: string, value: unknown) => answered(store.set(key, JSON.stringify(value), challengeMilliseconds));
  async function find<Value>(key: string): Promise<Value | undefined> {
    const text = await answered(store.get(key));
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  }
  return {
    putChallenge: (tokenHash, challenge) => put(`otp:challenge:${tokenHash}`, challenge),
    findChallenge: (tokenHash) => find(`otp:challenge:${tokenHash}`),
    async countSubmission(tokenHash) {
      const key = `otp:submissions:${tokenHash}`;
      return (await answered(store.increment(key, 1, attemptWindowMilliseconds))).value;
    },
    async countAttempt(userId) {
      return (await answered(store.increment(`otp:attempts:${userId}`, 1, attemptWindowMilliseconds))).value;
    },
    async forgiveAttempt(userId) {
      await answered(store.increment(`otp:attempts:${userId}`, -1, attemptWindowMilliseconds));
    },
    putSetup: (userId, setup) => put(`otp:setup:${userId}`, setup),
    findSetup: (userId) => find(`otp:setup:${userId}`),
    deleteSetup: (userId) => answered(store.delete(`otp:setup:${userId}`)),
  };
}

async function answered<Result>(operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (problem) {
    if (problem instanceof KeyValueStoreUnavailable) fail('otp_store_unavailable', {}, { 'retry-after': '5' });
    throw problem;
  }
}
