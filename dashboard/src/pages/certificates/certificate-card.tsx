// One certificate: its state and facts, the signing request while its chain is missing, and its
// renewal and revocation.
import { Button, Group, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Certificate, certificatesQuery } from '../../api/certificates-queries.ts';
import { client, queryClient } from '../../api/client.ts';
import { DateText } from '../../components/date-text.tsx';
import { sentenceOf } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { certificatesTexts as texts } from '../../texts/certificates.ts';
import { RevokeCertificate } from './revoke-certificate.tsx';
import { SigningRequest } from './signing-request.tsx';

const tones = { requested: 'warn', active: 'good', replaced: 'none', revoked: 'bad' } as const;

interface CertificateCardProps {
  readonly certificate: Certificate;
  readonly isOpen: boolean;
}

export function CertificateCard({ certificate, isOpen }: CertificateCardProps) {
  const [isRevoking, setRevoking] = useState(false);
  const renew = useMutation({
    mutationFn: () => client.certificates.renew(certificate.certificate_id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: certificatesQuery.queryKey }),
  });
  const { certificate_id, subject, state } = certificate;
  const isUsable = state === 'active' || state === 'requested';
  return (
    <article className="panel stack" aria-labelledby={certificate_id}>
      <div className="domain-head">
        <Title order={2} id={certificate_id} className="domain-name">
          {subject}
        </Title>
        <Tag tone={tones[state]}>{texts.states[state]}</Tag>
      </div>
      <CertificateFacts certificate={certificate} />
      {state === 'requested' && <SigningRequest certificate={certificate} isOpen={isOpen} />}
      <div role="status">
        {renew.isSuccess && texts.renew.done}
        {renew.error && sentenceOf(renew.error)}
      </div>
      {isOpen && isUsable && (
        <Group>
          {state === 'active' && (
            <Button
              variant="default"
              loading={renew.isPending}
              aria-label={texts.renew.actionOf(subject)}
              onClick={() => renew.mutate()}
            >
              {texts.renew.action}
            </Button>
          )}
          <Button variant="default" aria-label={texts.revoke.actionOf(subject)} onClick={() => setRevoking(true)}>
            {texts.revoke.action}
          </Button>
        </Group>
      )}
      {isRevoking && <RevokeCertificate certificate={certificate} onClose={() => setRevoking(false)} />}
    </article>
  );
}

function CertificateFacts({ certificate }: { readonly certificate: Certificate }) {
  const { source, issuer, algorithm, not_after, serial_number } = certificate;
  return (
    <dl className="facts">
      <dt>{texts.facts.source}</dt>
      <dd>{texts.sources[source]}</dd>
      {issuer !== null && (
        <>
          <dt>{texts.facts.issuer}</dt>
          <dd>{issuer}</dd>
          <dt>{texts.facts.algorithm}</dt>
          <dd>{algorithm}</dd>
          <dt>{texts.facts.until}</dt>
          <dd>
            <DateText time={not_after!} />
          </dd>
          <dt>{texts.facts.serial}</dt>
          <dd>
            <code className="code">{serial_number}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
