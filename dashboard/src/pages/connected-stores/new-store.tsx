// Connects a store. The service checks the access first. Nothing shows the secret again.
import { NativeSelect, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { storesQuery } from '../../api/stores-queries.ts';
import { Field, Form, useProblem } from '../../components/form.tsx';
import { connectedStoresTexts } from '../../texts/connected-stores.ts';

const texts = connectedStoresTexts.add;

type Addressing = keyof typeof texts.addressings;

export function NewStore() {
  // Other fields after each success, so that the secret leaves the page.
  const [round, setRound] = useState(0);
  const connect = useMutation({
    mutationFn: ({
      name = '',
      endpoint = '',
      bucket = '',
      region,
      prefix,
      addressing,
      ...keys
    }: Record<string, string>) =>
      client.storageConnections.add({
        name: name.trim(),
        endpoint: endpoint.trim(),
        bucket: bucket.trim(),
        addressing: addressing as Addressing,
        ...(region?.trim() && { region: region.trim() }),
        ...(prefix?.trim() && { prefix: prefix.trim() }),
        access_key_id: keys.access_key_id?.trim() ?? '',
        secret_access_key: keys.secret_access_key?.trim() ?? '',
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey });
      setRound((before) => before + 1);
    },
  });
  return (
    <section className="panel stack" aria-labelledby="new-store">
      <Title order={2} id="new-store">
        {texts.title}
      </Title>
      <p className="quiet">{texts.lead}</p>
      <div role="status">{connect.data && connectedStoresTexts.added(connect.data.name)}</div>
      <Form
        key={round}
        submit={texts.submit}
        pending={connect.isPending}
        error={connect.error}
        onSubmit={(values) => connect.mutate(values)}
      >
        <Field name="name" label={texts.name} note={texts.nameNote} autoComplete="off" maxLength={100} />
        <Field name="endpoint" type="url" label={texts.endpoint} note={texts.endpointNote} autoComplete="off" />
        <div className="two">
          <Field name="bucket" label={texts.bucket} note={texts.bucketNote} autoComplete="off" />
          <Field name="prefix" label={texts.prefix} note={texts.prefixNote} autoComplete="off" optional />
        </div>
        <div className="two">
          <Field name="region" label={texts.region} note={texts.regionNote} autoComplete="off" optional />
          <AddressingChoice />
        </div>
        <div className="two">
          <Field name="access_key_id" label={texts.accessKey} autoComplete="off" />
          <Field
            name="secret_access_key"
            type="password"
            label={texts.secret}
            note={texts.secretNote}
            autoComplete="new-password"
          />
        </div>
      </Form>
    </section>
  );
}

function AddressingChoice() {
  return (
    <NativeSelect
      name="addressing"
      size="md"
      label={texts.addressing}
      description={texts.addressingNote}
      error={useProblem('addressing')}
      data={Object.entries(texts.addressings).map(([value, label]) => ({ value, label }))}
    />
  );
}
