// The page behind the link of the email for a new password.
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { Field, Form } from '../../components/form.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { session } from '../../session/session.ts';
import { accountTexts } from '../../texts/account.ts';
import { AccountFrame, useLinkToken } from './account-frame.tsx';
import { MailForm } from './mail-form.tsx';
import { isSpent } from './verify-email-page.tsx';

const texts = accountTexts.resetPassword;

export function ResetPasswordPage() {
  const token = useLinkToken();
  const reset = useMutation({
    mutationFn: (password: string) => client.auth.resetPassword({ token, password }),
    // Every session of the account has ended, including this browser's.
    onSuccess: () => session.end(),
  });
  if (reset.isSuccess) {
    return (
      <AccountFrame title={texts.done} lead={texts.doneLead}>
        <PageButton to={pagePaths.login} fullWidth>
          {accountTexts.login.submit}
        </PageButton>
      </AccountFrame>
    );
  }
  if (token === '' || isSpent(reset.error)) {
    return (
      <AccountFrame title={accountTexts.link.broken} lead={accountTexts.link.brokenLead}>
        <MailForm submit={accountTexts.link.submit} send={(email) => client.auth.forgotPassword(email)} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={texts.title} lead={texts.lead}>
      <Form
        submit={texts.submit}
        pending={reset.isPending}
        error={reset.error}
        onSubmit={({ password = '' }) => reset.mutate(password)}
      >
        <Field
          name="password"
          type="password"
          label={accountTexts.newPassword}
          note={accountTexts.passwordRule}
          autoComplete="new-password"
          minLength={8}
        />
      </Form>
    </AccountFrame>
  );
}
