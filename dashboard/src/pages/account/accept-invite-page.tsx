// The page behind the link of an invite: names the team, asks for a password, and opens the new
// session.
import { ServiceError } from '@content-provenance/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, queryClient } from '../../api/client.ts';
import { invitePreviewQuery } from '../../api/queries.ts';
import { Field, Form } from '../../components/form.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { plainName } from '../../plain-name.ts';
import { session } from '../../session/session.ts';
import { accountTexts } from '../../texts/account.ts';
import { AccountFrame, useLinkToken } from './account-frame.tsx';

const texts = accountTexts.acceptInvite;
const closedCodes = ['invite_not_found', 'token_expired_or_used', 'validation_error'];

export function AcceptInvitePage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const preview = useQuery({ ...invitePreviewQuery(token), enabled: token !== '' });
  const accept = useMutation({
    mutationFn: (password: string) => client.team.acceptInvite(token, password),
    onSuccess: (answer) => {
      queryClient.clear();
      session.begin(answer.token);
      void navigate({ to: pagePaths.overview });
    },
  });
  if (token === '' || isClosed(preview.error)) {
    return <AccountFrame title={texts.closed} lead={texts.closedLead} />;
  }
  if (preview.error) return <ErrorState error={preview.error} retry={() => void preview.refetch()} />;
  if (!preview.data) return <LoadingState height={320} />;
  return (
    <AccountFrame title={texts.title} lead={texts.lead(plainName(preview.data.org_name), preview.data.role)}>
      <Form
        submit={texts.submit}
        pending={accept.isPending}
        error={accept.error}
        onSubmit={({ password = '' }) => accept.mutate(password)}
      >
        <Field
          name="password"
          type="password"
          label={texts.password}
          note={accountTexts.invitedPasswordRule}
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
        />
      </Form>
    </AccountFrame>
  );
}

function isClosed(error: Error | null): boolean {
  return error instanceof ServiceError && closedCodes.includes(error.code);
}
