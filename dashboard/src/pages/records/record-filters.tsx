// The filters of the list. They are stored in the address, so that you can link to a filtered list
// and go back to it.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatorsQuery } from '../../api/queries.ts';
import { modelsQuery } from '../../api/records-queries.ts';
import { formatNames } from '../../texts/generators.ts';
import { recordsTexts } from '../../texts/records.ts';
import type { RecordSearchWords } from './record-address.ts';

const texts = recordsTexts.filters;

interface RecordFiltersProps {
  readonly value: RecordSearchWords;
  readonly onChange: (changed: RecordSearchWords) => void;
  readonly onClear: () => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

export function RecordFilters({ value, onChange, onClear }: RecordFiltersProps) {
  const { data: known } = useQuery(generatorsQuery);
  const { data: names } = useQuery(modelsQuery);
  const choices: Readonly<Record<'generator' | 'model' | 'format' | 'verdict', readonly Choice[]>> = {
    generator: (known?.generators ?? []).map(({ generator_id, name }) => ({ value: generator_id, label: name })),
    model: (names?.models ?? []).map((name) => ({ value: name, label: name })),
    format: Object.entries(formatNames).map(([name, label]) => ({ value: name, label })),
    verdict: Object.entries(recordsTexts.verdicts).map(([name, label]) => ({ value: name, label })),
  };
  return (
    <div className="filter-row">
      {(['generator', 'model', 'format', 'verdict'] as const).map((name) => (
        <NativeSelect
          key={name}
          label={texts[name]}
          size="md"
          value={value[name] ?? ''}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          data={[{ value: '', label: texts.all }, ...withUnknown(choices[name], value[name])]}
        />
      ))}
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={texts[end]}
          value={value[end] ?? ''}
          onChange={(event) => onChange({ [end]: event.currentTarget.value })}
        />
      ))}
      <Button variant="default" onClick={onClear}>
        {texts.clear}
      </Button>
    </div>
  );
}

/** A value of the address that is not in the list, such as the generator of an old link. */
function withUnknown(choices: readonly Choice[], value: string | undefined): readonly Choice[] {
  if (!value || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: value }];
}
