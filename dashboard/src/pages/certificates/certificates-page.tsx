// The certificates of the organization: the default signature, each certificate with its actions,
// and forms for more.
import { useQuery } from '@tanstack/react-query';
import { certificatesQuery } from '../../api/certificates-queries.ts';
import { meQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PlanGate, planReaches } from '../../components/plan-gate.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { certificatesTexts as texts } from '../../texts/certificates.ts';
import { CertificateCard } from './certificate-card.tsx';
import { DefaultSignature } from './default-signature.tsx';
import { ImportCertificate, RequestCertificate } from './new-certificate.tsx';
import { SampleCredentials } from './sample-credentials.tsx';

export function CertificatesPage() {
  const me = useQuery(meQuery);
  const certificates = useQuery(certificatesQuery);
  const failed = [me, certificates].find(({ error }) => error);
  if (failed?.error) {
    return (
      <>
        <PageHeading title={texts.title} lead={texts.lead} />
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      </>
    );
  }
  const isIncluded = me.data !== undefined && planReaches(me.data.org.plan, 'growth');
  const isOpen = isIncluded && me.data?.user.role !== 'user';
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {!me.data || !certificates.data ? (
        <LoadingState height={420} />
      ) : (
        <div className="sections">
          {!isIncluded && (
            <PlanGate feature="c2pa_embed" has={me.data.org.plan}>
              <SampleCredentials />
            </PlanGate>
          )}
          {me.data.user.role === 'user' && <div className="notice">{texts.notYours}</div>}
          {isOpen && <DefaultSignature current={certificates.data.default_signature} />}
          {certificates.data.certificates.length === 0 && <p className="quiet">{texts.none}</p>}
          {certificates.data.certificates.map((each) => (
            <CertificateCard key={each.certificate_id} certificate={each} isOpen={isOpen} />
          ))}
          {isOpen && <RequestCertificate />}
          {isOpen && <ImportCertificate />}
        </div>
      )}
    </>
  );
}
