// The figures of the overview: usage against the quota, the plan, and verifications by verdict.
import type { Answer } from '@content-provenance/client';
import { DateText } from '../../components/date-text.tsx';
import { Figure, Share } from '../../components/figure.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { VerdictFigures } from '../../components/verdict-figures.tsx';
import { pagePaths } from '../../page-paths.ts';
import { planNames, overviewTexts as texts } from '../../texts/overview.ts';

interface OverviewFiguresProps {
  readonly usage: Answer<'GET /v1/billing/usage'>;
  readonly analytics: Answer<'GET /v1/analytics/overview'>;
}

export function OverviewFigures({ usage, analytics }: OverviewFiguresProps) {
  const { signatures_used: used, signatures_included: included } = usage;
  return (
    <>
      <div className="figures">
        <Figure title={texts.used} value={used.toLocaleString('en')} tone="accent">
          {included === null ? (
            texts.unlimited
          ) : (
            <>
              {texts.ofIncluded(included)} · {texts.left(Math.max(0, included - used))}
              <Share label={texts.used} used={used} whole={included} />
            </>
          )}
        </Figure>
        <Figure title={texts.plan} value={planNames[usage.plan]}>
          {texts.until} <DateText time={usage.period_end} kind="day" /> ·{' '}
          <PageLink to={pagePaths.billing}>{texts.planMore}</PageLink>
        </Figure>
      </div>
      <div className="figures-row after-figures">
        <VerdictFigures counts={analytics} title={texts.verifications(analytics.window_days)} />
      </div>
    </>
  );
}
