// Whether a plan includes a feature. The refusal names the cheapest plan that does and where to get
// it.
import { fail } from '../http/error-catalogue.ts';
import { cheapestPlanWith, type Feature, type PlanName, planHas } from '../plans/plans.ts';

export function requireFeature(feature: Feature, plan: PlanName, upgradeUrl: string): void {
  if (planHas(plan, feature)) return;
  const required = cheapestPlanWith(feature);
  fail('plan_required', {
    message: `This feature needs the ${required} plan or above.`,
    required_plan: required,
    current_plan: plan,
    upgrade_url: upgradeUrl,
  });
}
