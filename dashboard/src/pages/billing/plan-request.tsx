// How to request another plan: a request to send to the operator of the service.
import type { Answer } from '@content-provenance/client';
import { NativeSelect, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { billingTexts as texts } from '../../texts/billing.ts';
import type { Plan } from './plan-catalogue.tsx';

interface PlanRequestProps {
  readonly plans: readonly Plan[];
  readonly me: Answer<'GET /v1/auth/me'>;
}

export function PlanRequest({ plans, me: { org, user } }: PlanRequestProps) {
  const { plan: asked } = useSearch({ strict: false });
  const others = plans.filter(({ plan }) => plan !== org.plan);
  // An error about a plan leads here with its name.
  const [chosen, setChosen] = useState(asked ?? nextAfter(plans, org.plan));
  const wanted = others.find(({ plan }) => plan === chosen) ?? others[0];
  if (!wanted) return null;
  const request = texts.request(org.name, org.org_id, wanted.label);
  return (
    <section className="panel">
      <Title order={2}>{texts.ask}</Title>
      <p>{texts.askLead}</p>
      <NativeSelect
        label={texts.wanted}
        size="md"
        maw={280}
        value={wanted.plan}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={others.map(({ plan, label }) => ({ value: plan, label }))}
      />
      <pre className="code request">{request}</pre>
      <CopyButton text={request} label={texts.copyRequest} size="sm" />
      {!user.email_verified && <p className="quiet">{texts.verifyFirst}</p>}
    </section>
  );
}

function nextAfter(plans: readonly Plan[], current: Plan['plan']): string | undefined {
  return plans[plans.findIndex(({ plan }) => plan === current) + 1]?.plan;
}
