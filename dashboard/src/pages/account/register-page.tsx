// Create an account: registers the organization, logs its owner in, creates a generator, and opens
// the sign page.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { createDefaultGenerator } from '../../api/generators-queries.ts';
import { Field, Form } from '../../components/form.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { session } from '../../session/session.ts';
import { accountTexts } from '../../texts/account.ts';
import { AccountFrame } from './account-frame.tsx';

const texts = accountTexts.register;

export function RegisterPage() {
  const navigate = useNavigate();
  const register = useMutation({
    mutationFn: async (values: Readonly<Record<string, string>>) => {
      const { org_name = '', email = '', password = '' } = values;
      await client.auth.register({ org_name, email, password });
      const answer = await client.auth.logIn({ email, password });
      if (!('token' in answer)) return;
      session.begin(answer.token);
      // If it fails, the sign page offers it.
      await createDefaultGenerator().catch(() => undefined);
    },
    onSuccess: () => navigate({ to: pagePaths.sign }),
  });
  return (
    <AccountFrame
      title={texts.title}
      lead={texts.lead}
      aside={
        <>
          {texts.haveAccount} <PageLink to={pagePaths.login}>{texts.logIn}</PageLink>
        </>
      }
    >
      <Form
        submit={texts.submit}
        pending={register.isPending}
        error={register.error}
        onSubmit={(values) => register.mutate(values)}
      >
        <Field
          name="org_name"
          label={texts.organization}
          note={texts.organizationNote}
          autoComplete="organization"
          maxLength={100}
        />
        <Field name="email" type="email" label={accountTexts.email} autoComplete="username" maxLength={254} />
        <Field
          name="password"
          type="password"
          label={accountTexts.password}
          note={accountTexts.passwordRule}
          autoComplete="new-password"
          minLength={8}
        />
      </Form>
    </AccountFrame>
  );
}
