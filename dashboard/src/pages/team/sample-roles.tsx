// What each role can do, for the plan gate of the Admin role.
import { DataTable } from '../../components/data-table.tsx';
import { sampleTexts } from '../../texts/gates.ts';
import { roleNames } from '../../texts/organization.ts';
import { teamTexts } from '../../texts/team.ts';

const texts = sampleTexts.roles;

export function SampleRoles() {
  return (
    <DataTable
      label={texts.label}
      columns={[
        { title: texts.role, isName: true, cell: (role) => roleNames[role] },
        { title: texts.can, cell: (role) => teamTexts.roles[role] },
      ]}
      rows={['owner', 'admin', 'user'] as const}
      keyOf={(role) => role}
    />
  );
}
