// The overview: first steps, how much of the plan is used, verifications of the last days by
// verdict and source, and what happened last.
import { useQuery } from '@tanstack/react-query';
import { analyticsQuery, generatorsQuery, meQuery, usageQuery } from '../../api/queries.ts';
import { recentQuery } from '../../api/recent-queries.ts';
import { recordsQuery } from '../../api/records-queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { barsOfDays } from '../../components/trend-times.ts';
import { SignaturesChart, VerdictChart } from '../../components/verdict-chart.tsx';
import { plainName } from '../../plain-name.ts';
import { analyticsTexts } from '../../texts/analytics.ts';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { Shares } from '../analytics/shares.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { RecentActivity } from './recent-activity.tsx';
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
  const recent = useQuery(recentQuery);
  const failed = [me, usage, analytics, generators, records, recent].find(({ error }) => error);
  return (
    <>
      <PageHeading title={texts.title} lead={me.data ? texts.lead(plainName(me.data.org.name)) : ' '} />
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : me.data && usage.data && analytics.data && generators.data && records.data && recent.data ? (
        <>
          <FirstSteps
            hasGenerator={generators.data.generators.some(({ status }) => status === 'active')}
            hasRecord={records.data.records.length > 0}
            hasVerification={analytics.data.total_verifications > 0}
          />
          {!me.data.user.email_verified && <VerifyNotice email={me.data.user.email} />}
          <OverviewFigures usage={usage.data} analytics={analytics.data} />
          {records.data.records.length > 0 && (
            <>
              <section className="panel after-figures">
                <VerdictChart {...barsOfDays(analytics.data.daily_trend)} />
                <p className="quiet chart-note">{texts.trendNote}</p>
              </section>
              <div className="two after-figures">
                <section className="panel">
                  <SignaturesChart {...barsOfDays(analytics.data.daily_trend)} />
                </section>
                <Shares
                  title={analyticsTexts.bySource}
                  names={analyticsTexts.sources}
                  counts={analytics.data.by_source}
                />
              </div>
              <RecentActivity events={recent.data} />
            </>
          )}
        </>
      ) : (
        <LoadingState height={560} />
      )}
    </>
  );
}
