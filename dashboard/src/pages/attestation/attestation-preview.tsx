// What the attestation says, as the service returned it.
import type { Answer } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { Figure } from '../../components/figure.tsx';
import { attestationTexts as texts } from '../../texts/attestation.ts';

type Attestation = Answer<'GET /v1/attestation'>;
type Mapping = Attestation['eu_ai_act_article_50']['mapping'][number];

export const mappingColumns: Column<Mapping>[] = [
  {
    title: texts.columns.obligation,
    isName: true,
    cell: ({ paragraph, obligation }) => (
      <span>
        <strong>{paragraph}</strong> {obligation}
      </span>
    ),
  },
  { title: texts.columns.mechanism, cell: ({ service_mechanism }) => service_mechanism },
  {
    title: texts.columns.count,
    cell: ({ records_covered, verifications_recorded }) =>
      records_covered !== undefined
        ? texts.records(records_covered)
        : verifications_recorded !== undefined && texts.verifications(verifications_recorded),
  },
];

export function AttestationPreview({ attestation }: { readonly attestation: Attestation }) {
  const { summary, eu_ai_act_article_50: article, period, org } = attestation;
  return (
    <section className="sections" aria-labelledby="attestation">
      <div className="panel stack">
        <Title order={2} id="attestation">
          {texts.preview}
        </Title>
        <dl className="facts">
          <dt>{texts.organization}</dt>
          <dd>{org.name}</dd>
          <dt>{texts.period}</dt>
          <dd>
            <DateText time={period.from} kind="day" /> – <DateText time={period.to} kind="day" />
          </dd>
        </dl>
        <p>{attestation.disclaimer}</p>
      </div>
      <div className="figures">
        {(Object.keys(texts.summary) as (keyof typeof texts.summary)[]).map((name) => (
          <Figure key={name} title={texts.summary[name]} value={summary[name].toLocaleString('en')} />
        ))}
      </div>
      <div>
        <div className="section-head">
          <div>
            <Title order={2}>{texts.mapping}</Title>
            <p className="quiet">{article.transparency_obligation}</p>
          </div>
        </div>
        <DataTable
          label={texts.mapping}
          columns={mappingColumns}
          rows={article.mapping}
          keyOf={({ paragraph, obligation }) => paragraph + obligation}
        />
      </div>
      <div className="panel stack">
        <Title order={2}>{texts.notCovered}</Title>
        <ul className="attestation-list">
          {article.not_covered.map(({ paragraph, obligation, reason }) => (
            <li key={paragraph + obligation}>
              <strong>{paragraph}</strong> {obligation} <span className="quiet">{reason}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="two">
        <Facts title={texts.byFormat} facts={attestation.records_by_format} />
        <Facts title={texts.bySource} facts={attestation.verifications_by_source} />
      </div>
    </section>
  );
}

interface FactsProps {
  readonly title: string;
  readonly facts: Attestation['records_by_format'];
}

function Facts({ title, facts }: FactsProps) {
  return (
    <div className="panel stack">
      <Title order={3}>{title}</Title>
      <dl className="facts">
        {facts.map(({ fact, count }) => (
          <div key={fact} className="fact">
            <dt>{fact}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
