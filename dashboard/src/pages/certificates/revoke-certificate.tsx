// Revokes a certificate, after explaining what that changes.
import { useMutation } from '@tanstack/react-query';
import { type Certificate, certificatesQuery } from '../../api/certificates-queries.ts';
import { client, queryClient } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { certificatesTexts } from '../../texts/certificates.ts';

const texts = certificatesTexts.revoke;

interface RevokeCertificateProps {
  readonly certificate: Certificate;
  readonly onClose: () => void;
}

export function RevokeCertificate({ certificate, onClose }: RevokeCertificateProps) {
  const revoke = useMutation({
    mutationFn: () => client.certificates.revoke(certificate.certificate_id),
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: certificatesQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.confirm}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>{texts.words(certificate.subject)}</p>
    </ConfirmDialog>
  );
}
