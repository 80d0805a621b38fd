// The page behind the link of the verification email.
import { ServiceError } from '@content-provenance/client';
import { useMutation } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { Form } from '../../components/form.tsx';
import { PageButton, PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { accountTexts } from '../../texts/account.ts';
import { AccountFrame, useLinkToken } from './account-frame.tsx';
import { MailForm } from './mail-form.tsx';

const texts = accountTexts.verifyEmail;

export function VerifyEmailPage() {
  const token = useLinkToken();
  const verify = useMutation({
    mutationFn: () => client.auth.verifyEmail(token),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  if (verify.isSuccess) {
    return (
      <AccountFrame title={texts.done} lead={texts.doneLead}>
        <PageButton to={pagePaths.overview} fullWidth>
          {texts.go}
        </PageButton>
      </AccountFrame>
    );
  }
  if (token === '' || isSpent(verify.error)) {
    return (
      <AccountFrame title={accountTexts.link.broken} lead={accountTexts.link.brokenLead}>
        <MailForm submit={accountTexts.link.submit} send={(email) => client.auth.resendVerification(email)} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={texts.title}
      lead={texts.lead}
      aside={<PageLink to={pagePaths.forgotPassword}>{texts.notMine}</PageLink>}
    >
      <Form submit={texts.submit} pending={verify.isPending} error={verify.error} onSubmit={() => verify.mutate()} />
    </AccountFrame>
  );
}

export function isSpent(error: Error | null): boolean {
  return error instanceof ServiceError && error.code === 'token_expired_or_used';
}
