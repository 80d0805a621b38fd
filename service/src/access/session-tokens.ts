// Session tokens: JWTs signed with HS256 (RFC 7515, RFC 7518 §3.2), valid for 24 hours
// (specification: Session token). Besides the specified fields, a token has `jti`: the user's
// session generation and a random part, so that one session or all can be ended. We wrote this
// ourselves: it supports one algorithm and checks a token on the event loop in microseconds. A
// general library uses the thread pool, which costs every call a fifth of a millisecond.
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
  /** The claims of a token that is ours and has not expired. Undefined for anything else. */
  read(token: string): SessionClaims | undefined;
}

/**
 * The only header that we write, and so the only one that we accept: no other algorithm, and never
 * `none`.
 */
const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

export function createSessionTokens(secret: Uint8Array, now: () => number = Date.now): SessionTokens {
  const key = createSecretKey(secret);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();

  /** The claims of a token that is ours, expired or not. */
  function readGenuine(token: string): SessionClaims | undefined {
    const [givenHeader, payload, signature, ...rest] = token.split('.');
    if (givenHeader !== header || payload === undefined || signature === undefined || rest.length > 0) return undefined;
    // Compared as text: base64url has one spelling here, so a token has one too.
    const expected = Buffer.from(sign(`${header}.${payload}`).toString('base64url'));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    // The signature is valid from here on, so the payload is ours.
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
