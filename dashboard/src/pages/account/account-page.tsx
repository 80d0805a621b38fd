// The user's own account: facts, the name of the organization for its owners, the second factor,
// the password.
import { Button, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { DateText } from '../../components/date-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState, sentenceOf } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { roleNames } from '../../texts/organization.ts';
import { securityTexts as texts } from '../../texts/security.ts';
import { RenameOrganization } from './rename-organization.tsx';
import { TwoFactor } from './two-factor.tsx';

export function AccountPage() {
  const { data, error, refetch } = useQuery(meQuery);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingState height={420} />
      ) : (
        <div className="sections">
          <section className="panel">
            <dl className="facts">
              <dt>{texts.facts.email}</dt>
              <dd>
                {data.user.email}{' '}
                {data.user.email_verified ? (
                  <Tag tone="good">{texts.verified}</Tag>
                ) : (
                  <Tag tone="warn">{texts.unverified}</Tag>
                )}
              </dd>
              <dt>{texts.facts.organization}</dt>
              <dd>{data.org.name}</dd>
              <dt>{texts.facts.role}</dt>
              <dd>{roleNames[data.user.role]}</dd>
              <dt>{texts.facts.since}</dt>
              <dd>
                <DateText time={data.user.created_at} />
              </dd>
            </dl>
          </section>
          {data.user.role === 'owner' && <RenameOrganization name={data.org.name} />}
          <TwoFactor email={data.user.email} method={data.user.two_factor} />
          <NewPassword email={data.user.email} />
        </div>
      )}
    </>
  );
}

function NewPassword({ email }: { readonly email: string }) {
  const mail = useMutation({ mutationFn: () => client.auth.forgotPassword(email) });
  return (
    <section className="panel stack" aria-labelledby="password">
      <Title order={2} id="password">
        {texts.password.title}
      </Title>
      <p className="quiet">{texts.password.lead}</p>
      <div role="status">
        {mail.isSuccess && texts.password.sent}
        {mail.error && sentenceOf(mail.error)}
      </div>
      {!mail.isSuccess && (
        <div>
          <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate()}>
            {texts.password.action}
          </Button>
        </div>
      )}
    </section>
  );
}
