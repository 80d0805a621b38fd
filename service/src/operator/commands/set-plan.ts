// Changes the plan of an organization; an organization cannot do it itself (decisions, 3.11).
import { isPlanName, planNames } from '../../plans/plans.ts';
import { openAuditStream } from '../audit-key.ts';
import { Refused, type RunCommand, WrongUsage } from '../command.ts';
import { findOrganization, setPlan } from '../organizations.store.ts';

export const run: RunCommand = async (tools, orgId, plan) => {
  if (!isPlanName(plan!)) throw new WrongUsage(`"${plan}" is no plan; the plans are ${planNames.join(', ')}.`);
  const database = await tools.openDatabase();
  const events = await openAuditStream(tools, database);
  const before = await database.transaction(async (transaction) => {
    const organization = await findOrganization(transaction, orgId!);
    if (!organization || organization.plan === plan) return organization;
    await setPlan(transaction, orgId!, plan);
    await events.append(transaction, orgId!, [
      { type: 'plan_changed', metadata: { from: organization.plan, to: plan } },
    ]);
    return organization;
  });
  if (!before) throw new Refused(`The ${tools.environment} database has no organization ${orgId}.`);
  tools.print(
    before.plan === plan
      ? `${orgId} has the plan ${plan} already.`
      : `${orgId} now has the plan ${plan}; it had ${before.plan}. It holds from the next call.`,
  );
};
