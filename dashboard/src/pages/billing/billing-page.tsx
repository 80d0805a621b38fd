// Plan, usage and period, the catalog with what each plan adds, and how to request another plan.
import type { Answer } from '@content-provenance/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { plansQuery } from '../../api/billing-queries.ts';
import { meQuery, usageQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { billingTexts as texts } from '../../texts/billing.ts';
import { type Plan, PlanCatalogue } from './plan-catalogue.tsx';
import { PlanRequest } from './plan-request.tsx';
import { UsageFigures } from './usage-figures.tsx';

export function BillingPage() {
  const usage = useQuery(usageQuery);
  const plans = useQuery(plansQuery);
  const me = useQuery(meQuery);
  const failed = [usage, plans, me].find(({ error }) => error);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : usage.data && plans.data && me.data ? (
        <div className="sections">
          <UsageFigures usage={usage.data} />
          <Plans plans={plans.data.plans} me={me.data} />
        </div>
      ) : (
        <LoadingState height={640} />
      )}
    </>
  );
}

interface PlansProps {
  readonly plans: readonly Plan[];
  readonly me: Answer<'GET /v1/auth/me'>;
}

/** The chosen plan is in the address, because errors and plan gates link to it. */
function Plans({ plans, me }: PlansProps) {
  const { plan: asked } = useSearch({ from: '/signed-in/billing' });
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const choose = (plan: string) =>
    navigate({ to: pagePaths.billing, search: { plan }, replace: true, resetScroll: false });
  const others = plans.filter(({ plan }) => plan !== me.org.plan);
  const next = plans[plans.findIndex(({ plan }) => plan === me.org.plan) + 1];
  const wanted = others.find(({ plan }) => plan === asked) ?? next ?? others[0]!;
  return (
    <>
      <PlanCatalogue
        plans={plans}
        current={me.org.plan}
        onChoose={(plan) => void choose(plan).then(() => heading.current?.focus())}
      />
      <PlanRequest plans={plans} me={me} wanted={wanted} heading={heading} onChoose={(plan) => void choose(plan)} />
    </>
  );
}
