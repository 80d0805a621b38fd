// Address, events, delivery and status of an endpoint.
import type { Body } from '@content-provenance/client';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { webhooksQuery } from '../../api/webhooks-queries.ts';
import { Form, useProblem } from '../../components/form.tsx';
import { sentenceOf } from '../../components/states.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { DeliveryChoice } from './delivery-choice.tsx';
import { EndpointStatus } from './endpoint-status.tsx';
import { EventChoice } from './event-choice.tsx';
import type { Endpoint } from './webhooks-page.tsx';

const texts = webhooksTexts.endpoint;

export function EndpointSettings({ endpoint }: { readonly endpoint: Endpoint }) {
  const [url, setUrl] = useState(endpoint.url);
  const [events, setEvents] = useState<Endpoint['events']>(endpoint.events);
  const [delivery, setDelivery] = useState(endpoint.delivery);
  const options = {
    mutationFn: (changes: Body<'PATCH /v1/webhooks/{id}'>) => client.webhooks.change(endpoint.webhook_id, changes),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true }),
  };
  const save = useMutation(options);
  const turn = useMutation(options);
  const isActive = endpoint.status === 'active';
  return (
    <>
      <Group>
        <EndpointStatus endpoint={endpoint} />
        <Button
          size="xs"
          variant="default"
          loading={turn.isPending}
          onClick={() => turn.mutate({ status: isActive ? 'disabled' : 'active' })}
        >
          {isActive ? texts.pause : texts.resume}
        </Button>
      </Group>
      {turn.error && (
        <div className="problem" role="alert">
          <p>{sentenceOf(turn.error)}</p>
        </div>
      )}
      {!isActive && <p className="quiet">{texts.disabledLeads[endpoint.delivery]}</p>}
      <Form
        submit={texts.save}
        pending={save.isPending}
        error={save.error}
        onSubmit={() => save.mutate({ url: url.trim(), events, delivery })}
      >
        <AddressInput value={url} onChange={setUrl} />
        <EventChoice value={events} onChange={setEvents} />
        <DeliveryChoice value={delivery} onChange={setDelivery} />
        <div role="status">{save.isSuccess && texts.saved}</div>
      </Form>
    </>
  );
}

function AddressInput({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <TextInput
      type="url"
      label={webhooksTexts.add.url}
      description={webhooksTexts.add.urlNote}
      error={useProblem('url')}
      value={value}
      required
      withAsterisk={false}
      autoComplete="off"
      maxLength={2_048}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
