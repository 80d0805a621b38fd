// The members as a table, with the actions that the caller's role allows.
import { Button, Group, Title } from '@mantine/core';
import { useState } from 'react';
import type { Member, Team } from '../../api/team-queries.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { Tag } from '../../components/tag.tsx';
import { roleNames } from '../../texts/organization.ts';
import { teamTexts } from '../../texts/team.ts';
import { ChangeRole } from './change-role.tsx';
import { RemoveMember } from './remove-member.tsx';

const texts = teamTexts.members;

interface MembersProps {
  readonly team: Team;
  readonly self: { readonly user_id: string; readonly role: Member['role'] };
}

export function Members({ team, self }: MembersProps) {
  const [open, setOpen] = useState<{ readonly what: 'role' | 'remove'; readonly member: Member }>();
  const close = () => setOpen(undefined);
  const columns: Column<Member>[] = [
    {
      title: texts.email,
      isName: true,
      cell: ({ email, user_id, email_verified }) => (
        <span>
          {email} {user_id === self.user_id && <Tag>{texts.you}</Tag>}{' '}
          {!email_verified && <Tag tone="warn">{texts.unverified}</Tag>}
        </span>
      ),
    },
    { title: texts.role, cell: ({ role }) => roleNames[role] },
    { title: texts.keys, cell: ({ api_key_count }) => api_key_count },
    {
      title: texts.active,
      cell: ({ last_active_at }) => (last_active_at === null ? texts.never : <DateText time={last_active_at} />),
    },
    { title: texts.joined, cell: ({ created_at }) => <DateText time={created_at} kind="day" /> },
  ];
  const actions: Column<Member> = {
    title: texts.actions,
    isActions: true,
    cell: (member) => (
      <Group gap="xs">
        {self.role === 'owner' && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.changeRoleOf(member.email)}
            onClick={() => setOpen({ what: 'role', member })}
          >
            {texts.changeRole}
          </Button>
        )}
        {mayRemove(self, member) && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.removeOf(member.email)}
            onClick={() => setOpen({ what: 'remove', member })}
          >
            {texts.remove}
          </Button>
        )}
      </Group>
    ),
  };
  return (
    <section>
      <div className="section-head">
        <Title order={2}>{texts.title}</Title>
        <span className="quiet">{texts.seats(team.members.length, team.max_members)}</span>
      </div>
      <DataTable
        label={texts.title}
        columns={self.role === 'user' ? columns : [...columns, actions]}
        rows={team.members}
        keyOf={({ user_id }) => user_id}
      />
      {open?.what === 'role' && (
        <ChangeRole
          member={open.member}
          isSelf={open.member.user_id === self.user_id}
          hasAdminRole={team.admin_role}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && <RemoveMember member={open.member} onClose={close} />}
    </section>
  );
}

/**
 * Owners can remove anyone except themselves, admins only users. The service keeps the last owner.
 */
function mayRemove(self: MembersProps['self'], member: Member): boolean {
  if (member.user_id === self.user_id) return false;
  return self.role === 'owner' || (self.role === 'admin' && member.role === 'user');
}
