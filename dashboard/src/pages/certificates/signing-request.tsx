// The signing request of a certificate, to copy, and the form for the chain that the authority
// returns.
import { useMutation } from '@tanstack/react-query';
import { type Certificate, certificatesQuery } from '../../api/certificates-queries.ts';
import { client, queryClient } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Field, Form } from '../../components/form.tsx';
import { certificatesTexts } from '../../texts/certificates.ts';

const texts = certificatesTexts.request;

interface SigningRequestProps {
  readonly certificate: Certificate;
  readonly isOpen: boolean;
}

export function SigningRequest({ certificate: { certificate_id, signing_request }, isOpen }: SigningRequestProps) {
  const complete = useMutation({
    mutationFn: (chain: string) => client.certificates.complete(certificate_id, chain),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: certificatesQuery.queryKey }),
  });
  return (
    <>
      <p className="quiet">{texts.lead}</p>
      <pre className="code certificate-request">{signing_request}</pre>
      <CopyButton text={signing_request ?? ''} label={texts.copy} />
      {isOpen && (
        <Form
          submit={texts.submit}
          pending={complete.isPending}
          error={complete.error}
          onSubmit={({ chain = '' }) => complete.mutate(chain)}
        >
          <Field name="chain" label={texts.label} note={texts.note} rows={6} autoComplete="off" />
        </Form>
      )}
    </>
  );
}
