// Session tokens: JWTs signed with HS256 (RFC 7515, RFC 7518 §3.2), valid 24 hours (specification:
// Session token). Beside the specified fields a token carries `jti`: the user's session generation
// and a random part, so that one session or all can be ended. Hand-made: one algorithm, checked on
// the event loop in microseconds; a library of general use asks the thread pool, which costs every
// call a fifth of a millisecond.
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

export const sessionSeconds = 24 * 60 * 60;

export interface SessionSubject {
  readonly userId: string;
  readonly email: string;
  readonly orgId: string;
  readonly sessionGeneration: number;
}

export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly sessionGeneration: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface SessionTokens {
  issue(subject: SessionSubject): string;
  /** The claims of a token that is ours and has not expired; undefined for anything else. */
  read(token: string): SessionClaims | undefined;
}

/**
 * The only header that is written, and so the only one that is read: no other algorithm, `none`
 * least of all.
 */
const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

export function createSessionTokens(secret: Uint8Array, now: () => number = Date.now): SessionTokens {
  const key = createSecretKey(secret);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();

  /** The claims of a token that is ours, whether or not it has expired. */
  function readGenuine(token: string): SessionClaims | undefined {
    const [givenHeader, payload, signature, ...rest] = token.split('.');
    if (givenHeader !== header || payload === undefined || signature === undefined || rest.length > 0) return undefined;
    // As texts: base64url has one spelling here, so that a token has one.
    const expected = Buffer.from(sign(`${header}.${payload}`).toString('base64url'));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    // Ours from here on: the payload is as it was written.
    const { user_id, jti, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return {
      userId: user_id,
      sessionId: jti,
      sessionGeneration: Number.parseInt(jti, 10),
      expiresAt: exp * 1_000,
    };
  }

  return {
    issue({ userId, email, orgId, sessionGeneration }) {
      const issuedAt = Math.floor(now() / 1_000);
      const payload = {
        user_id: userId,
        email,
        org_id: orgId,
        iat: issuedAt,
        exp: issuedAt + sessionSeconds,
        jti: `${sessionGeneration}.${randomBytes(16).toString('base64url')}`,
      };
      const text = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },
    read(token) {
      const claims = readGenuine(token);
      return claims && claims.expiresAt > now() ? claims : undefined;
    },
  };
}
