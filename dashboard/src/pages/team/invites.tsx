// The open invites. Each can be canceled.
import type { Answer } from '@content-provenance/client';
import { Button, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { invitesQuery } from '../../api/team-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { roleNames } from '../../texts/organization.ts';
import { teamTexts } from '../../texts/team.ts';

const texts = teamTexts.invites;

type Invite = Answer<'GET /v1/team/invites'>['invites'][number];

export function Invites() {
  const { data, error, refetch } = useQuery(invitesQuery);
  const [ending, setEnding] = useState<Invite>();
  const cancel = useMutation({
    mutationFn: ({ invite_id }: Invite) => client.team.cancelInvite(invite_id),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: invitesQuery.queryKey }).then(() => setEnding(undefined)),
  });
  const columns: Column<Invite>[] = [
    { title: texts.email, isName: true, cell: ({ email }) => email },
    { title: texts.role, cell: ({ role }) => roleNames[role] },
    { title: texts.sent, cell: ({ created_at }) => <DateText time={created_at} /> },
    { title: texts.expires, cell: ({ expires_at }) => <DateText time={expires_at} /> },
    {
      title: texts.actions,
      isActions: true,
      cell: (invite) => (
        <Button size="xs" variant="default" aria-label={texts.cancelOf(invite.email)} onClick={() => setEnding(invite)}>
          {texts.cancel}
        </Button>
      ),
    },
  ];
  return (
    <section>
      <div className="section-head">
        <Title order={2}>{texts.title}</Title>
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingState height={72} />
      ) : data.invites.length === 0 ? (
        <div className="panel quiet">{texts.none}</div>
      ) : (
        <DataTable label={texts.title} columns={columns} rows={data.invites} keyOf={({ invite_id }) => invite_id} />
      )}
      {ending && (
        <ConfirmDialog
          title={texts.cancelTitle(ending.email)}
          confirm={texts.cancel}
          pending={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p>{texts.cancelLead}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
