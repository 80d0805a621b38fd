// Finds out who is calling from the Authorization header: a session token or an API key, told apart by the prefix.
import type { Database } from '../adapters/database/database.ts';
import { type NowOrLater, whenKnown } from '../adapters/now-or-later.ts';
import { fail } from '../http/error-catalogue.ts';
import { type EnvironmentName, hashApiKey, isWellFormedApiKey, looksLikeApiKey } from './api-keys.ts';
import { type Caller, type CallerKind, type KeyCaller, lowerRole, type SessionCaller } from './caller.ts';
import { findKey, findMember, findRevokedSession, setLastUsed } from './credentials.store.ts';
import { RecentlySeen } from './recently-seen.ts';
import type { SessionTokens } from './session-tokens.ts';

/** Answers at once where the database does. */
export type Authenticate = (header: string | undefined, wanted: Exclude<CallerKind, 'public'>) => NowOrLater<Caller>;

export interface AuthenticateParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly sessionTokens: SessionTokens;
  readonly apiKeyPepper: Uint8Array;
  readonly now?: () => number;
}

/** `last_used_at` is kept to the minute: a write for every call would cost more than the call. */
const lastUsedMilliseconds = 60_000;

export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { environment, database, sessionTokens, apiKeyPepper, now = Date.now } = parts;

  async function readSession(token: string): Promise<SessionCaller | undefined> {
    const claims = sessionTokens.read(token);
    if (!claims) return undefined;
    const [row, revoked] = await Promise.all([
      findMember(database.read, claims.userId),
      findRevokedSession(database.read, claims.sessionId),
    ]);
    if (!row || revoked || row.session_generation !== claims.sessionGeneration) return undefined;
    return {
      kind: 'session',
      organization: { orgId: row.org_id, name: row.name, plan: row.plan },
      userId: row.user_id,
      email: row.email,
      userCreatedAt: row.created_at,
      role: row.role,
      emailVerified: row.email_verified_at !== null,
      twoFactor: row.two_factor_method,
      sessionId: claims.sessionId,
      sessionExpiresAt: claims.expiresAt,
    };
  }

  const keyHashes = new RecentlySeen<string>();

  /** Undefined for what was never a key of this environment. */
  function readKeyHash(key: string): string | undefined {
    return isWellFormedApiKey(key, environment) ? keyHashes.add(key, hashApiKey(key, apiKeyPepper)) : undefined;
  }

  function readKey(key: string): NowOrLater<KeyCaller | undefined> {
    const keyHash = keyHashes.get(key) ?? readKeyHash(key);
    return keyHash === undefined ? undefined : whenKnown(findKey(database.read, keyHash), keyCallerOf);
  }

  function keyCallerOf(row: Found<typeof findKey>): KeyCaller | undefined {
    if (!row) return undefined;
    noteUse(row.key_id, row.last_used_at);
    return {
      kind: 'key',
      organization: { orgId: row.org_id, name: row.name, plan: row.plan },
      keyId: row.key_id,
      userId: row.user_id,
      role: row.role === null ? 'admin' : lowerRole(row.role, row.creator_role ?? 'user'),
      emailVerified: Boolean(row.has_verified_owner),
    };
  }

  const beingNoted = new Set<string>();

  /** Not awaited: the call does not wait for a note about itself. */
  function noteUse(keyId: string, lastUsedAt: number | null): void {
    const time = now();
    if ((lastUsedAt !== null && time - lastUsedAt < lastUsedMilliseconds) || beingNoted.has(keyId)) return;
    beingNoted.add(keyId);
    database
      .transaction((transaction) => setLastUsed(transaction, keyId, time))
      .catch(() => undefined)
      .finally(() => beingNoted.delete(keyId));
  }

  return (header, wanted) => {
    const credential = bearerOf(header);
    const isKey = looksLikeApiKey(credential);
    if (isKey && wanted === 'session') {
      fail('unauthorized', { message: 'This needs a session token from POST /v1/auth/login, not an API key.' });
    }
    if (!isKey && wanted === 'key') {
      fail('unauthorized', { message: 'This needs an API key, not a session token.' });
    }
    return whenKnown<Caller | undefined, Caller>(isKey ? readKey(credential) : readSession(credential), (caller) => {
      if (caller) return caller;
      return fail('unauthorized', {
        message: isKey ? keyRefused(credential, environment) : sessionRefused(credential),
      });
    });
  };
}

/** The row of a hot query, or none. */
type Found<Query extends (...parameters: never[]) => unknown> = Awaited<ReturnType<Query>>;

const bearer = 'Bearer ';

function bearerOf(header: string | undefined): string {
  if (header?.startsWith(bearer) && !header.includes(' ', bearer.length)) return header.slice(bearer.length);
  // As others spell it: the scheme in any case, more than one space.
  const credential = /^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
  return credential ?? fail('unauthorized');
}

/** A session token has two dots; whoever sends none of them means something else. */
function sessionRefused(credential: string): string {
  return credential.includes('.')
    ? 'The session has ended; log in again.'
    : 'This is neither an API key nor a session token. Keys begin with svc_key_ or, for the sandbox, svc_test_key_.';
}

function keyRefused(key: string, environment: EnvironmentName): string {
  const other = environment === 'live' ? 'sandbox' : 'live';
  if (isWellFormedApiKey(key, other))
    return `This is a key of the ${other} environment; this address is ${environment}.`;
  return 'The API key is unknown or has been revoked.';
}
