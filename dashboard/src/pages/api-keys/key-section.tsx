// Keys of one kind: the list, the form for a new one, and the new one itself, shown once.
import { Button, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { Field, Form } from '../../components/form.tsx';
import { apiKeysTexts as texts } from '../../texts/api-keys.ts';
import { NewKey } from './new-key.tsx';

interface ListedKey {
  readonly key_id: string;
  readonly preview: string;
  readonly created_at: string;
  readonly name?: string | null;
  readonly last_used_at?: string | null;
}

interface KeySectionProps {
  readonly words: { readonly title: string; readonly lead: string; readonly empty: string };
  readonly keys: readonly ListedKey[];
  readonly create: (name: string | undefined) => Promise<{ readonly key: string }>;
  readonly revoke: (keyId: string) => Promise<unknown>;
  /** Whether these keys have a name and show when they were used. */
  readonly isNamed?: boolean;
}

const listAgain = () => queryClient.invalidateQueries({ queryKey: ['api-keys'] });

export function KeySection({ words, keys, create, revoke, isNamed = false }: KeySectionProps) {
  const [ending, setEnding] = useState<ListedKey>();
  const creation = useMutation({
    mutationFn: (name: string) => create(name === '' ? undefined : name),
    onSuccess: listAgain,
  });
  const revocation = useMutation({
    mutationFn: ({ key_id }: ListedKey) => revoke(key_id),
    onSuccess: () => listAgain().then(() => setEnding(undefined)),
  });
  return (
    <section>
      <div className="section-head">
        <div>
          <Title order={2}>{words.title}</Title>
          <p className="quiet">{words.lead}</p>
        </div>
      </div>
      {keys.length > 0 && (
        <DataTable
          label={words.title}
          columns={columnsFor(isNamed, setEnding)}
          rows={keys}
          keyOf={(key) => key.key_id}
        />
      )}
      <div className="panel after-table">
        {keys.length === 0 && <p className="quiet first-line">{words.empty}</p>}
        {creation.data ? (
          <NewKey value={creation.data.key} onDone={creation.reset} />
        ) : (
          <Form
            submit={isNamed ? texts.create : texts.createOwn}
            pending={creation.isPending}
            error={creation.error}
            isInline={isNamed}
            onSubmit={({ name = '' }) => creation.mutate(name.trim())}
          >
            {isNamed && (
              <Field name="name" label={texts.name} note={texts.nameNote} autoComplete="off" maxLength={100} optional />
            )}
          </Form>
        )}
      </div>
      {ending && (
        <ConfirmDialog
          title={texts.revokeTitle}
          confirm={texts.revokeConfirm}
          pending={revocation.isPending}
          error={revocation.error}
          onConfirm={() => revocation.mutate(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p>{texts.revokeWords(ending.name ?? ending.preview)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function columnsFor(isNamed: boolean, onRevoke: (key: ListedKey) => void): Column<ListedKey>[] {
  const { columns } = texts;
  const preview = ({ preview }: ListedKey) => <code>{preview}</code>;
  return [
    ...(isNamed
      ? [
          { title: columns.name, isName: true, cell: ({ name }: ListedKey) => name ?? texts.noName },
          { title: columns.preview, cell: preview },
        ]
      : [{ title: columns.preview, isName: true, cell: preview }]),
    { title: columns.created, cell: ({ created_at }) => <DateText time={created_at} /> },
    ...(isNamed
      ? [
          {
            title: columns.used,
            cell: ({ last_used_at }: ListedKey) => (last_used_at ? <DateText time={last_used_at} /> : texts.neverUsed),
          },
        ]
      : []),
    {
      title: columns.actions,
      isActions: true,
      cell: (key) => (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.revokeLabel(key.name ?? key.preview)}
          onClick={() => onRevoke(key)}
        >
          {texts.revoke}
        </Button>
      ),
    },
  ];
}
