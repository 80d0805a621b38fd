// A few lines of an exported log, for the plan gate.
import { DataTable } from '../../components/data-table.tsx';
import { sampleTexts } from '../../texts/gates.ts';

const { label, columns, rows } = sampleTexts.export;

export function SampleExport() {
  return (
    <DataTable
      label={label}
      columns={[
        { title: columns.time, isName: true, cell: ([time]) => time },
        { title: columns.type, cell: ([, type]) => type },
        { title: columns.actor, cell: ([, , actor]) => actor },
      ]}
      rows={rows}
      keyOf={([time]) => time ?? ''}
    />
  );
}
