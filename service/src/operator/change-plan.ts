// Changes the plan of an organization, with its event in the audit log. Every change of a plan goes
// through here.
import type { Transaction } from '../adapters/database/database.ts';
import type { EventStream } from '../events/event-stream.ts';
import type { PlanName } from '../plans/plans.ts';
import { findOrganization, setPlan } from './organizations.store.ts';

export interface PlanChange {
  readonly plan: PlanName;
  readonly billing_interval?: 'monthly' | 'annual';
}

/** Resolves with the plan before. Undefined if there is no such organization. */
export async function changePlan(
  transaction: Transaction,
  events: EventStream,
  orgId: string,
  change: PlanChange,
): Promise<PlanName | undefined> {
  const organization = await findOrganization(transaction, orgId);
  if (!organization) return undefined;
  await setPlan(transaction, orgId, change);
  if (organization.plan !== change.plan) {
    const metadata = { from: organization.plan, to: change.plan };
    await events.append(transaction, orgId, [{ type: 'plan_changed', metadata }]);
  }
  return organization.plan;
}
