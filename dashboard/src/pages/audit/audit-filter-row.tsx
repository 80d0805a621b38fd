// Which events to show: of some kinds, by one actor, of some days.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { AuditFilters } from '../../api/audit-queries.ts';
import { FilterFold } from '../../components/filter-fold.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { eventGroups } from '../../texts/audit-events.ts';
import type { AuditEvent } from '../../texts/audit-facts.ts';
import { ActorFilter } from './actor-filter.tsx';

const texts = auditTexts.filters;

const groups = Object.entries(eventGroups).map(([group, events]) => ({
  group,
  items: [
    { value: Object.keys(events).join(','), label: texts.everyOf(group) },
    ...Object.entries(events).map(([type, { label }]) => ({ value: type, label })),
  ],
}));

interface AuditFilterRowProps {
  readonly value: AuditFilters;
  readonly events: readonly AuditEvent[];
  readonly onChange: (filters: AuditFilters) => void;
  readonly onClear: () => void;
}

export function AuditFilterRow({ value, events, onChange, onClear }: AuditFilterRowProps) {
  return (
    <search className="panel" aria-label={texts.label}>
      <FilterFold count={Object.values(value).filter(Boolean).length}>
        <NativeSelect
          size="md"
          label={texts.type}
          value={value.type}
          onChange={(event) => onChange({ ...value, type: event.currentTarget.value })}
          data={[{ value: '', label: texts.every }, ...groups]}
        />
        <ActorFilter value={value.actor} events={events} onChange={(actor) => onChange({ ...value, actor })} />
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={texts[end]}
            value={value[end]}
            onChange={(event) => onChange({ ...value, [end]: event.currentTarget.value })}
          />
        ))}
        <Button variant="default" onClick={onClear}>
          {texts.clear}
        </Button>
      </FilterFold>
    </search>
  );
}
