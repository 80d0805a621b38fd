// The branding: the fields, next to a preview of the head of a certificate.
import { useQuery } from '@tanstack/react-query';
import { brandingQuery } from '../../api/branding-queries.ts';
import { meQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PlanGate, planReaches } from '../../components/plan-gate.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { brandingTexts as texts } from '../../texts/branding.ts';
import { sampleTexts } from '../../texts/gates.ts';
import type { BrandingDraft } from './branding-draft.ts';
import { BrandingForm } from './branding-form.tsx';
import { CertificateHead } from './certificate-head.tsx';

const { name, color, support } = sampleTexts.branding;
const sampleDraft: BrandingDraft = { display_name: name, logo_url: '', primary_color: color, support_url: support };

export function BrandingPage() {
  const me = useQuery(meQuery);
  const branding = useQuery(brandingQuery);
  const isIncluded = me.data !== undefined && planReaches(me.data.org.plan, 'growth');
  // From a larger plan before. It stays, but cannot be changed.
  const isKept = branding.data !== undefined && branding.data.branding !== null;
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
          {!isIncluded && (
            <PlanGate feature="branding" has={me.data.org.plan}>
              {!isKept && <CertificateHead draft={sampleDraft} orgName={me.data.org.name} />}
            </PlanGate>
          )}
          {me.data.user.role === 'user' && <div className="notice">{texts.notYours}</div>}
          {(isIncluded || isKept) && (
            <BrandingForm
              branding={branding.data.branding}
              orgName={me.data.org.name}
              isOpen={isIncluded && me.data.user.role !== 'user'}
            />
          )}
        </div>
      )}
    </>
  );
}
