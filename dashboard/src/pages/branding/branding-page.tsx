// The branding: the fields, next to a preview of the head of a certificate.
import { useQuery } from '@tanstack/react-query';
import { brandingQuery } from '../../api/branding-queries.ts';
import { meQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PlanGate, planReaches } from '../../components/plan-gate.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { brandingTexts as texts } from '../../texts/branding.ts';
import { BrandingForm } from './branding-form.tsx';

export function BrandingPage() {
  const me = useQuery(meQuery);
  const branding = useQuery(brandingQuery);
  const failed = [me, branding].find(({ error }) => error);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : !me.data || !branding.data ? (
        <LoadingState height={480} />
      ) : (
        <div className="sections">
          {!planReaches(me.data.org.plan, 'growth') && (
            <PlanGate what={texts.gate} needs="growth" has={me.data.org.plan} />
          )}
          {me.data.user.role === 'user' && <div className="notice">{texts.notYours}</div>}
          <BrandingForm
            branding={branding.data.branding}
            orgName={me.data.org.name}
            isOpen={planReaches(me.data.org.plan, 'growth') && me.data.user.role !== 'user'}
          />
        </div>
      )}
    </>
  );
}
