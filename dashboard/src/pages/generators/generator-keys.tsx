// The public keys of a generator with their status, and the form for a new one.
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

const tones = { active: 'good', retired: 'none', revoked: 'bad' } as const;

/** No key of a revoked generator proves anything, whatever its earlier state. */
function columnsFor(generator: Generator): readonly Column<PublicKey>[] {
  const { keyColumns, keyStatus, neverRetired, copyKey } = texts;
  const shown = ({ status }: PublicKey) => (generator.status === 'revoked' ? 'revoked' : status);
  return [
    { title: keyColumns.kid, isName: true, cell: ({ kid }) => <code>{kid}</code> },
    { title: keyColumns.status, cell: (key) => <Tag tone={tones[shown(key)]}>{keyStatus[shown(key)]}</Tag> },
    { title: keyColumns.created, cell: ({ created_at }) => <DateText time={created_at} /> },
    {
      title: keyColumns.retired,
      cell: ({ retired_at }) => (retired_at ? <DateText time={retired_at} /> : neverRetired[generator.status]),
    },
    { title: keyColumns.key, isActions: true, cell: ({ key }) => <CopyButton text={key} label={copyKey} /> },
  ];
}

interface GeneratorKeysProps {
  readonly generator: Generator;
  readonly canRotate: boolean;
}

export function GeneratorKeys({ generator, canRotate }: GeneratorKeysProps) {
  const { data, error, refetch } = useQuery(generatorKeysQuery(generator.generator_id));
  return (
    <section>
      <div className="section-head">
        <div>
          <Title order={2}>{texts.keys}</Title>
          <p className="quiet">{generator.mode === 'client' ? texts.clientKeys : texts.keysLead}</p>
        </div>
        {canRotate && generator.status === 'active' && generator.mode === 'server' && (
          <RotateButton generator={generator} />
        )}
      </div>
      {data ? (
        <DataTable label={texts.keys} columns={columnsFor(generator)} rows={data.keys} keyOf={({ kid }) => kid} />
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
