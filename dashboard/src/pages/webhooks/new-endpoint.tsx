// Adds an endpoint. Its secret is shown once.
import { Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { type DeliveryMode, webhooksQuery } from '../../api/webhooks-queries.ts';
import { Field, Form } from '../../components/form.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';
import { DeliveryChoice } from './delivery-choice.tsx';
import { EventChoice, type EventName } from './event-choice.tsx';

const firstChoice: readonly EventName[] = ['record.created', 'verify.tamper_detected'];

export function NewEndpoint() {
  const [events, setEvents] = useState(firstChoice);
  const [delivery, setDelivery] = useState<DeliveryMode>('synchronous');
  const create = useMutation({
    mutationFn: (url: string) => client.webhooks.create({ url, events: [...events], delivery }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true }),
  });
  return (
    <section className="panel stack" aria-labelledby="new-endpoint">
      {create.data ? (
        <ShownOnce {...texts.secret} text={create.data.secret} onDone={create.reset} />
      ) : (
        <>
          <Title order={2} id="new-endpoint">
            {texts.add.title}
          </Title>
          <Form
            submit={texts.add.submit}
            pending={create.isPending}
            error={create.error}
            onSubmit={({ url = '' }) => create.mutate(url.trim())}
          >
            <Field
              name="url"
              type="url"
              label={texts.add.url}
              note={texts.add.urlNote}
              autoComplete="off"
              maxLength={2_048}
            />
            <EventChoice value={events} onChange={setEvents} />
            <DeliveryChoice value={delivery} onChange={setDelivery} />
          </Form>
        </>
      )}
    </section>
  );
}
