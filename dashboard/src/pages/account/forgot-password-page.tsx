// Asks for a link to set a new password.
import { client } from '../../api/client.ts';
import { accountTexts } from '../../texts/account.ts';
import { AccountFrame } from './account-frame.tsx';
import { MailForm } from './mail-form.tsx';

const texts = accountTexts.forgotPassword;

export function ForgotPasswordPage() {
  return (
    <AccountFrame title={texts.title} lead={texts.lead}>
      <MailForm submit={texts.submit} send={(email) => client.auth.forgotPassword(email)} />
    </AccountFrame>
  );
}
