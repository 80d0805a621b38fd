// /v1/analytics (specification: Other routes).

import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { nullable, timestamp } from '../../http/schemas.ts';
import type { AnalyticsService } from './analytics.service.ts';
import { formats, sources } from './count-activity.ts';

const resource = 'Analytics';
const organization = {
  access: { caller: 'key-or-session', scope: 'reports:read' },
  limit: 'organization',
  anyOrigin: false,
} as const;

const count = Type.Integer();
const windowDays = Type.Integer({ description: 'Days up to today, in UTC' });
const counts = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>, { description });
const day = { date: Type.String({ format: 'date' }), verifications: count, tampered: count };
const bar = { verifications: count, authentic: count, tampered: count, not_proven: count, signatures: count };

const totals = {
  total_verifications: Type.Integer({
    description:
      'Verifications that found a record of the organization: the sum of tamper_count, authentic_count and not_proven_count',
  }),
  tamper_count: count,
  authentic_count: count,
  not_proven_count: Type.Integer({ description: 'Neither authentic nor tampered, such as a copy found by likeness' }),
  signature_count: count,
  by_format: counts(formats, 'Verifications by the format of the content'),
  by_source: counts(sources, 'Verifications by how the record was found'),
};

const overview = Type.Object(
  {
    window_days: windowDays,
    ...totals,
    daily_trend: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), ...bar }), {
      description: 'Oldest first, without gaps',
    }),
    top_records: Type.Array(Type.Object({ record_id: Type.String(), verifications: count, tampered: count }), {
      description: 'The most verified records, at most 10',
    }),
  },
  { title: 'Analytics' },
);

const hourly = Type.Object(
  {
    window_hours: Type.Integer({ description: 'Hours up to now, in UTC' }),
    ...totals,
    hourly_trend: Type.Array(Type.Object({ start: timestamp, ...bar }), { description: 'Oldest first, without gaps' }),
  },
  { title: 'HourlyAnalytics' },
);

const ofRecord = Type.Object(
  {
    record_id: Type.String({ format: 'uuid' }),
    window_days: windowDays,
    total_verifications: count,
    tamper_count: count,
    confidence_breakdown: Type.Object({ high: count, medium: count, low: count, none: count }),
    daily_trend: Type.Array(Type.Object(day), { description: 'Oldest first, without gaps' }),
    recent_events: Type.Array(
      Type.Object({
        event_id: Type.String(),
        timestamp,
        authentic: Type.Boolean(),
        tampered: Type.Boolean(),
        confidence: Type.String(),
        likeness: Type.Optional(Type.String({ description: 'near, far or unknown. Absent from older events' })),
        token_source: nullable(Type.String()),
        format: nullable(Type.String()),
        reason: Type.Optional(Type.String()),
      }),
      { description: 'The last 20 verifications, newest first' },
    ),
  },
  { title: 'RecordAnalytics' },
);

export function analyticsRoutes(analytics: AnalyticsService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/analytics/overview',
      operation: 'getAnalytics',
      resource,
      summary: 'Get verifications and signatures by day',
      description:
        'Default: all days that the plan includes. That is 7 days on Free, 30 on Starter, 90 on Growth and Scale, and 365 on Enterprise.',
      ...organization,
      feature: null,
      query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) }),
      success: { status: 200, schema: overview },
      errors: ['plan_required'],
      handler: ({ query, caller }) => analytics.overview(caller.organization, query.days),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/analytics/hours',
      operation: 'getAnalyticsByHour',
      resource,
      summary: 'Get verifications and signatures by hour',
      description: 'The last hours, at most 24. The last one is the current hour.',
      ...organization,
      feature: null,
      query: Type.Object({ hours: Type.Integer({ minimum: 1, maximum: 24, default: 24 }) }),
      success: { status: 200, schema: hourly },
      errors: [],
      handler: ({ query, caller }) => analytics.hours(caller.organization.orgId, query.hours),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/analytics/records/:id',
      operation: 'getRecordAnalytics',
      resource,
      summary: 'Get the verifications of a record',
      ...organization,
      feature: 'record_analytics',
      params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
      success: { status: 200, schema: ofRecord },
      errors: ['record_not_found', ...archiveErrors],
      handler: ({ params, caller }) => analytics.record(caller.organization, params.id),
    }),
  ];
}
