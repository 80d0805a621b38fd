// Removes a domain, after explaining what that changes.
import { useMutation } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import type { Domain } from '../../api/domains-queries.ts';
import { domainsQuery } from '../../api/domains-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { domainsTexts } from '../../texts/domains.ts';

const texts = domainsTexts.remove;

export function RemoveDomain({ domain, onClose }: { readonly domain: Domain; readonly onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => client.domains.remove(domain.domain_id),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: domainsQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(domain.domain)}
      confirm={texts.confirm}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{domain.verified_at === null ? texts.pending : texts.shown}</p>
    </ConfirmDialog>
  );
}
