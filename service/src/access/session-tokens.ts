// Session tokens: JWTs signed with HS256, valid 24 hours (specification: Session token). Beside the specified fields a
// token carries `jti`: the user's session generation and a random part, so that one session or all can be ended.
import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

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
  issue(subject: SessionSubject): Promise<string>;
  /** The claims of a token that is ours and has not expired; undefined for anything else. */
  read(token: string): Promise<SessionClaims | undefined>;
}

export function createSessionTokens(secret: Uint8Array, now: () => number = Date.now): SessionTokens {
  return {
    issue({ userId, email, orgId, sessionGeneration }) {
      const issuedAt = Math.floor(now() / 1_000);
      return new SignJWT({ user_id: userId, email, org_id: orgId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setJti(`${sessionGeneration}.${randomBytes(16).toString('base64url')}`)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + sessionSeconds)
        .sign(secret);
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ['HS256'],
          requiredClaims: ['user_id', 'jti', 'exp'],
          currentDate: new Date(now()),
        });
        return {
          userId: String(payload.user_id),
          sessionId: payload.jti!,
          sessionGeneration: Number.parseInt(payload.jti!, 10),
          expiresAt: payload.exp! * 1_000,
        };
      } catch {
        return undefined;
      }
    },
  };
}
