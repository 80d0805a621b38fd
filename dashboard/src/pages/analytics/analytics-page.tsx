// Analytics: the days of the plan's window, as figures, a trend, shares, and the most verified
// records.
import type { Answer } from '@content-provenance/client';
import { NativeSelect, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { windowQuery } from '../../api/analytics-queries.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Figure } from '../../components/figure.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton, PageLink } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { TrendChart } from '../../components/trend-chart.tsx';
import { pagePaths } from '../../page-paths.ts';
import { analyticsTexts as texts } from '../../texts/analytics.ts';
import { Shares } from './shares.tsx';

type Overview = Answer<'GET /v1/analytics/overview'>;
type TopRecord = Overview['top_records'][number];

/** The windows of the plans. */
const windows = [7, 30, 90];

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

export function AnalyticsPage() {
  const [days, setDays] = useState<number>();
  const whole = useQuery(windowQuery(undefined));
  const { data, error, refetch } = useQuery(windowQuery(days));
  const longest = whole.data?.window_days;
  return (
    <>
      <PageHeading
        title={texts.title}
        lead={longest === undefined ? texts.lead : `${texts.lead} ${texts.planWindow(longest)}`}
      >
        {longest !== undefined && (
          <NativeSelect
            aria-label={texts.window}
            size="md"
            value={days ?? longest}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
            data={windows
              .filter((each) => each <= longest)
              .map((each) => ({ value: String(each), label: texts.days(each) }))}
          />
        )}
      </PageHeading>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <Shown overview={data} />
      ) : (
        <LoadingState height={640} />
      )}
    </>
  );
}

function Shown({ overview }: { readonly overview: Overview }) {
  const { daily_trend: trend, total_verifications, authentic_count, tamper_count } = overview;
  const signatures = trend.reduce((sum, day) => sum + day.signatures, 0);
  if (total_verifications === 0 && signatures === 0) {
    return (
      <EmptyState title={texts.emptyTitle} lead={texts.emptyLead}>
        <PageButton to={pagePaths.sign}>{texts.emptyAction}</PageButton>
      </EmptyState>
    );
  }
  const { figures } = texts;
  return (
    <div className="sections">
      <div className="figures">
        <Figure title={figures.verifications} value={texts.count(total_verifications)} />
        <Figure title={figures.authentic} value={texts.count(authentic_count)}>
          {figures.authenticNote}
        </Figure>
        <Figure title={figures.tampered} value={texts.count(tamper_count)}>
          {figures.tamperedNote}
        </Figure>
        <Figure title={figures.signatures} value={texts.count(signatures)} />
      </div>
      <div className="panel">
        <TrendChart
          title={texts.trend}
          days={trend.map(({ date }) => date)}
          series={[
            { name: figures.verifications, tone: 'accent', values: trend.map((day) => day.verifications) },
            { name: figures.tampered, tone: 'bad', values: trend.map((day) => day.tampered) },
            { name: figures.signatures, tone: 'brass', values: trend.map((day) => day.signatures) },
          ]}
        />
      </div>
      <div className="two">
        <Shares title={texts.byFormat} names={texts.formats} counts={overview.by_format} />
        <Shares title={texts.bySource} names={texts.sources} counts={overview.by_source} />
      </div>
      <section>
        <div className="section-head">
          <Title order={2}>{texts.top.title}</Title>
        </div>
        {overview.top_records.length === 0 ? (
          <div className="panel quiet">{texts.top.none}</div>
        ) : (
          <DataTable
            label={texts.top.title}
            columns={columns}
            rows={overview.top_records}
            keyOf={({ record_id }) => record_id}
          />
        )}
      </section>
    </div>
  );
}
