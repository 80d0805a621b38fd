// Plan, usage and period, the catalog with what each plan adds, and how to request another plan.
import { useQuery } from '@tanstack/react-query';
import { plansQuery } from '../../api/billing-queries.ts';
import { meQuery, usageQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { billingTexts as texts } from '../../texts/billing.ts';
import { PlanCatalogue } from './plan-catalogue.tsx';
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
          <PlanCatalogue plans={plans.data.plans} current={usage.data.plan} />
          <PlanRequest plans={plans.data.plans} me={me.data} />
        </div>
      ) : (
        <LoadingState height={640} />
      )}
    </>
  );
}
