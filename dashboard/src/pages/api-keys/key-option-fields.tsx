// Every restriction of a key. For a new one they are folded: the simple case stays one click.
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatorsQuery } from '../../api/queries.ts';
import { useProblem } from '../../components/form.tsx';
import { apiKeysTexts as texts } from '../../texts/api-keys.ts';
import { canChoose, countChosen, type KeyOptions, type ScopeName } from './key-options.ts';

interface KeyOptionFieldsProps {
  readonly options: KeyOptions;
  readonly onChange: (options: KeyOptions) => void;
  /** Choices of the expiry before the usual ones. */
  readonly expiries?: readonly { readonly value: string; readonly label: string }[];
}

export function FoldedKeyOptions(props: KeyOptionFieldsProps) {
  const { advanced } = texts;
  const chosen = countChosen(props.options);
  return (
    <details className="sign-options">
      <summary>
        {advanced.title} <span className="quiet">{chosen === 0 ? advanced.none : advanced.chosen(chosen)}</span>
      </summary>
      <KeyOptionFields {...props} />
    </details>
  );
}

export function KeyOptionFields({ options, onChange, expiries = [] }: KeyOptionFieldsProps) {
  const { advanced } = texts;
  const change = (part: Partial<KeyOptions>) => onChange({ ...options, ...part });
  return (
    <div className="key-options">
      <Checkbox.Group
        size="md"
        label={advanced.scopes}
        description={advanced.scopesNote}
        error={useProblem('scopes')}
        value={options.scopes.filter((scope) => canChoose(scope, options))}
        onChange={(scopes) => change({ scopes: scopes as ScopeName[] })}
      >
        <div className="key-scopes">
          {(Object.entries(texts.scopes) as [ScopeName, string][]).map(([scope, words]) => (
            <Checkbox
              key={scope}
              value={scope}
              label={<code>{scope}</code>}
              description={words}
              disabled={!canChoose(scope, options)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <GeneratorChoice value={options.generators} onChange={(generators) => change({ generators })} />
      <div className="key-limits">
        <NativeSelect
          size="md"
          label={advanced.expiry}
          description={advanced.expiryNote}
          error={useProblem('expires_at')}
          value={options.days}
          onChange={(event) => change({ days: event.currentTarget.value })}
          data={[
            ...expiries,
            ...Object.entries(advanced.expiries).map(([value, label]) => ({ value: value.slice(1), label })),
          ]}
        />
        <TextInput
          label={advanced.limit}
          description={advanced.limitNote}
          error={useProblem('limit_per_minute')}
          value={options.limit}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          onChange={(event) => change({ limit: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={advanced.addresses}
        description={advanced.addressesNote}
        error={useProblem('addresses')}
        value={options.addresses}
        rows={2}
        autoComplete="off"
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
    </div>
  );
}

interface GeneratorChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (generators: string[]) => void;
}

function GeneratorChoice({ value, onChange }: GeneratorChoiceProps) {
  const { data } = useQuery(generatorsQuery);
  const error = useProblem('generator_ids');
  // A key can still have a generator that was revoked since.
  const offered =
    data?.generators.filter((each) => each.status === 'active' || value.includes(each.generator_id)) ?? [];
  if (offered.length === 0) return null;
  return (
    <Checkbox.Group
      size="md"
      label={texts.advanced.generators}
      description={texts.advanced.generatorsNote}
      error={error}
      value={[...value]}
      onChange={onChange}
    >
      <div className="key-scopes">
        {offered.map(({ generator_id, name }) => (
          <Checkbox key={generator_id} value={generator_id} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
