// The request that waits for the operator. It can be withdrawn.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type PlanRequestState, planRequestsQuery } from '../../api/billing-queries.ts';
import { client, queryClient } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DateText } from '../../components/date-text.tsx';
import { Tag } from '../../components/tag.tsx';
import { billingTexts } from '../../texts/billing.ts';
import { planNames } from '../../texts/overview.ts';

const texts = billingTexts.request;

interface PendingRequestProps {
  readonly request: PlanRequestState;
  readonly canWithdraw: boolean;
}

export function PendingRequest({ request, canWithdraw }: PendingRequestProps) {
  const [isOpen, setOpen] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => client.billing.withdrawPlanRequest(request.request_id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: planRequestsQuery.queryKey }),
  });
  const interval = texts.intervals[request.billing_interval].toLowerCase();
  return (
    <div className="stack">
      <p role="status">
        <Tag tone="warn">{texts.states.pending}</Tag> {texts.pending(planNames[request.plan], interval)}
      </p>
      <p className="quiet">
        {texts.pendingSince} <DateText time={request.created_at} />
      </p>
      {request.note !== null && <blockquote className="request-note">{request.note}</blockquote>}
      {canWithdraw && (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.withdraw}
          </Button>
        </div>
      )}
      {isOpen && (
        <ConfirmDialog
          title={texts.withdrawTitle}
          confirm={texts.withdraw}
          pending={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>{texts.withdrawLead}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
