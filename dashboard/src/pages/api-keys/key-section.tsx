// Keys of one kind: the list, the form for a new one, and the new one itself, shown once.
import { Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Field, Form } from '../../components/form.tsx';
import { apiKeysTexts as texts } from '../../texts/api-keys.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { columnsFor, type ListedKey, nameOf } from './key-columns.tsx';
import { FoldedKeyOptions } from './key-option-fields.tsx';
import { type KeyChange, type NewKeySettings, noOptions, settingsOf } from './key-options.ts';
import { NewKey } from './new-key.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

interface CreatedKey {
  readonly key: string;
}

interface KeySectionProps {
  readonly words: { readonly title: string; readonly lead: string; readonly empty: string };
  readonly keys: readonly ListedKey[];
  readonly create: (settings: NewKeySettings) => Promise<CreatedKey>;
  readonly change: (keyId: string, change: KeyChange) => Promise<unknown>;
  readonly rotate: (keyId: string, overlapHours: number) => Promise<CreatedKey>;
  readonly revoke: (keyId: string) => Promise<unknown>;
  /** Whether these keys have a name. */
  readonly isNamed?: boolean;
}

const listAgain = () => queryClient.invalidateQueries({ queryKey: ['api-keys'] });

export function KeySection({ words, keys, isNamed = false, ...calls }: KeySectionProps) {
  const { create, change, rotate, revoke } = calls;
  const [options, setOptions] = useState(noOptions);
  const [changing, setChanging] = useState<ListedKey>();
  const [rotating, setRotating] = useState<ListedKey>();
  const [ending, setEnding] = useState<ListedKey>();
  const creation = useMutation({
    mutationFn: (name: string) => create(settingsOf(name, options)),
    onSuccess: () => {
      setOptions(noOptions);
      return listAgain();
    },
  });
  const alteration = useMutation({
    mutationFn: ({ key: { key_id }, body }: { readonly key: ListedKey; readonly body: KeyChange }) =>
      change(key_id, body),
    onSuccess: () => listAgain().then(() => setChanging(undefined)),
  });
  const rotation = useMutation({
    mutationFn: (overlapHours: number) => rotate(rotating!.key_id, overlapHours),
    onSuccess: () => listAgain().then(() => setRotating(undefined)),
  });
  const revocation = useMutation({
    mutationFn: ({ key_id }: ListedKey) => revoke(key_id),
    onSuccess: () => listAgain().then(() => setEnding(undefined)),
  });
  const made = rotation.data ?? creation.data;
  const openChange = (key: ListedKey) => {
    alteration.reset();
    setChanging(key);
  };
  const forget = () => {
    creation.reset();
    rotation.reset();
  };
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
          columns={columnsFor(isNamed, { onChange: openChange, onRotate: setRotating, onRevoke: setEnding })}
          rows={keys}
          keyOf={(key) => key.key_id}
        />
      )}
      <div role="status" className="quiet after-changes">
        {alteration.data !== undefined && texts.change.done(nameOf(alteration.variables.key))}
      </div>
      <div className="panel after-table">
        {keys.length === 0 && <p className="quiet first-line">{words.empty}</p>}
        {made ? (
          <NewKey value={made.key} onDone={forget} />
        ) : (
          <Form
            submit={isNamed ? texts.create : texts.createOwn}
            pending={creation.isPending}
            error={creation.error}
            onSubmit={({ name = '' }) => creation.mutate(name.trim())}
          >
            {isNamed && (
              <Field name="name" label={texts.name} note={texts.nameNote} autoComplete="off" maxLength={100} optional />
            )}
            <FoldedKeyOptions options={options} onChange={setOptions} />
          </Form>
        )}
      </div>
      {changing && (
        <ChangeDialog
          listed={changing}
          isNamed={isNamed}
          pending={alteration.isPending}
          error={alteration.error}
          onChange={(body) => alteration.mutate({ key: changing, body })}
          onClose={() => setChanging(undefined)}
        />
      )}
      {rotating && (
        <RotateDialog
          name={nameOf(rotating)}
          pending={rotation.isPending}
          error={rotation.error}
          onConfirm={rotation.mutate}
          onClose={() => setRotating(undefined)}
        />
      )}
      {ending && (
        <ConfirmDialog
          title={texts.revokeTitle}
          confirm={texts.revokeConfirm}
          pending={revocation.isPending}
          error={revocation.error}
          onConfirm={() => revocation.mutate(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p>{texts.revokeWords(nameOf(ending))}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
