// Says that a plan does not include a feature, and which plan does. The service enforces it. This
// avoids a refusal.
import { pagePaths } from '../page-paths.ts';
import { gateTexts as texts } from '../texts/organization.ts';
import { planNames } from '../texts/overview.ts';
import { PageLink } from './page-link.tsx';

type PlanName = keyof typeof planNames;

interface PlanGateProps {
  /** What the plan includes, as the beginning of a sentence. */
  readonly what: string;
  readonly needs: PlanName;
  readonly has: PlanName;
}

export function PlanGate({ what, needs, has }: PlanGateProps) {
  return (
    <div className="notice" role="note">
      <span>{texts.sentence(what, planNames[needs], planNames[has])}</span>
      <PageLink to={pagePaths.billing}>{texts.plans}</PageLink>
    </div>
  );
}

/** Plans are listed from the smallest to the largest. */
export function planReaches(has: PlanName, needed: PlanName): boolean {
  const order = Object.keys(planNames);
  return order.indexOf(has) >= order.indexOf(needed);
}
