// Changes the plan of an organization, which an organization cannot do itself (settled point 11).
import { isPlanName, planNames } from '../../plans/plans.ts';
import { openAuditStream } from '../audit-key.ts';
import { changePlan } from '../change-plan.ts';
import { Refused, type RunCommand, WrongUsage } from '../command.ts';

export const run: RunCommand = async (tools, orgId, plan) => {
  if (!isPlanName(plan!)) throw new WrongUsage(`"${plan}" is not a plan. Use one of ${planNames.join(', ')}.`);
  const database = await tools.openDatabase();
  const events = await openAuditStream(tools, database);
  const before = await database.transaction((transaction) => changePlan(transaction, events, orgId!, { plan }));
  if (before === undefined) throw new Refused(`The ${tools.environment} database has no organization ${orgId}.`);
  tools.print(
    before === plan
      ? `${orgId} is already on the ${plan} plan.`
      : `Changed the plan of ${orgId} from ${before} to ${plan}. It applies from the next request.`,
  );
};
