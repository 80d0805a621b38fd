// Which events to show: of one kind, of some days.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { AuditFilters } from '../../api/audit-queries.ts';
import { auditTexts } from '../../texts/audit.ts';

const texts = auditTexts.filters;

interface AuditFilterRowProps {
  readonly value: AuditFilters;
  readonly onChange: (filters: AuditFilters) => void;
  readonly onClear: () => void;
}

export function AuditFilterRow({ value, onChange, onClear }: AuditFilterRowProps) {
  const types = Object.entries(auditTexts.types).map(([type, label]) => ({ value: type, label }));
  return (
    <search className="panel filter-row" aria-label={texts.label}>
      <NativeSelect
        size="md"
        label={texts.type}
        value={value.type}
        onChange={(event) => onChange({ ...value, type: event.currentTarget.value })}
        data={[{ value: '', label: texts.every }, ...types]}
      />
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
    </search>
  );
}
