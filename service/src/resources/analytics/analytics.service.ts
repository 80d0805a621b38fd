// Verifications of what an organization signed: over a window of days that the plan allows, and for
// one record. Everything is read from daily roll-ups, so that the number of events does not matter.

import type { Selectable } from 'kysely';
import type { CallingOrganization } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup } from '../../archive/record-lookup.ts';
import type { DailyActivityTable } from '../../database/schema.ts';
import type { EventMetadata } from '../../events/event-catalogue.ts';
import { fail } from '../../http/error-catalogue.ts';
import { longestAnalyticsDays, plans, planWithAnalyticsDays } from '../../plans/plans.ts';
import {
  listDailyActivity,
  listHourlyActivity,
  listMostVerified,
  listRecentVerifications,
  listRecordActivity,
  sumRecordActivity,
} from './analytics.store.ts';
import { daysUpTo, hoursUpTo, spansUpTo } from './analytics-days.ts';
import { formats, sources } from './count-activity.ts';

const topRecords = 10;
/**
 * The number of records read from each list. A record that is further down in all of them is
 * missed.
 */
const seenPerSpan = 50;
/** The number of those that are counted exactly. */
const candidates = 20;
const recentEvents = 20;

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

export interface AnalyticsParts {
  readonly database: Database;
  readonly lookup: RecordLookup;
  readonly upgradeUrl: string;
  readonly now?: () => number;
}

export function createAnalyticsService({ database, lookup, upgradeUrl, now = Date.now }: AnalyticsParts) {
  async function findTopRecords(orgId: string, days: number, since: string) {
    const spans = spansUpTo(now(), days);
    const recordIds = await listMostVerified(database.read, orgId, spans, seenPerSpan, candidates);
    if (recordIds.length === 0) return [];
    const rows = await sumRecordActivity(database.read, orgId, recordIds, since);
    return rows
      .sort((left, right) => right.verifications - left.verifications || (left.record_id < right.record_id ? -1 : 1))
      .slice(0, topRecords);
  }

  return {
    async overview({ orgId, plan }: CallingOrganization, asked: number | undefined) {
      const most = plans[plan].analyticsDays;
      const days = asked ?? most;
      if (days > most) {
        fail('plan_required', {
          message:
            days > longestAnalyticsDays
              ? `Analytics covers at most ${longestAnalyticsDays} days. Request fewer days.`
              : `Your plan includes the last ${most} days. Request fewer days, or upgrade the plan.`,
          required_plan: planWithAnalyticsDays(days) ?? null,
          current_plan: plan,
          upgrade_url: upgradeUrl,
        });
      }
      const window = daysUpTo(now(), days);
      const rows = await listDailyActivity(database.read, orgId, window[0]!);
      const byDay = new Map(rows.map((row) => [row.day, row]));
      return {
        window_days: days,
        ...totalsOf(rows),
        daily_trend: window.map((date) => ({ date, ...countsOf(byDay.get(date)) })),
        top_records: await findTopRecords(orgId, days, window[0]!),
      };
    },

    /** The last hours, the current one included. Every plan has them. */
    async hours(orgId: string, count: number) {
      const window = hoursUpTo(now(), count);
      const rows = await listHourlyActivity(database.read, orgId, window[0]!);
      const byHour = new Map(rows.map((row) => [row.hour, row]));
      return {
        window_hours: count,
        ...totalsOf(rows),
        hourly_trend: window.map((hour) => ({ start: `${hour}:00:00.000Z`, ...countsOf(byHour.get(hour)) })),
      };
    },

    async record({ orgId, plan }: CallingOrganization, recordId: string) {
      const [found] = await lookup.find(database.read, [recordId]);
      if (found?.org_id !== orgId) fail('record_not_found');
      const window = daysUpTo(now(), plans[plan].analyticsDays);
      const [rows, recent] = await Promise.all([
        listRecordActivity(database.read, orgId, recordId, window[0]!),
        listRecentVerifications(database.read, orgId, recordId, recentEvents),
      ]);
      const byDay = new Map(rows.map((row) => [row.day, row]));
      return {
        record_id: recordId,
        window_days: window.length,
        total_verifications: sumOf(rows, 'verifications'),
        tamper_count: sumOf(rows, 'tampered'),
        confidence_breakdown: {
          high: sumOf(rows, 'high'),
          medium: sumOf(rows, 'medium'),
          low: sumOf(rows, 'low'),
          none: sumOf(rows, 'none'),
        },
        daily_trend: window.map((date) => {
          const { verifications = 0, tampered = 0 } = byDay.get(date) ?? {};
          return { date, verifications, tampered };
        }),
        recent_events: recent.map(({ event_id, occurred_at, metadata }) => {
          const { record_id: _, format, ...verdict } = JSON.parse(metadata) as EventMetadata['verify'];
          return { event_id, timestamp: new Date(occurred_at).toISOString(), ...verdict, format: format ?? null };
        }),
      };
    },
  };
}

type Activity = Omit<Selectable<DailyActivityTable>, 'org_id' | 'day'>;

/** What a bar of a trend shows. The three verdicts add up to the verifications. */
function countsOf(row: Activity | undefined) {
  const { verifications = 0, authentic = 0, tampered = 0, signatures = 0 } = row ?? {};
  return { verifications, authentic, tampered, not_proven: verifications - authentic - tampered, signatures };
}

function totalsOf(rows: readonly Activity[]) {
  const [total, authentic, tampered] = (['verifications', 'authentic', 'tampered'] as const).map((name) =>
    sumOf(rows, name),
  ) as [number, number, number];
  return {
    total_verifications: total,
    tamper_count: tampered,
    authentic_count: authentic,
    not_proven_count: total - authentic - tampered,
    signature_count: sumOf(rows, 'signatures'),
    by_format: sumsOf(formats, (name) => sumOf(rows, `format_${name}`)),
    by_source: sumsOf(sources, (name) => sumOf(rows, `source_${name}`)),
  };
}

function sumOf<Name extends string>(rows: readonly Readonly<Record<Name, number>>[], column: Name): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}

function sumsOf<Name extends string>(names: readonly Name[], sum: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<Name, number>;
}
