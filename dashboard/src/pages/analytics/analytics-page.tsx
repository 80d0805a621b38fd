// Analytics: figures, trends and shares of a range, from a day to a year, and the most verified
// records. A range beyond the plan shows what a larger plan adds.
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { hoursQuery, windowQuery } from '../../api/analytics-queries.ts';
import { meQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { planReaches } from '../../components/plan-gate.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { barsOfDays, barsOfHours } from '../../components/trend-times.ts';
import { pagePaths } from '../../page-paths.ts';
import { analyticsTexts as texts } from '../../texts/analytics.ts';
import { planNames } from '../../texts/overview.ts';
import { type DayRange, planOfRange, type Range, ranges, readRange, writeRange } from './analytics-ranges.ts';
import { RangeGate } from './range-gate.tsx';
import { RangeReport } from './range-report.tsx';

type PlanName = keyof typeof planNames;

export function AnalyticsPage() {
  const { data: me, error, refetch } = useQuery(meQuery);
  const { range: asked = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const plan = me?.org.plan;
  const longest = plan && longestOf(plan);
  const range = readRange(asked) ?? longest;
  const choose = (chosen: string) =>
    void navigate({ to: pagePaths.analytics, search: { range: chosen }, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead}>
        {plan && range && (
          <NativeSelect
            aria-label={texts.window}
            size="md"
            value={writeRange(range)}
            onChange={(event) => choose(event.currentTarget.value)}
            data={ranges.map((each) => ({ value: writeRange(each), label: labelOf(each, plan) }))}
          />
        )}
      </PageHeading>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !plan || !longest || !range ? (
        <LoadingState height={640} />
      ) : range === 'day' ? (
        <Hours />
      ) : range === 7 || planReaches(plan, planOfRange[range]) ? (
        <Days days={range} />
      ) : (
        <RangeGate range={range} has={plan} longest={longest} onBack={() => choose(writeRange(longest))} />
      )}
    </>
  );
}

function Days({ days }: { readonly days: DayRange }) {
  const { data, error, refetch } = useQuery(windowQuery(days));
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingState height={640} />;
  return <RangeReport counts={data} bars={barsOfDays(data.daily_trend)} top={data.top_records} />;
}

function Hours() {
  const { data, error, refetch } = useQuery(hoursQuery);
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <RangeReport counts={data} bars={barsOfHours(data.hourly_trend)} /> : <LoadingState height={640} />;
}

/** The longest range of a plan, in days. */
function longestOf(plan: PlanName): DayRange {
  return ranges.findLast((range) => planReaches(plan, planOfRange[range])) as DayRange;
}

function labelOf(range: Range, plan: PlanName): string {
  const name = texts.windows[range];
  const needs = planOfRange[range];
  return planReaches(plan, needs) ? name : texts.needs(name, planNames[needs]);
}
