// The attestation: asks for an API key, which stays only in this page's memory (settled point 18),
// shows a preview for a period, and downloads it as a signed file.
import { type Client, createClient } from '@content-provenance/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PlanGate, planReaches } from '../../components/plan-gate.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { pageSetting } from '../../page-setting.ts';
import { attestationTexts as texts } from '../../texts/attestation.ts';
import { AttestationExport } from './attestation-export.tsx';
import { AttestationForm } from './attestation-form.tsx';
import { AttestationPreview } from './attestation-preview.tsx';
import type { Period } from './period.ts';
import { SampleAttestation } from './sample-attestation.tsx';

interface Asked {
  readonly attestations: Client['attestation'];
  readonly period: Period;
}

export function AttestationPage() {
  const { data: me, error, refetch } = useQuery(meQuery);
  const [asked, setAsked] = useState<Asked>();
  const show = useMutation({
    mutationFn: ({ attestations, period }: Asked) => attestations.get(period),
    // Replaces the default: a refused key says nothing about the session.
    onError: () => undefined,
    onSuccess: (_, given) => setAsked(given),
  });
  const begin = (key: string, period: Period) =>
    show.mutate({
      attestations: createClient({ baseUrl: location.origin + pageSetting.base, credential: key, retries: 0 })
        .attestation,
      period,
    });
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !me ? (
        <LoadingState height={420} />
      ) : !planReaches(me.org.plan, 'enterprise') ? (
        <PlanGate feature="attestation" has={me.org.plan}>
          <SampleAttestation />
        </PlanGate>
      ) : (
        <div className="sections">
          <AttestationForm pending={show.isPending} error={show.error} onAsk={begin} />
          {show.data && asked && (
            <>
              <AttestationPreview attestation={show.data} />
              <AttestationExport {...asked} />
            </>
          )}
        </div>
      )}
    </>
  );
}
