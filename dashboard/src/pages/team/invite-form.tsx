// Invites somebody by email, and shows a link to copy.
import { NativeSelect, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import { invitesQuery } from '../../api/team-queries.ts';
import { Field, Form } from '../../components/form.tsx';
import { roleNames } from '../../texts/organization.ts';
import { teamTexts } from '../../texts/team.ts';
import { InviteLink } from './invite-link.tsx';

const texts = teamTexts.invite;

export function InviteForm({ hasAdminRole }: { readonly hasAdminRole: boolean }) {
  const invite = useMutation({
    mutationFn: ({ email = '', role }: Readonly<Record<string, string>>) =>
      client.team.invite({ email, role: role === 'admin' ? 'admin' : 'user' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitesQuery.queryKey }),
  });
  return (
    <section className="panel stack" aria-labelledby="invite">
      <Title order={2} id="invite">
        {texts.title}
      </Title>
      <p className="quiet">{texts.lead}</p>
      <div role="status">{invite.isSuccess && texts.done(invite.variables.email ?? '')}</div>
      {invite.data && <InviteLink url={invite.data.invite_url} email={invite.variables?.email ?? ''} />}
      {/* After an invite was sent, the form is empty for the next one. */}
      <Form
        key={invite.submittedAt * Number(invite.isSuccess)}
        submit={texts.submit}
        pending={invite.isPending}
        error={invite.error}
        onSubmit={(values) => invite.mutate(values)}
      >
        <div className="two">
          <Field name="email" type="email" label={texts.email} autoComplete="off" maxLength={254} />
          <NativeSelect
            name="role"
            size="md"
            label={texts.role}
            description={hasAdminRole ? undefined : teamTexts.role.noAdmin}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={(['user', 'admin'] as const).map((value) => ({
              value,
              label: roleNames[value],
              disabled: value === 'admin' && !hasAdminRole,
            }))}
          />
        </div>
      </Form>
    </section>
  );
}
