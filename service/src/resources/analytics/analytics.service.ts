// Who verifies what an organization signed: over a window of days that the plan opens, and for one record. Everything is
// read from roll-ups by day, so that the number of events does not matter.
import type { CallingOrganization } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventMetadata } from '../../events/event-catalogue.ts';
import { fail } from '../../http/error-catalogue.ts';
import { longestAnalyticsDays, plans, planWithAnalyticsDays } from '../../plans/plans.ts';
import {
  hasRecord,
  listDailyActivity,
  listMostVerified,
  listRecentVerifications,
  listRecordActivity,
} from './analytics.store.ts';
import { dayOf } from './count-activity.ts';

export const formats = ['image', 'audio', 'text', 'video', 'unknown'] as const;
export const sources = ['provided', 'xmp', 'watermark', 'phash', 'fingerprint', 'neural_watermark'] as const;

const dayMilliseconds = 24 * 60 * 60 * 1_000;
const topRecords = 10;
/** So many of each day are looked at: a record that is among these on no day of the window is not seen. */
const candidatesPerDay = 50;
const recentEvents = 20;

export type AnalyticsService = ReturnType<typeof createAnalyticsService>;

export function createAnalyticsService(database: Database, upgradeUrl: string, now: () => number = Date.now) {
  /** The last days up to today, oldest first. */
  function windowOf(count: number): string[] {
    const today = now();
    return Array.from({ length: count }, (_, place) => dayOf(today - (count - 1 - place) * dayMilliseconds));
  }

  /** Exact counts; which records are looked at follows from the most verified of each day. */
  async function findTopRecords(orgId: string, since: string, activeDays: readonly string[]) {
    const recordIds = await listMostVerified(database.read, orgId, activeDays, candidatesPerDay);
    if (recordIds.length === 0) return [];
    const rows = await listRecordActivity(database.read, orgId, recordIds, since);
    return [...Map.groupBy(rows, ({ record_id }) => record_id)]
      .map(([record_id, own]) => ({
        record_id,
        verifications: sumOf(own, 'verifications'),
        tampered: sumOf(own, 'tampered'),
      }))
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
              ? `Analytics looks back ${longestAnalyticsDays} days at most.`
              : `Your plan looks back ${most} days.`,
          required_plan: planWithAnalyticsDays(days) ?? null,
          current_plan: plan,
          upgrade_url: upgradeUrl,
        });
      }
      const window = windowOf(days);
      const rows = await listDailyActivity(database.read, orgId, window[0]!);
      const byDay = Map.groupBy(rows, ({ day }) => day);
      const countBy = <Name extends string>(column: 'format' | 'source', names: readonly Name[]) => {
        const count = (name: Name) =>
          sumOf(
            rows.filter((row) => row[column] === name),
            'verifications',
          );
        return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;
      };
      const activeDays = [...byDay].filter(([, own]) => sumOf(own, 'verifications') > 0).map(([day]) => day);
      return {
        window_days: days,
        total_verifications: sumOf(rows, 'verifications'),
        tamper_count: sumOf(rows, 'tampered'),
        authentic_count: sumOf(rows, 'authentic'),
        daily_trend: window.map((date) => {
          const own = byDay.get(date) ?? [];
          return {
            date,
            verifications: sumOf(own, 'verifications'),
            tampered: sumOf(own, 'tampered'),
            signatures: sumOf(own, 'signatures'),
          };
        }),
        by_format: countBy('format', formats),
        by_source: countBy('source', sources),
        top_records: await findTopRecords(orgId, window[0]!, activeDays),
      };
    },

    async record({ orgId, plan }: CallingOrganization, recordId: string) {
      if (!(await hasRecord(database.read, orgId, recordId))) fail('record_not_found');
      const window = windowOf(plans[plan].analyticsDays);
      const [rows, recent] = await Promise.all([
        listRecordActivity(database.read, orgId, [recordId], window[0]!),
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
        daily_trend: window.map((date) => ({
          date,
          verifications: byDay.get(date)?.verifications ?? 0,
          tampered: byDay.get(date)?.tampered ?? 0,
        })),
        recent_events: recent.map(({ event_id, occurred_at, metadata }) => {
          const { record_id: _, format, ...verdict } = JSON.parse(metadata) as EventMetadata['verify'];
          return { event_id, timestamp: new Date(occurred_at).toISOString(), ...verdict, format: format ?? null };
        }),
      };
    },
  };
}

function sumOf<Name extends string>(rows: readonly Readonly<Record<Name, number>>[], column: Name): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}
