// The public keys of a generator with their status, and the way to a new one.
import type { Answer, Generator } from '@content-provenance/client';
import { Button, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { generatorKeysQuery } from '../../api/generators-queries.ts';
import { generatorsQuery } from '../../api/queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { generatorTexts as texts } from '../../texts/generators.ts';

type PublicKey = Answer<'GET /v1/keys/{generator_id}'>['keys'][number];

const columns: readonly Column<PublicKey>[] = [
  { title: texts.keyColumns.kid, isName: true, cell: ({ kid }) => <code>{kid}</code> },
  {
    title: texts.keyColumns.status,
    cell: ({ status }) => <Tag tone={status === 'active' ? 'good' : 'none'}>{texts.keyStatus[status]}</Tag>,
  },
  { title: texts.keyColumns.created, cell: ({ created_at }) => <DateText time={created_at} /> },
  {
    title: texts.keyColumns.retired,
    cell: ({ retired_at }) => (retired_at ? <DateText time={retired_at} /> : texts.neverRetired),
  },
  { title: texts.keyColumns.key, cell: ({ key }) => <CopyButton text={key} label={texts.copyKey} /> },
];

export function GeneratorKeys({ generator }: { readonly generator: Generator }) {
  const { data, error, refetch } = useQuery(generatorKeysQuery(generator.generator_id));
  return (
    <section>
      <div className="section-head">
        <div>
          <Title order={2}>{texts.keys}</Title>
          <p className="quiet">{generator.mode === 'client' ? texts.clientKeys : texts.keysLead}</p>
        </div>
        {generator.status === 'active' && generator.mode === 'server' && <RotateButton generator={generator} />}
      </div>
      {data ? (
        <DataTable label={texts.keys} columns={columns} rows={data.keys} keyOf={({ kid }) => kid} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <LoadingState height={110} />
      )}
    </section>
  );
}

function RotateButton({ generator }: { readonly generator: Generator }) {
  const [isOpen, setOpen] = useState(false);
  const rotate = useMutation({
    mutationFn: () => client.generators.rotateKey(generator.generator_id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: generatorsQuery.queryKey });
      setOpen(false);
    },
  });
  return (
    <div>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        {texts.rotate}
      </Button>
      <div role="status" className="quiet">
        {rotate.isSuccess && texts.rotated(rotate.data.active_kid)}
      </div>
      {isOpen && (
        <ConfirmDialog
          title={texts.rotateTitle}
          confirm={texts.rotate}
          pending={rotate.isPending}
          error={rotate.error}
          onConfirm={() => rotate.mutate()}
          onClose={() => setOpen(false)}
        >
          <ul>
            {texts.rotateWords.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}
