// The webhook endpoints, and the form for another one.
import type { Answer } from '@content-provenance/client';
import { useQuery } from '@tanstack/react-query';
import { webhooksQuery } from '../../api/webhooks-queries.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PlanGate } from '../../components/plan-gate.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { pagePaths } from '../../page-paths.ts';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';
import { EndpointStatus } from './endpoint-status.tsx';
import { EventReference } from './event-reference.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import { SampleDelivery } from './sample-delivery.tsx';

export type Endpoint = Answer<'GET /v1/webhooks'>['endpoints'][number];

const columns: Column<Endpoint>[] = [
  {
    title: texts.columns.url,
    isName: true,
    cell: ({ webhook_id, url, delivery }) => (
      <span>
        <PageLink to={pagePaths.webhook} params={{ webhookId: webhook_id }}>
          {url}
        </PageLink>{' '}
        {delivery === 'queued' && <Tag>{texts.modes.names.queued}</Tag>}
      </span>
    ),
  },
  { title: texts.columns.events, cell: ({ events }) => events.join(', ') },
  { title: texts.columns.status, cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  { title: texts.columns.created, cell: ({ created_at }) => <DateText time={created_at} /> },
];

export function WebhooksPage() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingState height={360} />
      ) : (
        <div className="sections">
          {!data.webhooks_enabled && (
            <PlanGate feature="webhooks" has={data.plan}>
              <SampleDelivery />
            </PlanGate>
          )}
          {!data.webhooks_enabled && data.endpoints.length > 0 && <div className="notice">{texts.paused}</div>}
          {data.endpoints.length > 0 ? (
            <DataTable
              label={texts.title}
              columns={columns}
              rows={data.endpoints}
              keyOf={({ webhook_id }) => webhook_id}
            />
          ) : (
            data.webhooks_enabled && <EmptyState title={texts.emptyTitle} lead={texts.emptyLead} />
          )}
          {data.webhooks_enabled && <NewEndpoint />}
          <EventReference />
        </div>
      )}
    </>
  );
}
