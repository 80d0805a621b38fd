// The domains of the organization: what people see now, each domain with its proof, and the form
// for another one.
import { Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import { domainsQuery } from '../../api/domains-queries.ts';
import { meQuery } from '../../api/queries.ts';
import { Field, Form } from '../../components/form.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { domainsTexts as texts } from '../../texts/domains.ts';
import { DomainCard } from './domain-card.tsx';
import { SeenName } from './seen-name.tsx';

export function DomainsPage() {
  const me = useQuery(meQuery);
  const domains = useQuery(domainsQuery);
  const failed = [me, domains].find(({ error }) => error);
  const isOpen = me.data !== undefined && me.data.user.role !== 'user';
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : !me.data || !domains.data ? (
        <LoadingState height={420} />
      ) : (
        <div className="sections">
          {!isOpen && <div className="notice">{texts.notYours}</div>}
          <SeenName signer={domains.data.signer} />
          {domains.data.domains.map((domain) => (
            <DomainCard key={domain.domain_id} domain={domain} isOpen={isOpen} />
          ))}
          {isOpen && <NewDomain />}
        </div>
      )}
    </>
  );
}

function NewDomain() {
  const add = useMutation({
    mutationFn: (domain: string) => client.domains.add(domain),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainsQuery.queryKey }),
  });
  return (
    <section className="panel stack" aria-labelledby="new-domain">
      <Title order={2} id="new-domain">
        {texts.add.title}
      </Title>
      {/* A new form after each domain, so that its field is empty again. */}
      <Form
        key={add.data?.domain_id}
        submit={texts.add.submit}
        pending={add.isPending}
        error={add.error}
        onSubmit={({ domain = '' }) => add.mutate(domain.trim())}
      >
        <Field name="domain" label={texts.add.label} note={texts.add.note} autoComplete="off" maxLength={300} />
      </Form>
    </section>
  );
}
