// Generator and format, stored in the address, so that you can link to a filtered list and go back
// to it.
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { generatorsQuery } from '../../api/queries.ts';
import { pagePaths } from '../../page-paths.ts';
import { formatNames } from '../../texts/generators.ts';
import { recordsTexts as texts } from '../../texts/records.ts';

interface RecordFiltersProps {
  readonly generator: string | undefined;
  readonly format: string | undefined;
}

export function RecordFilters({ generator, format }: RecordFiltersProps) {
  const { data } = useQuery(generatorsQuery);
  const navigate = useNavigate();
  const choose = (changed: { generator?: string; format?: string }) => {
    const chosen = Object.entries({ generator, format, ...changed }).filter(([, value]) => value);
    void navigate({ to: pagePaths.records, search: Object.fromEntries(chosen), replace: true, resetScroll: false });
  };
  const listed = data?.generators ?? [];
  const named = listed.map(({ generator_id, name }) => ({ value: generator_id, label: name }));
  const isUnknown = generator !== undefined && !listed.some(({ generator_id }) => generator_id === generator);
  return (
    <div className="two">
      <NativeSelect
        label={texts.generator}
        size="md"
        value={generator ?? ''}
        onChange={(event) => choose({ generator: event.currentTarget.value })}
        data={[
          { value: '', label: texts.all },
          ...named,
          ...(isUnknown ? [{ value: generator, label: generator }] : []),
        ]}
      />
      <NativeSelect
        label={texts.format}
        size="md"
        value={format ?? ''}
        onChange={(event) => choose({ format: event.currentTarget.value })}
        data={[
          { value: '', label: texts.all },
          ...Object.entries(formatNames).map(([value, label]) => ({ value, label })),
        ]}
      />
    </div>
  );
}
