// The overview: first steps, how much of the plan is used, and the activity of the last days.
import { useQuery } from '@tanstack/react-query';
import { analyticsQuery, generatorsQuery, meQuery, usageQuery } from '../../api/queries.ts';
import { recordsQuery } from '../../api/records-queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { TrendChart, type TrendSeries } from '../../components/trend-chart.tsx';
import { plainName } from '../../plain-name.ts';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { FirstSteps } from './first-steps.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { VerifyNotice } from './verify-notice.tsx';

/** The window that every plan has. */
const days = 7;
const newestRecord = recordsQuery({ limit: 1 });

export function OverviewPage() {
  const me = useQuery(meQuery);
  const usage = useQuery(usageQuery);
  const analytics = useQuery(analyticsQuery(days));
  const generators = useQuery(generatorsQuery);
  const records = useQuery(newestRecord);
  const failed = [me, usage, analytics, generators, records].find(({ error }) => error);
  return (
    <>
      <PageHeading title={texts.title} lead={me.data ? texts.lead(plainName(me.data.org.name)) : ' '} />
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : me.data && usage.data && analytics.data && generators.data && records.data ? (
        <>
          <FirstSteps
            hasGenerator={generators.data.generators.some(({ status }) => status === 'active')}
            hasRecord={records.data.records.length > 0}
            hasVerification={analytics.data.total_verifications > 0}
          />
          {!me.data.user.email_verified && <VerifyNotice email={me.data.user.email} />}
          <OverviewFigures usage={usage.data} analytics={analytics.data} />
          {records.data.records.length > 0 && (
            <section className="panel after-figures">
              <TrendChart
                title={texts.trend(analytics.data.window_days)}
                days={analytics.data.daily_trend.map(({ date }) => date)}
                series={seriesOf(analytics.data.daily_trend)}
              />
              <p className="quiet chart-note">{texts.trendNote}</p>
            </section>
          )}
        </>
      ) : (
        <LoadingState height={560} />
      )}
    </>
  );
}

function seriesOf(
  trend: readonly { readonly signatures: number; readonly verifications: number; readonly tampered: number }[],
): readonly TrendSeries[] {
  return (
    [
      ['signatures', 'accent'],
      ['verifications', 'brass'],
      ['tampered', 'bad'],
    ] as const
  ).map(([name, tone]) => ({ name: texts.trendNames[name], values: trend.map((day) => day[name]), tone }));
}
