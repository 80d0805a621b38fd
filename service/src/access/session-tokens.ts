// Session tokens, valid for 24 hours (specification: Session token). Besides the specified fields,
// a token has `jti`: the user's session generation and a random part, so that one session or all
// can be ended. A session that came from the other environment has `switched`.
import { randomBytes } from 'node:crypto';
import { createSignedClaims } from './signed-claims.ts';

export const sessionSeconds = 24 * 60 * 60;

export interface SessionSubject {
  readonly userId: string;
  readonly email: string;
  readonly orgId: string;
  readonly sessionGeneration: number;
  /** Opened by a login in the other environment. */
  readonly hasSwitched?: boolean;
}

export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly sessionGeneration: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly hasSwitched: boolean;
}

export interface SessionTokens {
  issue(subject: SessionSubject): string;
  /** The claims of a token that is ours and has not expired. Undefined for anything else. */
  read(token: string): SessionClaims | undefined;
}

interface Payload {
  readonly user_id: string;
  readonly email: string;
  readonly org_id: string;
  readonly jti: string;
  readonly switched?: true;
}

export function createSessionTokens(secret: Uint8Array, now: () => number = Date.now): SessionTokens {
  const claims = createSignedClaims<Payload>(secret, now);
  return {
    issue({ userId, email, orgId, sessionGeneration, hasSwitched = false }) {
      const jti = `${sessionGeneration}.${randomBytes(16).toString('base64url')}`;
      const payload = { user_id: userId, email, org_id: orgId, jti, ...(hasSwitched && { switched: true as const }) };
      return claims.issue(payload, sessionSeconds);
    },
    read(token) {
      const read = claims.read(token);
      if (!read) return undefined;
      const { user_id, jti, exp, switched = false } = read;
      return {
        userId: user_id,
        sessionId: jti,
        sessionGeneration: Number.parseInt(jti, 10),
        expiresAt: exp * 1_000,
        hasSwitched: switched,
      };
    },
  };
}
