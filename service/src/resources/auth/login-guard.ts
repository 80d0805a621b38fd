// Checks whether a password is right, only as often as allowed, and keeps the networks from which
// an account was logged in to.
import { createHmac } from 'node:crypto';
import { hashSecret } from '../../access/identifiers.ts';
import { passwordMatches } from '../../access/passwords.ts';
import type { Database, Queries } from '../../adapters/database/database.ts';
import type { Counters } from '../../adapters/key-value/patient-counters.ts';
import { fail } from '../../http/error-catalogue.ts';
import { networkOf } from '../../http/pipeline/network-of.ts';
import { findUserByEmail, type User } from './auth.store.ts';
import { forgetNetworks, isKnownNetwork, rememberNetwork } from './known-networks.store.ts';
import { createPasswordGuesses } from './password-guesses.ts';

export interface LoginGuardParts {
  readonly database: Database;
  readonly counters: Counters;
  /** Key for the hashes of networks, because an IPv4 address could be guessed from a plain hash. */
  readonly pepper: Uint8Array;
  readonly now?: () => number;
}

export type LoginGuard = ReturnType<typeof createLoginGuard>;

export function createLoginGuard({ database, counters, pepper, now = Date.now }: LoginGuardParts) {
  const guesses = createPasswordGuesses(counters);

  const hashNetwork = (userId: string, ip: string) =>
    createHmac('sha256', pepper)
      .update(`network ${userId} ${networkOf(ip)}`)
      .digest('base64url');

  return {
    /** Does the same work for an address without an account. */
    async checkPassword(email: string, password: string, ip: string): Promise<User> {
      const user = await findUserByEmail(database.read, email);
      const userId = user?.user_id ?? hashSecret(email);
      const guess = await guesses.begin({
        // A new password resets the count: its owner has just shown that the mailbox is theirs.
        account: `${userId}:${user?.session_generation ?? 0}`,
        address: ip,
        isKnown: await isKnownNetwork(database.read, userId, hashNetwork(userId, ip)),
      });
      if (!(await passwordMatches(password, user?.password_hash)) || !user) {
        await guess.wrong();
        fail('invalid_credentials');
      }
      await guess.right();
      return user;
    },

    remember: (transaction: Queries, userId: string, ip: string) =>
      rememberNetwork(transaction, userId, hashNetwork(userId, ip), now()),

    forgetAll: forgetNetworks,
  };
}
