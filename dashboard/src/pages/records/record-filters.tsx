// The filters of the list. They are stored in the address, so that you can link to a filtered list
// and go back to it.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatorsQuery } from '../../api/queries.ts';
import { modelsQuery } from '../../api/records-queries.ts';
import { FilterFold } from '../../components/filter-fold.tsx';
import { formatNames } from '../../texts/generators.ts';
import { recordsTexts } from '../../texts/records.ts';
import type { RecordSearchWords } from './record-address.ts';

const texts = recordsTexts.filters;
const names = ['generator', 'model', 'format', 'verdict'] as const;
const ends = ['from', 'to'] as const;

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
  const { data: used } = useQuery(modelsQuery);
  const choices: Readonly<Record<(typeof names)[number], readonly Choice[]>> = {
    generator: (known?.generators ?? []).map(({ generator_id, name }) => ({ value: generator_id, label: name })),
    model: (used?.models ?? []).map((name) => ({ value: name, label: name })),
    format: Object.entries(formatNames).map(([name, label]) => ({ value: name, label })),
    verdict: Object.entries(recordsTexts.verdicts).map(([name, label]) => ({ value: name, label })),
  };
  return (
    <FilterFold count={[...names, ...ends].filter((name) => value[name]).length}>
      {names.map((name) => (
        <NativeSelect
          key={name}
          label={texts[name]}
          size="md"
          value={value[name] ?? ''}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          data={[{ value: '', label: texts.all }, ...withUnknown(choices[name], value[name])]}
        />
      ))}
      {ends.map((end) => (
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
    </FilterFold>
  );
}

/** A value of the address that is not in the list, such as the generator of an old link. */
function withUnknown(choices: readonly Choice[], value: string | undefined): readonly Choice[] {
  if (!value || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: value }];
}
