// How to get another plan: what happens next, and the form, or the request that is pending.
import type { Answer } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { planRequestsQuery } from '../../api/billing-queries.ts';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { billingTexts } from '../../texts/billing.ts';
import { PastRequests } from './past-requests.tsx';
import { PendingRequest } from './pending-request.tsx';
import type { Plan } from './plan-catalogue.tsx';
import { PlanRequestForm } from './plan-request-form.tsx';

const texts = billingTexts.request;

interface PlanRequestProps {
  readonly plans: readonly Plan[];
  readonly me: Answer<'GET /v1/auth/me'>;
  readonly wanted: Plan;
  readonly heading: Ref<HTMLHeadingElement>;
  readonly onChoose: (plan: string) => void;
}

export function PlanRequest({ plans, me: { org, user }, wanted, heading, onChoose }: PlanRequestProps) {
  const { data, error, refetch } = useQuery(planRequestsQuery);
  const pending = data?.requests.find(({ state }) => state === 'pending');
  const isAllowed = user.role !== 'user';
  const others = plans.filter(({ plan }) => plan !== org.plan);
  return (
    <>
      <section className="panel stack" aria-labelledby="plan-request">
        <Title order={2} id="plan-request" ref={heading} tabIndex={-1}>
          {texts.title}
        </Title>
        <p>{texts.next}</p>
        <ol className="request-steps">
          {texts.steps.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ol>
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <LoadingState height={240} />
        ) : pending ? (
          <PendingRequest request={pending} canWithdraw={isAllowed} />
        ) : !isAllowed || !user.email_verified ? (
          <div className="notice">{isAllowed ? texts.verifyFirst : texts.notYours}</div>
        ) : (
          <PlanRequestForm plans={others} wanted={wanted} onChoose={onChoose} />
        )}
      </section>
      <PastRequests requests={data?.requests.filter(({ state }) => state !== 'pending') ?? []} />
    </>
  );
}
