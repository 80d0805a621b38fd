// A reminder of the email that verifies the address, and a button to send it again.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { overviewTexts as texts } from '../../texts/overview.ts';

export function VerifyNotice({ email }: { readonly email: string }) {
  const resend = useMutation({ mutationFn: () => client.auth.resendVerification(email) });
  return (
    <div className="notice" role="status">
      <span>{resend.isSuccess ? texts.resent : texts.unverified}</span>
      {!resend.isSuccess && (
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {texts.resend}
        </Button>
      )}
    </div>
  );
}
