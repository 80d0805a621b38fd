// One endpoint: its settings, its removal, and the log of its deliveries.
import { Button, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { webhooksQuery } from '../../api/webhooks-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton, PageLink } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointSettings } from './endpoint-settings.tsx';
import { TestEvent } from './test-event.tsx';
import type { Endpoint } from './webhooks-page.tsx';

const texts = webhooksTexts.endpoint;

export function WebhookPage() {
  const { webhookId } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(webhooksQuery);
  const endpoint = data?.endpoints.find(({ webhook_id }) => webhook_id === webhookId);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingState height={480} />;
  if (!endpoint) {
    return (
      <>
        <PageHeading title={texts.title} />
        <EmptyState title={texts.missingTitle} lead={texts.missingLead}>
          <PageButton to={pagePaths.webhooks}>{texts.back}</PageButton>
        </EmptyState>
      </>
    );
  }
  const canSend = data.webhooks_enabled && endpoint.status === 'active';
  return (
    <>
      <PageHeading
        title={texts.title}
        lead={
          <>
            {endpoint.url} · <PageLink to={pagePaths.webhooks}>{texts.back}</PageLink>
          </>
        }
      >
        <RemoveEndpoint endpoint={endpoint} />
      </PageHeading>
      <div className="sections">
        {canSend && <TestEvent endpoint={endpoint} />}
        <DeliveryLog endpoint={endpoint} mayRetry={canSend} />
        <section className="panel stack" aria-labelledby="settings">
          <Title order={2} id="settings">
            {texts.settings}
          </Title>
          <EndpointSettings endpoint={endpoint} />
        </section>
      </div>
    </>
  );
}

function RemoveEndpoint({ endpoint: { webhook_id } }: { readonly endpoint: Endpoint }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.webhooks.remove(webhook_id),
    onSuccess: async () => {
      await navigate({ to: pagePaths.webhooks });
      await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    },
  });
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {texts.remove}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={texts.removeTitle}
          confirm={texts.removeConfirm}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>{texts.removeLead}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
