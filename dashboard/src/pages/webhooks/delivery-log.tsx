// What was sent to an endpoint and its responses. A failed delivery can be retried.
import { Button, Group, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { type Delivery, deliveriesQuery, webhooksQuery } from '../../api/webhooks-queries.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { EmptyState, ErrorState, LoadingState, sentenceOf } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import type { Endpoint } from './webhooks-page.tsx';

const texts = webhooksTexts.log;

interface DeliveryLogProps {
  readonly endpoint: Endpoint;
  readonly mayRetry: boolean;
}

export function DeliveryLog({ endpoint: { webhook_id, delivery }, mayRetry }: DeliveryLogProps) {
  const { data, error, refetch, isFetching } = useQuery(deliveriesQuery(webhook_id));
  const [shown, setShown] = useState<Delivery>();
  const retry = useMutation({
    mutationFn: ({ delivery_id }: Delivery) => client.webhooks.retry(webhook_id, delivery_id),
    // The attempt is in the log, and failures count against the endpoint.
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  const columns: Column<Delivery>[] = [
    {
      title: texts.columns.event,
      isName: true,
      cell: ({ event, test }) => (
        <span>
          {event} {test && <Tag>{texts.test}</Tag>}
        </span>
      ),
    },
    {
      title: texts.columns.status,
      cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    },
    { title: texts.columns.answer, cell: answerOf },
    { title: texts.columns.attempts, cell: ({ attempts }) => attempts },
    { title: texts.columns.time, cell: ({ created_at }) => <DateText time={created_at} /> },
    {
      title: texts.columns.actions,
      isActions: true,
      cell: (delivery) => (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={texts.showOf(delivery.event, delivery.created_at)}
            onClick={() => setShown(delivery)}
          >
            {texts.show}
          </Button>
          {mayRetry && delivery.status === 'failed' && (
            <Button
              size="xs"
              aria-label={texts.retryOf(delivery.event, delivery.created_at)}
              loading={retry.isPending && retry.variables.delivery_id === delivery.delivery_id}
              onClick={() => retry.mutate(delivery)}
            >
              {texts.retry}
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <section>
      <div className="section-head">
        <div>
          <Title order={2}>{texts.title}</Title>
          <p className="quiet">{texts.leads[delivery]}</p>
        </div>
        <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {texts.reload}
        </Button>
      </div>
      <div role="status" className="log-news">
        {retry.data && texts.retried[`${retry.data.success}`]}
        {retry.error && sentenceOf(retry.error)}
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingState height={160} />
      ) : data.deliveries.length === 0 ? (
        <EmptyState title={texts.emptyTitle} lead={texts.emptyLead} />
      ) : (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={data.deliveries}
          keyOf={({ delivery_id }) => delivery_id}
        />
      )}
      {shown && (
        <DeliveryDialog
          delivery={shown}
          mayRetry={mayRetry}
          isRetrying={retry.isPending}
          onRetry={() => retry.mutate(shown)}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  );
}

function answerOf({ status_code, latency_ms, failure, attempts }: Delivery): string {
  if (status_code !== null) return texts.answer(status_code, latency_ms);
  return failure ?? (attempts === 0 ? texts.notYet : texts.unknown);
}
