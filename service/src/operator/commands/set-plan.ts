// Changes the plan of an organization, which an organization cannot do itself (settled point 11).
import { isPlanName, planNames } from '../../plans/plans.ts';
import { openAuditStream } from '../audit-key.ts';
import { Refused, type RunCommand, WrongUsage } from '../command.ts';
import { findOrganization, setPlan } from '../organizations.store.ts';

export const run: RunCommand = async (tools, orgId, plan) => {
  if (!isPlanName(plan!)) throw new WrongUsage(`"${plan}" is not a plan. Use one of ${planNames.join(', ')}.`);
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
      ? `${orgId} is already on the ${plan} plan.`
      : `Changed the plan of ${orgId} from ${before.plan} to ${plan}. It applies from the next request.`,
  );
};
