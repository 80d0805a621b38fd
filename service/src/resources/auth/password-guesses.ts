// Counts wrong passwords for 15 minutes: per network and account, per network, and per account. The
// count per account never locks out the owner: not in a network from which they logged in before,
// and not in one without guesses (docs/decisions/0023).
import type { Counter } from '../../adapters/key-value/key-value-store.ts';
import type { Counters } from '../../adapters/key-value/patient-counters.ts';
import { fail } from '../../http/error-catalogue.ts';
import { neighbourhoodOf, networkOf } from '../../http/pipeline/network-of.ts';

const windowMilliseconds = 15 * 60 * 1_000;

export const mostWrong = {
  /** From one network, for one account. */
  onAccount: 10,
  /** From one network, for all accounts. */
  fromNetwork: 40,
  /**
   * For one account from everywhere. Beyond it, each neighborhood without a guess still has one
   * attempt.
   */
  fromEverywhere: 100,
  /** Only many network owners together reach this. Beyond it, only known networks are accepted. */
  atAll: 1_000,
} as const;

export interface Guess {
  readonly account: string;
  readonly address: string;
  /** Whether the account was logged in to from this network before. */
  readonly isKnown: boolean;
}

export interface BegunGuess {
  right(): Promise<void>;
  wrong(): Promise<void>;
}

export type PasswordGuesses = ReturnType<typeof createPasswordGuesses>;

export function createPasswordGuesses(counters: Counters) {
  const add = (key: string, by: number) => counters.increment(key, by, windowMilliseconds);

  return {
    /**
     * Counted before the password is checked and forgiven if it is right, so that simultaneous
     * guesses do not share a count.
     */
    async begin({ account, address, isKnown }: Guess): Promise<BegunGuess> {
      const network = networkOf(address);
      const networkKey = `guesses:from:${network}`;
      const accountKey = `guesses:at:${account}`;
      const nearKey = `${accountKey}:near:${neighbourhoodOf(address)}`;
      const counted = [`${accountKey}:from:${network}`];

      const own = await add(counted[0]!, 1);
      if (own.value > mostWrong.onAccount) refuse(own);
      if (!isKnown) {
        const fromNetwork = await add(networkKey, 0);
        if (fromNetwork.value >= mostWrong.fromNetwork) refuse(fromNetwork);
        counted.push(accountKey, nearKey);
        const all = await add(accountKey, 1);
        const near = await add(nearKey, 1);
        const isCrowded = all.value > mostWrong.fromEverywhere && near.value > 1;
        if (isCrowded || all.value > mostWrong.atAll) {
          // A refused attempt is not a guess: it must not bring the account closer to the next
          // limit.
          await add(accountKey, -1);
          refuse(all);
        }
      }
      return {
        right: async () => void (await Promise.all(counted.map((key) => add(key, -1)))),
        wrong: async () => void (await add(networkKey, 1)),
      };
    },
  };
}

function refuse({ expiresIn }: Counter): never {
  const seconds = Math.max(1, Math.ceil(expiresIn / 1_000));
  fail(
    'too_many_attempts',
    { message: 'Too many incorrect passwords. Wait 15 minutes, or reset your password by email.' },
    { 'retry-after': String(seconds) },
  );
}
