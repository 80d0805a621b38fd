// One domain: its state, what to publish, a check on request, and its removal.
import { Button, Group, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { type Domain, domainsQuery } from '../../api/domains-queries.ts';
import { DateText } from '../../components/date-text.tsx';
import { sentenceOf } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { domainsTexts as texts } from '../../texts/domains.ts';
import { RemoveDomain } from './remove-domain.tsx';
import { WhatToPublish } from './what-to-publish.tsx';

const tones = { pending: 'none', verified: 'good', failing: 'warn', expired: 'bad' } as const;

export function DomainCard({ domain, isOpen }: { readonly domain: Domain; readonly isOpen: boolean }) {
  const [isRemoving, setRemoving] = useState(false);
  const check = useMutation({
    mutationFn: () => client.domains.check(domain.domain_id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainsQuery.queryKey }),
  });
  const name = domain.domain;
  return (
    <section className="panel stack" aria-labelledby={domain.domain_id}>
      <div className="domain-head">
        <Title order={2} id={domain.domain_id} className="domain-name">
          {name}
        </Title>
        <Tag tone={tones[domain.state]}>{texts.states[domain.state]}</Tag>
      </div>
      {domain.state === 'failing' && (
        <p>{texts.failing(new Date(domain.expires_at!).toLocaleDateString('en', { dateStyle: 'medium' }))}</p>
      )}
      {domain.state === 'expired' && <p>{texts.expired}</p>}
      <DomainFacts domain={domain} />
      <WhatToPublish domain={domain} />
      <div role="status">
        {check.isSuccess && domain.problem === null && texts.found}
        {check.error && sentenceOf(check.error)}
        {domain.problem !== null && <div className="notice domain-problem">{domain.problem}</div>}
      </div>
      {isOpen && (
        <Group>
          <Button
            variant={domain.state === 'verified' ? 'default' : 'filled'}
            loading={check.isPending}
            aria-label={texts.checkOf(name)}
            onClick={() => check.mutate()}
          >
            {texts.check}
          </Button>
          <Button variant="default" aria-label={texts.remove.actionOf(name)} onClick={() => setRemoving(true)}>
            {texts.remove.action}
          </Button>
        </Group>
      )}
      {isRemoving && <RemoveDomain domain={domain} onClose={() => setRemoving(false)} />}
    </section>
  );
}

function DomainFacts({ domain: { method, verified_at, checked_at } }: { readonly domain: Domain }) {
  return (
    <dl className="facts">
      {verified_at !== null && (
        <>
          <dt>{texts.facts.verified}</dt>
          <dd>
            <DateText time={verified_at} />
          </dd>
        </>
      )}
      {method !== null && (
        <>
          <dt>{texts.facts.method}</dt>
          <dd>{texts.methods[method]}</dd>
        </>
      )}
      <dt>{texts.facts.checked}</dt>
      <dd>{checked_at === null ? texts.never : <DateText time={checked_at} />}</dd>
    </dl>
  );
}
