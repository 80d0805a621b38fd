// Removes a member, after explaining what ends and what stays.
import { useMutation } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import type { Member } from '../../api/team-queries.ts';
import { membersQuery } from '../../api/team-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { teamTexts } from '../../texts/team.ts';

const texts = teamTexts.remove;

export function RemoveMember({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => client.team.removeMember(member.user_id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: membersQuery.queryKey }).then(onClose),
  });
  return (
    <ConfirmDialog
      title={texts.title(member.email)}
      confirm={texts.confirm}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{texts.ends}</p>
      <ul>
        {texts.list(member.api_key_count).map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p>{texts.stays}</p>
    </ConfirmDialog>
  );
}
