// How often one of your records was verified, by anyone: figures, a trend, and the last
// verifications.
import type { Answer } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { recordActivityQuery } from '../../api/analytics-queries.ts';
import { meQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PlanGate, planReaches } from '../../components/plan-gate.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { TrendChart } from '../../components/trend-chart.tsx';
import { barsOfDays } from '../../components/trend-times.ts';
import { analyticsTexts } from '../../texts/analytics.ts';
import { activityTexts as texts } from '../../texts/records.ts';
import { SampleActivity } from './sample-activity.tsx';

type Activity = Answer<'GET /v1/analytics/records/{id}'>;
type Verification = Activity['recent_events'][number];

const sources: Readonly<Record<string, string>> = analyticsTexts.sources;

const columns: readonly Column<Verification>[] = [
  { title: texts.columns.time, isName: true, cell: ({ timestamp }) => <DateText time={timestamp} /> },
  { title: texts.columns.verdict, cell: (verification) => <Verdict verification={verification} /> },
  {
    title: texts.columns.source,
    cell: ({ token_source: source }) => (source === null ? texts.noSource : (sources[source] ?? source)),
  },
  { title: texts.columns.confidence, cell: ({ confidence }) => texts.confidences[confidence] ?? confidence },
];

export function RecordActivity({ recordId }: { readonly recordId: string }) {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  const isOpen = planReaches(me.org.plan, 'growth');
  return (
    <section>
      <div className="section-head">
        <Title order={2}>{texts.title}</Title>
      </div>
      {isOpen ? (
        <Counted recordId={recordId} />
      ) : (
        <PlanGate feature="record_analytics" has={me.org.plan}>
          <SampleActivity />
        </PlanGate>
      )}
    </section>
  );
}

function Counted({ recordId }: { readonly recordId: string }) {
  const { data, error, refetch } = useQuery(recordActivityQuery(recordId));
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState height={320} />;
  if (data.total_verifications === 0) return <div className="panel quiet">{texts.none(data.window_days)}</div>;
  const { confidence_breakdown: confidence } = data;
  const { bars, unit } = barsOfDays(data.daily_trend);
  const kinds = Object.entries(confidence).filter(([, count]) => count > 0);
  return (
    <div className="stack">
      <div className="panel">
        <TrendChart
          title={texts.trend(data.window_days)}
          times={bars.map(({ name }) => name)}
          unit={unit}
          series={[
            { name: texts.verifications, tone: 'blue', values: bars.map(({ counts }) => counts.verifications ?? 0) },
            { name: texts.tampered, tone: 'bad', values: bars.map(({ counts }) => counts.tampered ?? 0) },
          ]}
        />
        <p className="quiet chart-note">
          {texts.totals(data.total_verifications, data.tamper_count)} {texts.confidence}:{' '}
          {kinds.map(([name, count]) => `${texts.confidences[name] ?? name} ${count.toLocaleString('en')}`).join(', ')}.
        </p>
      </div>
      <DataTable label={texts.recent} columns={columns} rows={data.recent_events} keyOf={({ event_id }) => event_id} />
    </div>
  );
}

function Verdict({ verification: { authentic, tampered, likeness } }: { readonly verification: Verification }) {
  if (authentic) return <Tag tone="good">{texts.verdicts.authentic}</Tag>;
  if (!tampered) return <Tag tone="warn">{texts.verdicts.unproven}</Tag>;
  return <Tag tone="bad">{likeness === 'far' ? texts.verdicts.unlike : texts.verdicts.changed}</Tag>;
}
