// Where a plan does not include a feature: what a larger plan adds, an example of it, and a button
// to request that plan. The service enforces the plans. This avoids a refusal.
import type { ReactNode } from 'react';
import { pagePaths } from '../page-paths.ts';
import { gatedFeatures, gateTexts as texts } from '../texts/gates.ts';
import { planNames } from '../texts/overview.ts';
import { PageButton, PageLink } from './page-link.tsx';
import { Tag } from './tag.tsx';

type PlanName = keyof typeof planNames;

interface PlanGateProps {
  readonly feature: keyof typeof gatedFeatures;
  readonly has: PlanName;
  /** An example of what you would get. */
  readonly children?: ReactNode;
}

export function PlanGate({ feature, has, children }: PlanGateProps) {
  const { needs, what, benefits } = gatedFeatures[feature];
  const plan = planNames[needs];
  return (
    <div className="panel plan-gate" role="note">
      <div className="stack">
        <p className="plan-gate-title">{texts.title(what, plan)}</p>
        <ul className="plan-gate-benefits">
          {benefits.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className="quiet">{texts.has(planNames[has])}</p>
        <div className="plan-gate-actions">
          <PageButton to={pagePaths.billing} search={{ plan: needs }}>
            {texts.request(plan)}
          </PageButton>
          <PageLink to={pagePaths.billing}>{texts.compare}</PageLink>
        </div>
      </div>
      {children && (
        <figure className="plan-gate-sample">
          <figcaption>
            <Tag>{texts.example}</Tag>
          </figcaption>
          {children}
        </figure>
      )}
    </div>
  );
}

/** Plans are listed from the smallest to the largest. */
export function planReaches(has: PlanName, needed: PlanName): boolean {
  const order = Object.keys(planNames);
  return order.indexOf(has) >= order.indexOf(needed);
}
