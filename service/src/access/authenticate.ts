// Identifies the caller from the Authorization header: a session token or an API key. The prefix
// distinguishes them.
import type { Database } from '../adapters/database/database.ts';
import { fail } from '../http/error-catalogue.ts';
import { type EnvironmentName, hashApiKey, isWellFormedApiKey, looksLikeApiKey } from './api-keys.ts';
import {
  type Caller,
  type CallerKind,
  type CallingOrganization,
  type KeyCaller,
  lowerRole,
  type SessionCaller,
} from './caller.ts';
import { findKey, findSessionUser, type OrganizationRow, setLastActive } from './credentials.store.ts';
import type { KeyUsage } from './key-usage.ts';
import type { SessionTokens } from './session-tokens.ts';
import { readRestrictions } from './stored-restrictions.ts';

export type Authenticate = (header: string | undefined, wanted: Exclude<CallerKind, 'public'>) => Promise<Caller>;

export interface AuthenticateParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly sessionTokens: SessionTokens;
  readonly apiKeyPepper: Uint8Array;
  readonly keyUsage: Pick<KeyUsage, 'countRequest'>;
  readonly now?: () => number;
}

/**
 * `last_active_at` is accurate to the minute: a write for every call would cost more than the call.
 */
const noteMilliseconds = 60_000;

export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { environment, database, sessionTokens, apiKeyPepper, keyUsage, now = Date.now } = parts;

  async function readSession(token: string): Promise<SessionCaller | undefined> {
    const claims = sessionTokens.read(token);
    if (!claims) return undefined;
    const row = await findSessionUser(database.read, claims.userId, claims.sessionId);
    if (row?.session_generation !== claims.sessionGeneration) return undefined;
    noteActivity(row.user_id, row.last_active_at);
    return {
      kind: 'session',
      organization: organizationOf(row),
      userId: row.user_id,
      email: row.email,
      userCreatedAt: row.created_at,
      role: row.role,
      emailVerified: row.email_verified_at !== null,
      twoFactor: row.two_factor_method,
      sessionId: claims.sessionId,
      sessionExpiresAt: claims.expiresAt,
      hasSwitched: claims.hasSwitched,
    };
  }

  async function readKey(key: string): Promise<KeyCaller | undefined> {
    // A value that cannot be a key of this environment costs no query.
    if (!isWellFormedApiKey(key, environment)) return undefined;
    const row = await findKey(database.read, hashApiKey(key, apiKeyPepper));
    if (!row) return undefined;
    if (row.expires_at !== null && row.expires_at <= now()) failExpired(row.expires_at);
    keyUsage.countRequest(row.key_id, row.last_used_at);
    return {
      kind: 'key',
      organization: organizationOf(row),
      keyId: row.key_id,
      userId: row.user_id,
      role: row.role === null ? 'admin' : lowerRole(row.role, row.creator_role ?? 'user'),
      emailVerified: Boolean(row.has_verified_owner),
      restrictions: readRestrictions(row),
    };
  }

  const beingNoted = new Set<string>();

  /** Not awaited, so that the call does not wait for this write. */
  function noteActivity(id: string, last: number | null): void {
    const time = now();
    if ((last !== null && time - last < noteMilliseconds) || beingNoted.has(id)) return;
    beingNoted.add(id);
    database
      .transaction((transaction) => setLastActive(transaction, id, time))
      .catch(() => undefined)
      .finally(() => beingNoted.delete(id));
  }

  return async (header, wanted) => {
    const credential = bearerOf(header);
    const isKey = looksLikeApiKey(credential);
    if (isKey && wanted === 'session') {
      fail('unauthorized', {
        message: 'This operation does not accept API keys. Send a session token from POST /v1/auth/login.',
      });
    }
    if (!isKey && wanted === 'key') {
      fail('unauthorized', { message: 'This operation does not accept session tokens. Send an API key.' });
    }
    const caller = isKey ? await readKey(credential) : await readSession(credential);
    return (
      caller ??
      fail('unauthorized', { message: isKey ? keyRefused(credential, environment) : sessionRefused(credential) })
    );
  };
}

function organizationOf(row: OrganizationRow): CallingOrganization {
  return {
    orgId: row.org_id,
    name: row.name,
    plan: row.plan,
    keepsLabels: row.keeps_labels === 1,
    keepsThumbnails: row.keeps_thumbnails === 1,
  };
}

function bearerOf(header = ''): string {
  // The scheme in any case and with several spaces, as some clients write it.
  return /^Bearer +([\x21-\x7e]+)$/i.exec(header)?.[1] ?? fail('unauthorized');
}

/** A session token has two dots. A value without them is something else. */
function sessionRefused(credential: string): string {
  return credential.includes('.')
    ? 'Your session has expired. Log in again.'
    : 'This is not an API key or a session token. API keys start with svc_key_, or svc_test_key_ in the sandbox.';
}

/** Only a caller that has the complete key gets this message. */
function failExpired(time: number): never {
  const moment = new Date(time).toISOString().replace('T', ' ').slice(0, 16);
  return fail('unauthorized', {
    message: `This API key expired on ${moment} (UTC). Use its replacement, or ask an owner or admin for a new key.`,
  });
}

function keyRefused(key: string, environment: EnvironmentName): string {
  const other = environment === 'live' ? 'sandbox' : 'live';
  if (isWellFormedApiKey(key, other))
    return `This API key belongs to the ${other} environment, but you called the ${environment} environment. Use a key of this environment.`;
  return 'The API key does not exist or was revoked. Use an active key.';
}
