// How a check changes the state of a domain. If a proof is gone, the domain stays verified for a
// grace period, so that the organization can repair a mistake. A silent name server changes nothing
// until it has been silent for as long.
import type { Selectable } from 'kysely';
import type { DomainState, OrganizationDomainsTable } from '../../database/schema.ts';
import type { ProofFinding } from './domain-proof.ts';

export type DomainRow = Selectable<OrganizationDomainsTable>;

const day = 24 * 60 * 60 * 1_000;
export const graceMilliseconds = 7 * day;
export const recheckMilliseconds = day;

/** Whether the public sees the domain. */
export function isShown(state: DomainState): boolean {
  return state === 'verified' || state === 'failing';
}

export function afterCheck(row: DomainRow, finding: ProofFinding, time: number): Partial<DomainRow> {
  if (finding.outcome === 'proven') {
    return {
      state: 'verified',
      method: finding.method,
      verified_at: isShown(row.state) ? row.verified_at : time,
      confirmed_at: time,
      failing_since: null,
      next_check_at: time + recheckMilliseconds,
      problem: null,
    };
  }
  const { problem } = finding;
  if (!isShown(row.state)) return { problem };
  const failingSince = row.failing_since ?? (beginsToFail(row, finding, time) ? time : null);
  if (failingSince === null) return { problem, next_check_at: time + recheckMilliseconds };
  if (time >= failingSince + graceMilliseconds)
    return { problem, state: 'expired', failing_since: null, next_check_at: null };
  return {
    problem,
    state: 'failing',
    failing_since: failingSince,
    next_check_at: Math.min(time + recheckMilliseconds, failingSince + graceMilliseconds),
  };
}

function beginsToFail({ confirmed_at }: DomainRow, { outcome }: ProofFinding, time: number): boolean {
  return outcome === 'absent' || time >= confirmed_at! + graceMilliseconds;
}
