// What a record says about the content.
import type { ProvenanceRecord } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatorsQuery } from '../../api/queries.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { formatNamesOne } from '../../texts/generators.ts';
import { recordTexts } from '../../texts/records.ts';

const { facts: texts, what } = recordTexts;

interface SignedFactsProps {
  readonly record: ProvenanceRecord;
  readonly isForeign: boolean;
}

export function SignedFacts({ record, isForeign }: SignedFactsProps) {
  const { data } = useQuery(generatorsQuery);
  const generator = data?.generators.find(({ generator_id }) => generator_id === record.generator_id);
  return (
    <section className="panel">
      <Title order={2} mb="md">
        {what}
      </Title>
      <dl className="facts">
        <dt>{texts.id}</dt>
        <dd className="with-copy">
          <code>{record.record_id}</code> <CopyButton text={record.record_id} />
        </dd>
        <dt>{texts.model}</dt>
        <dd>{record.model}</dd>
        <dt>{texts.format}</dt>
        <dd>{formatNamesOne[record.format]}</dd>
        <dt>{texts.signedAt}</dt>
        <dd>
          <DateText time={record.signed_at} />
        </dd>
        <dt>{texts.generator}</dt>
        <dd>
          {isForeign ? (
            <code>{record.generator_id}</code>
          ) : (
            <PageLink to={pagePaths.generator} params={{ generatorId: record.generator_id }}>
              {generator?.name ?? record.generator_id}
            </PageLink>
          )}
        </dd>
        <dt>{texts.org}</dt>
        <dd>{record.org_name}</dd>
        <dt>{texts.hash}</dt>
        <dd>
          <code>{record.content_hash}</code>
        </dd>
        <dt>{texts.watermark}</dt>
        <dd>
          <code>{record.watermark_id}</code>
        </dd>
        {record.phash && (
          <>
            <dt>{texts.phash}</dt>
            <dd>
              <code>{record.phash}</code> <span className="quiet">({texts.phashNote})</span>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
