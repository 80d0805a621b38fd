// How much of its plan the organization has used.
import type { Answer } from '@content-provenance/client';
import { Figure, Share } from '../../components/figure.tsx';
import { pageSetting } from '../../page-setting.ts';
import { billingTexts as texts } from '../../texts/billing.ts';
import { planNames } from '../../texts/overview.ts';
import { dollars } from './dollars.ts';

type Usage = Answer<'GET /v1/billing/usage'>;

export function UsageFigures({ usage }: { readonly usage: Usage }) {
  const { plan, signatures_used: used, signatures_included: included, overage_count, overage_rate } = usage;
  return (
    <div>
      <div className="figures">
        <Figure title={texts.current} value={planNames[plan]}>
          {plan !== 'free' && texts.interval[usage.billing_interval]}
        </Figure>
        <Figure title={texts.used} value={used.toLocaleString('en')}>
          {included === null ? (
            texts.unlimited
          ) : (
            <>
              {texts.ofIncluded(included)} · {texts.left(Math.max(0, included - used))}
              <Share label={texts.used} used={used} whole={included} />
            </>
          )}
        </Figure>
        {overage_rate > 0 && (
          <Figure title={texts.overage} value={overage_count.toLocaleString('en')}>
            {texts.overageCost(dollars(overage_count * overage_rate))}
          </Figure>
        )}
        <Figure title={texts.period} value={<span className="figure-words">{periodOf(usage)}</span>}>
          {texts.periodNote}
        </Figure>
      </div>
      <p className="quiet">{ruleOf(usage)}</p>
    </div>
  );
}

function ruleOf({ plan, signatures_included, overage_rate }: Usage): string {
  if (pageSetting.environment === 'sandbox') return texts.sandbox;
  if (signatures_included === null) return texts.noOverage;
  return plan === 'free' ? texts.stops : texts.goesOn(dollars(overage_rate));
}

/** A period ends where the next one starts. */
function periodOf({ period_start, period_end }: Usage): string {
  const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
  return days.formatRange(Date.parse(period_start), Date.parse(period_end) - 1);
}
