// The seats of a plan: members use them, open invites do not (settled point 30).
import type { CallingOrganization } from '../../access/caller.ts';
import type { Database, Queries } from '../../adapters/database/database.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import { plans } from '../../plans/plans.ts';
import { countMembers } from './members.store.ts';

export type SeatsService = ReturnType<typeof createSeatsService>;

export function createSeatsService(database: Database, upgradeUrl: string) {
  async function find(queries: Queries, { orgId, plan }: Pick<CallingOrganization, 'orgId' | 'plan'>) {
    const { seats } = plans[plan];
    if (seats === null) return undefined;
    const taken = await countMembers(queries, orgId);
    if (taken < seats) return undefined;
    return new ServiceError('seat_limit_reached', {
      message: `Your plan has ${seats === 1 ? 'one seat' : `${seats} seats`}, and ${taken} ${taken === 1 ? 'is' : 'are'} in use. Upgrade the plan, or remove a member first.`,
      limit: seats,
      current: taken,
      upgrade_url: upgradeUrl,
    });
  }

  return {
    /** The error if no seat is free. This is a preview: `require` decides. */
    findRefusal: (organization: CallingOrganization) => find(database.read, organization),

    /** Fails if no seat is free. The team must be locked. */
    async require(transaction: Queries, organization: Pick<CallingOrganization, 'orgId' | 'plan'>): Promise<void> {
      const refusal = await find(transaction, organization);
      if (refusal) throw refusal;
    },
  };
}
