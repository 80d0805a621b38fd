// /v1/audit (specification: Audit log).
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { answerWith } from '../../http/route-answer.ts';
import { timestamp } from '../../http/schemas.ts';
import { readWindow } from '../../http/timestamps.ts';
import type { AuditService } from './audit.service.ts';
import { asCsv, asJson } from './audit-export.ts';

const resource = 'Audit log';
const organization = { access: { caller: 'key-or-session' }, limit: 'organization', anyOrigin: false } as const;

const event = Type.Object({
  event_id: Type.String(),
  type: Type.String(),
  timestamp,
  metadata: Type.Record(Type.String(), Type.Unknown()),
});

const page = Type.Object({
  events: Type.Array(event),
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  next_cursor: Type.Optional(
    Type.String({ description: 'With `before`, `type` or `from`: the start of the next page' }),
  ),
});

export function auditRoutes(audit: AuditService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/audit',
      resource,
      summary: 'List events, newest first',
      description:
        'With type, a page can contain fewer events than you request, or none. Continue while the response has a next_cursor. `total` counts all events.',
      ...organization,
      feature: null,
      query: Type.Object({
        page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        before: Type.Optional(
          Type.String({ maxLength: 60, description: 'A timestamp, or next_cursor of the previous page' }),
        ),
        type: Type.Optional(
          Type.String({ minLength: 1, maxLength: 60, description: 'Only events of this type. Uses the cursor' }),
        ),
        from: Type.Optional(
          Type.String({ maxLength: 40, description: 'ISO 8601 date or timestamp, inclusive. Uses the cursor' }),
        ),
      }),
      success: { status: 200, schema: page },
      errors: [],
      handler: ({ query, caller }) => audit.list(caller.organization.orgId, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/audit/export',
      resource,
      summary: 'Export the audit log, oldest first',
      ...organization,
      feature: 'audit_export',
      query: Type.Object({
        format: Type.Enum(['csv', 'json'], { default: 'json' }),
        from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 date or timestamp, inclusive' })),
        to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 date or timestamp, inclusive' })),
      }),
      success: {
        status: 200,
        schema: Type.Object({ events: Type.Array(event) }),
        contentType: 'application/json; charset=utf-8',
        alternatives: {
          'text/csv': Type.String({
            description: 'RFC 4180 with a header row: event_id, type, timestamp, metadata (as JSON)',
          }),
        },
      },
      errors: [],
      handler: ({ query, caller }) => {
        const { from, to } = readWindow(query, { from: 0, to: Date.now() });
        const events = audit.read(caller.organization.orgId, from, to);
        const csv = query.format === 'csv';
        return answerWith(Readable.from(csv ? asCsv(events) : asJson(events)), {
          'content-type': csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="audit-log.${query.format}"`,
        });
      },
    }),
  ];
}
