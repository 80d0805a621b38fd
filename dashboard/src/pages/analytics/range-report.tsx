// What happened in a range: figures that add up, two charts, shares, and the most verified records.
import type { Answer } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { recordsQuery } from '../../api/records-queries.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Figure } from '../../components/figure.tsx';
import { PageButton, PageLink } from '../../components/page-link.tsx';
import { EmptyState } from '../../components/states.tsx';
import type { Bars } from '../../components/trend-times.ts';
import { SignaturesChart, VerdictChart } from '../../components/verdict-chart.tsx';
import { VerdictFigures } from '../../components/verdict-figures.tsx';
import { pagePaths } from '../../page-paths.ts';
import { analyticsTexts as texts } from '../../texts/analytics.ts';
import { Shares } from './shares.tsx';

type Overview = Answer<'GET /v1/analytics/overview'>;
type TopRecord = Overview['top_records'][number];

interface RangeReportProps {
  readonly counts: Omit<Overview, 'window_days' | 'daily_trend' | 'top_records'>;
  readonly bars: Bars;
  /** Absent for a range of hours, because records are ranked by day. */
  readonly top?: readonly TopRecord[];
}

const columns: Column<TopRecord>[] = [
  {
    title: texts.top.record,
    isName: true,
    cell: ({ record_id }) => (
      <PageLink to={pagePaths.record} params={{ recordId: record_id }}>
        {record_id}
      </PageLink>
    ),
  },
  { title: texts.top.verifications, cell: ({ verifications }) => texts.count(verifications) },
  { title: texts.top.tampered, cell: ({ tampered }) => texts.count(tampered) },
];

export function RangeReport({ counts, bars, top }: RangeReportProps) {
  if (counts.total_verifications + counts.signature_count === 0) return <NothingCounted />;
  return (
    <div className="sections">
      <div className="figures-row">
        <VerdictFigures counts={counts} />
        <Figure title={texts.figures.signatures} value={texts.count(counts.signature_count)} tone="accent" />
      </div>
      <div className="panel">
        <VerdictChart {...bars} />
      </div>
      <div className="panel">
        <SignaturesChart {...bars} />
      </div>
      <div className="two">
        <Shares title={texts.byFormat} names={texts.formats} counts={counts.by_format} />
        <Shares title={texts.bySource} names={texts.sources} counts={counts.by_source} />
      </div>
      {top && (
        <section>
          <div className="section-head">
            <Title order={2}>{texts.top.title}</Title>
          </div>
          {top.length === 0 ? (
            <div className="panel quiet">{texts.top.none}</div>
          ) : (
            <DataTable label={texts.top.title} columns={columns} rows={top} keyOf={({ record_id }) => record_id} />
          )}
        </section>
      )}
    </div>
  );
}

/** Without any record, the next step is to sign one. Otherwise the period is too short. */
function NothingCounted() {
  const { data } = useQuery(recordsQuery({ limit: 1 }));
  if (data && data.records.length > 0) return <EmptyState title={texts.quietTitle} lead={texts.quietLead} />;
  return (
    <EmptyState title={texts.emptyTitle} lead={texts.emptyLead}>
      <PageButton to={pagePaths.sign}>{texts.emptyAction}</PageButton>
    </EmptyState>
  );
}
