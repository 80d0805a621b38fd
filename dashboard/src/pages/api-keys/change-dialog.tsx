// Changes the settings of a key, and shows what will be different before it is saved.
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatorsQuery } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form, useProblem } from '../../components/form.tsx';
import { Tag } from '../../components/tag.tsx';
import { apiKeysTexts } from '../../texts/api-keys.ts';
import { changeOf, dayOf, optionsOf, type ShownChange, showChanges } from './key-changes.ts';
import { type ListedKey, nameOf } from './key-columns.tsx';
import { KeyOptionFields } from './key-option-fields.tsx';
import { type KeyChange, keptExpiry } from './key-options.ts';

const texts = apiKeysTexts.change;

interface ChangeDialogProps {
  readonly listed: ListedKey;
  readonly isNamed: boolean;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onChange: (change: KeyChange) => void;
  readonly onClose: () => void;
}

export function ChangeDialog({ listed, isNamed, pending, error, onChange, onClose }: ChangeDialogProps) {
  const [name, setName] = useState(listed.name ?? '');
  const [options, setOptions] = useState(() => optionsOf(listed));
  const generators = useQuery(generatorsQuery).data?.generators ?? [];
  const change = changeOf(listed, isNamed ? name.trim() || null : listed.name, options);
  const names = new Map(generators.map((each) => [each.generator_id, each.name]));
  const shown = showChanges(listed, change, names);
  const kept = { value: keptExpiry, label: texts.kept(listed.status, dayOf(listed.expires_at)) };
  return (
    <Dialog title={texts.title(nameOf(listed))} isWide onClose={onClose}>
      <p className="quiet">{texts.lead}</p>
      <Form
        submit={texts.save}
        pending={pending}
        isDisabled={shown.length === 0}
        error={error}
        onSubmit={() => onChange(change)}
        onCancel={onClose}
      >
        {isNamed && <NameField value={name} onChange={setName} />}
        <KeyOptionFields
          options={options}
          onChange={setOptions}
          {...(listed.expires_at !== null && { expiries: [kept] })}
        />
        <Changes shown={shown} />
      </Form>
    </Dialog>
  );
}

function NameField({ value, onChange }: { readonly value: string; readonly onChange: (name: string) => void }) {
  return (
    <TextInput
      label={apiKeysTexts.name}
      error={useProblem('name')}
      value={value}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Changes({ shown }: { readonly shown: readonly ShownChange[] }) {
  return (
    <section className="key-changes" role="status" aria-label={texts.changes}>
      <strong>{texts.changes}</strong>
      {shown.length === 0 ? (
        <p className="quiet">{texts.none}</p>
      ) : (
        <dl>
          {shown.map(({ label, before, after, isWider }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <s>
                  <span className="for-readers">{texts.before} </span>
                  {before}
                </s>{' '}
                <span>
                  <span className="for-readers">{texts.after} </span>
                  {after}
                </span>{' '}
                {isWider && <Tag tone="warn">{texts.wider}</Tag>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
