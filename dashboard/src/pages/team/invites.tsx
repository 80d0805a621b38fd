// The open invites. Each can be canceled, or get a new link to copy.
import type { Answer } from '@content-provenance/client';
import { Button, Group, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { invitesQuery } from '../../api/team-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { ErrorState, LoadingState, sentenceOf } from '../../components/states.tsx';
import { roleNames } from '../../texts/organization.ts';
import { teamTexts } from '../../texts/team.ts';
import { InviteLink } from './invite-link.tsx';

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
  const link = useMutation({ mutationFn: ({ invite_id }: Invite) => client.team.makeInviteLink(invite_id) });
  const columns: Column<Invite>[] = [
    { title: texts.email, isName: true, cell: ({ email }) => email },
    { title: texts.role, cell: ({ role }) => roleNames[role] },
    { title: texts.sent, cell: ({ created_at }) => <DateText time={created_at} /> },
    { title: texts.expires, cell: ({ expires_at }) => <DateText time={expires_at} /> },
    {
      title: texts.actions,
      isActions: true,
      cell: (invite) => (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={texts.copyOf(invite.email)}
            loading={link.isPending && link.variables.invite_id === invite.invite_id}
            onClick={() => link.mutate(invite)}
          >
            {texts.copy}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.cancelOf(invite.email)}
            onClick={() => setEnding(invite)}
          >
            {texts.cancel}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <section>
      <div className="section-head">
        <Title order={2}>{texts.title}</Title>
      </div>
      <div role="status" className="log-news">
        {link.data && <InviteLink url={link.data.invite_url} email={link.variables.email} />}
        {link.error && sentenceOf(link.error)}
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
