// Credentials on a public route: they only choose the rate limit. Wrong ones are ignored, as they
// always were, so the response never says whether the rest of the request was right. An API key
// that has expired, lacks the scope or comes from another address counts as none. Looking wrong
// ones up is bounded for each network, so that guesses cost the service nothing more.
import type { FastifyRequest } from 'fastify';
import type { Authenticate } from '../../access/authenticate.ts';
import type { Caller } from '../../access/caller.ts';
import { canCallFrom, hasScope } from '../../access/key-restrictions.ts';
import type { Scope } from '../../access/scopes.ts';
import { DatabaseUnavailable } from '../../adapters/database/database.ts';
import { ServiceError } from '../error-catalogue.ts';
import { networkOf } from './network-of.ts';

/** Above it, a network has no credentials for the rest of the minute. */
const mostFailuresPerMinute = 60;

export function recognizerOf(authenticate: Authenticate, scope: Scope, now: () => number = Date.now) {
  let minute = 0;
  let failures = new Map<string, number>();

  function failuresOf(network: string): number {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      minute = current;
      failures = new Map();
    }
    return failures.get(network) ?? 0;
  }

  return async ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Promise<Caller | undefined> => {
    if (headers.authorization === undefined) return undefined;
    const network = networkOf(ip);
    const failed = failuresOf(network);
    if (failed >= mostFailuresPerMinute) return undefined;
    try {
      const caller = await authenticate(headers.authorization, 'key-or-session');
      // Otherwise every registration would be another limit, without even an email address.
      const isRight = caller.emailVerified && hasScope(caller, scope) && canCallFrom(caller, ip);
      return isRight ? caller : undefined;
    } catch (problem) {
      // What needs no database works without it, with or without credentials.
      if (problem instanceof DatabaseUnavailable) return undefined;
      if (!(problem instanceof ServiceError)) throw problem;
      failures.set(network, failuresOf(network) + 1);
      return undefined;
    }
  };
}
