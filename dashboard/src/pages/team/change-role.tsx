// Changes the role of a member, after explaining what it means.
import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import type { Member } from '../../api/team-queries.ts';
import { membersQuery } from '../../api/team-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { roleNames } from '../../texts/organization.ts';
import { teamTexts } from '../../texts/team.ts';

const texts = teamTexts.role;

interface ChangeRoleProps {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly hasAdminRole: boolean;
  readonly onClose: () => void;
}

export function ChangeRole({ member, isSelf, hasAdminRole, onClose }: ChangeRoleProps) {
  const [role, setRole] = useState(member.role);
  const change = useMutation({
    mutationFn: () => client.team.changeRole(member.user_id, role),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(member.email)}
      confirm={texts.confirm}
      pending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.label}
        description={teamTexts.roles[role]}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Member['role'])}
        data={(['owner', 'admin', 'user'] as const).map((value) => ({
          value,
          label: roleNames[value],
          disabled: value === 'admin' && !hasAdminRole && member.role !== 'admin',
        }))}
      />
      {!hasAdminRole && <p className="quiet">{texts.noAdmin}</p>}
      <p>{isSelf && role !== 'owner' ? texts.own : texts.lead}</p>
    </ConfirmDialog>
  );
}
