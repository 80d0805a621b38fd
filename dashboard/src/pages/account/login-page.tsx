// Log in, with the second step if the account has one. A code can be tried once. After a failure,
// the login starts again.
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { Field, Form } from '../../components/form.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { session } from '../../session/session.ts';
import { accountTexts } from '../../texts/account.ts';
import { AccountFrame } from './account-frame.tsx';
import { SecondFactor } from './second-factor.tsx';

const texts = accountTexts.login;

export function LoginPage() {
  const { next } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [challenge, setChallenge] = useState<string>();
  const [hadSession] = useState(() => session.hasExpired());
  const enter = (token: string) => {
    queryClient.clear();
    session.begin(token);
    void navigate({ href: next ?? pagePaths.overview });
  };
  const logIn = useMutation({
    mutationFn: (values: Readonly<Record<string, string>>) =>
      client.auth.logIn({ email: values.email ?? '', password: values.password ?? '' }),
    onSuccess: (answer) => ('token' in answer ? enter(answer.token) : setChallenge(answer.challenge_token)),
  });
  if (challenge !== undefined) {
    return <SecondFactor challenge={challenge} onToken={enter} onBack={() => setChallenge(undefined)} />;
  }
  return (
    <AccountFrame
      title={texts.title}
      lead={hadSession && texts.expired}
      aside={
        <>
          {texts.noAccount} <PageLink to={pagePaths.register}>{texts.register}</PageLink>
        </>
      }
    >
      <Form
        submit={texts.submit}
        pending={logIn.isPending}
        error={logIn.error}
        onSubmit={(values) => logIn.mutate(values)}
      >
        <Field name="email" type="email" label={accountTexts.email} autoComplete="username" />
        <Field name="password" type="password" label={accountTexts.password} autoComplete="current-password" />
        <PageLink to={pagePaths.forgotPassword}>{texts.forgotten}</PageLink>
      </Form>
    </AccountFrame>
  );
}
