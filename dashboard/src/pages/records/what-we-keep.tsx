// Two settings: whether signing keeps a label and a thumbnail. Turning one off deletes what was
// kept, so the page asks first.
import { Checkbox, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { recordSettingsQuery } from '../../api/records-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadingState, sentenceOf } from '../../components/states.tsx';
import { keptTexts as texts } from '../../texts/records.ts';

type Setting = keyof typeof texts.settings;

export function WhatWeKeep() {
  const { data: me } = useQuery(meQuery);
  const { data: settings } = useQuery(recordSettingsQuery);
  const [leaving, setLeaving] = useState<Setting>();
  const change = useMutation({
    mutationFn: (changed: { readonly [Name in Setting]?: boolean }) => client.account.changeRecordSettings(changed),
    onSuccess: (saved) => {
      setLeaving(undefined);
      queryClient.setQueryData(recordSettingsQuery.queryKey, saved);
      return queryClient.invalidateQueries({ queryKey: ['records'] });
    },
  });
  if (!settings || !me) return <LoadingState height={240} />;
  const isAllowed = me.user.role !== 'user';
  return (
    <section className="panel stack what-we-keep" aria-labelledby="what-we-keep">
      <Title order={2} id="what-we-keep">
        {texts.title}
      </Title>
      <p className="quiet">{texts.lead}</p>
      {!isAllowed && <p className="quiet">{texts.onlyAdmins}</p>}
      {(Object.keys(texts.settings) as Setting[]).map((name) => (
        <Checkbox
          key={name}
          size="md"
          label={texts.settings[name].label}
          description={texts.settings[name].words}
          checked={settings[name]}
          disabled={!isAllowed || change.isPending}
          onChange={(event) => (event.currentTarget.checked ? change.mutate({ [name]: true }) : setLeaving(name))}
        />
      ))}
      <div role="status">
        {change.isSuccess && texts.saved}
        {!leaving && change.error && sentenceOf(change.error)}
      </div>
      {leaving && (
        <ConfirmDialog
          title={texts.turnOff[leaving].title}
          confirm={texts.turnOff[leaving].confirm}
          pending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ [leaving]: false })}
          onClose={() => {
            change.reset();
            setLeaving(undefined);
          }}
        >
          <p>{texts.turnOff[leaving].words}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
