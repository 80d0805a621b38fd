// How people who verify content see the organization.
import type { Answer } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { Tag } from '../../components/tag.tsx';
import { domainsTexts } from '../../texts/domains.ts';

const texts = domainsTexts.seen;

type Signer = Answer<'GET /v1/account/domains'>['signer'];

export function SeenName({ signer: { name, domain, resembles } }: { readonly signer: Signer }) {
  return (
    <section className="panel stack" aria-labelledby="seen">
      <Title order={2} id="seen">
        {texts.title}
      </Title>
      <p className="seen-name">
        <strong>{name}</strong>{' '}
        {domain === null ? (
          <Tag tone="warn">{texts.unverified}</Tag>
        ) : (
          <Tag tone="good">
            {domain} ✓ <span className="for-readers">{texts.verified}</span>
          </Tag>
        )}
      </p>
      {resembles !== null && (
        <div className="problem" role="alert">
          <p>{texts.resembles(resembles)}</p>
        </div>
      )}
      <p className="quiet">{domain === null ? texts.unverifiedLead : texts.verifiedLead}</p>
    </section>
  );
}
