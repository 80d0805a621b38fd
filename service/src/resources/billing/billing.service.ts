// What an organization has used, and what the plans are.
import type { CallingOrganization } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import { planNames, plans } from '../../plans/plans.ts';
import { findBillingInterval, findUsage } from './billing.store.ts';
import { periodAt } from './billing-period.ts';

// What other resources need from this one.
export { periodAt };

export type BillingService = ReturnType<typeof createBillingService>;

export function createBillingService(database: Database, upgradeUrl: string, now: () => number = Date.now) {
  return {
    async usage({ orgId, plan }: CallingOrganization) {
      const { includedSignatures, overageRate, hardLimit } = plans[plan];
      const period = periodAt(now());
      const [usage, organization] = await Promise.all([
        findUsage(database.read, orgId, period.name),
        findBillingInterval(database.read, orgId),
      ]);
      const used = usage?.signatures_used ?? 0;
      const overage = hardLimit || includedSignatures === null ? 0 : Math.max(0, used - includedSignatures);
      return {
        plan,
        billing_interval: organization!.billing_interval,
        signatures_used: used,
        signatures_included: includedSignatures,
        overage_rate: overageRate,
        overage_count: overage,
        period_start: period.start,
        period_end: period.end,
      };
    },

    catalogue: () => ({
      plans: planNames.map((name) => {
        const plan = plans[name];
        return {
          plan: name,
          label: plan.label,
          monthly_price: plan.monthlyPrice,
          annual_monthly_price: plan.annualMonthlyPrice,
          annual_total: plan.annualMonthlyPrice === null ? null : plan.annualMonthlyPrice * 12,
          included_signatures: plan.includedSignatures,
          overage_rate: plan.overageRate,
          upgrade_url: `${upgradeUrl}?plan=${name}`,
        };
      }),
    }),
  };
}
