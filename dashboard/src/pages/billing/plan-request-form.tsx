// Asks the operator for a plan, after saying what happens next.
import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { planRequestsQuery } from '../../api/billing-queries.ts';
import { client, queryClient } from '../../api/client.ts';
import { Field, Form } from '../../components/form.tsx';
import { billingTexts } from '../../texts/billing.ts';
import type { Plan } from './plan-catalogue.tsx';

const texts = billingTexts.request;

interface PlanRequestFormProps {
  readonly plans: readonly Plan[];
  readonly wanted: Plan;
  readonly onChoose: (plan: string) => void;
}

export function PlanRequestForm({ plans, wanted, onChoose }: PlanRequestFormProps) {
  const send = useMutation({
    mutationFn: ({ interval, note = '' }: Readonly<Record<string, string>>) =>
      client.billing.requestPlan({
        plan: wanted.plan,
        interval: interval === 'annual' ? 'annual' : 'monthly',
        ...(note.trim() !== '' && { note }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: planRequestsQuery.queryKey }),
  });
  return (
    <Form submit={texts.send} pending={send.isPending} error={send.error} onSubmit={(values) => send.mutate(values)}>
      <div className="two">
        <NativeSelect
          label={texts.plan}
          size="md"
          value={wanted.plan}
          onChange={(event) => onChoose(event.currentTarget.value)}
          data={plans.map(({ plan, label }) => ({ value: plan, label }))}
        />
        {wanted.monthly_price !== 0 && (
          <NativeSelect
            name="interval"
            label={texts.interval}
            size="md"
            data={Object.entries(texts.intervals).map(([value, label]) => ({ value, label }))}
          />
        )}
      </div>
      <Field name="note" label={texts.note} rows={3} maxLength={1_000} optional />
    </Form>
  );
}
