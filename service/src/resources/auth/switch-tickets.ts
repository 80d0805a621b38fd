// A ticket takes a user from one environment to the other. It works once, for one minute, only in
// the environment that it names, and only together with the secret whose hash it contains. The
// browser makes that secret and never sends it in an address, so a ticket in a link of a stranger
// does nothing.
import { createHash, randomBytes } from 'node:crypto';
import type { EnvironmentName } from '../../access/api-keys.ts';
import { createSignedClaims } from '../../access/signed-claims.ts';
import type { Role } from '../../database/schema.ts';
import type { PlanName } from '../../plans/plans.ts';

const ticketSeconds = 60;

/** Who comes, as the environment that they come from knows them. */
export interface Traveler {
  readonly to: EnvironmentName;
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: Role;
  readonly orgId: string;
  readonly orgName: string;
  readonly plan: PlanName;
  /** SHA-256 of the browser's secret, in base64url. */
  readonly challenge: string;
}

export type SwitchTickets = ReturnType<typeof createSwitchTickets>;

export function createSwitchTickets(secret: Uint8Array, now: () => number = Date.now) {
  const claims = createSignedClaims<Traveler & { readonly jti: string }>(secret, now);
  return {
    issue: (traveler: Traveler) =>
      claims.issue({ ...traveler, jti: `switch.${randomBytes(16).toString('base64url')}` }, ticketSeconds),

    read(ticket: string, verifier: string) {
      const read = claims.read(ticket);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      return read?.challenge === challenge ? read : undefined;
    },
  };
}
