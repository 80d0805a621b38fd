// Sends an example of an event to the endpoint. The delivery then appears in the log.
import { Button, NativeSelect, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { webhooksQuery } from '../../api/webhooks-queries.ts';
import { sentenceOf } from '../../components/states.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import type { EventName } from './event-choice.tsx';
import type { Endpoint } from './webhooks-page.tsx';

const texts = webhooksTexts.test;

export function TestEvent({ endpoint }: { readonly endpoint: Endpoint }) {
  const [event, setEvent] = useState<EventName>(endpoint.events[0] ?? 'record.created');
  const send = useMutation({
    mutationFn: () => client.webhooks.test(endpoint.webhook_id, { event }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  return (
    <section className="panel stack" aria-labelledby="test-event">
      <Title order={2} id="test-event">
        {texts.title}
      </Title>
      <p className="quiet">{texts.lead}</p>
      <div className="test-event">
        <NativeSelect
          size="md"
          label={texts.event}
          value={event}
          onChange={(change) => setEvent(change.currentTarget.value as EventName)}
          data={Object.keys(webhooksTexts.events)}
        />
        <Button loading={send.isPending} onClick={() => send.mutate()}>
          {texts.send}
        </Button>
      </div>
      <div role="status">
        {send.data && texts.sent[`${send.data.success}`]}
        {send.error && sentenceOf(send.error)}
      </div>
    </section>
  );
}
