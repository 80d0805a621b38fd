// /v1/audit (specification: Audit log).
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { eventTypes } from '../../events/event-catalogue.ts';
import { defineRoute } from '../../http/define-route.ts';
import { answerWith } from '../../http/route-answer.ts';
import { nullable, savedAs, timestamp } from '../../http/schemas.ts';
import { readWindow } from '../../http/timestamps.ts';
import type { AuditService } from './audit.service.ts';
import { asCsv, asJson } from './audit-export.ts';
import { actorKinds } from './present-events.ts';

const resource = 'Audit log';
const organization = {
  access: { caller: 'key-or-session', scope: 'reports:read' },
  limit: 'organization',
  anyOrigin: false,
} as const;

const filters = {
  type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Only events of this type, or of several types separated by commas',
      examples: ['api_key_created,api_key_revoked'],
    }),
  ),
  actor: Type.Optional(
    Type.String({
      pattern: '^((usr|kid)_[0-9a-f]{32}|public|service)$',
      description:
        'Only events that this member or API key caused (its ID), anyone without an account (`public`), or the service and its operator (`service`)',
      examples: ['service'],
    }),
  ),
};

const actor = Type.Object(
  {
    kind: Type.Enum([...actorKinds]),
    id: nullable(Type.String({ description: 'The ID of the member or API key' })),
    name: nullable(
      Type.String({ description: 'The email address of the member or the name of the API key. null: it is gone' }),
    ),
    member: nullable(Type.String({ description: 'For a personal API key: the email address of its member' })),
  },
  { description: 'Who caused the event. The service looks up names when you read the log' },
);

const event = Type.Object(
  {
    event_id: Type.String(),
    type: Type.Enum(eventTypes, { description: 'New types can be added. Ignore those that you do not know' }),
    timestamp,
    actor,
    names: Type.Record(Type.String(), Type.String(), {
      description:
        'Current names of the members, API keys, generators, invites and webhooks in `metadata`, by ID. What is gone is not in it',
    }),
    metadata: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEvent' },
);

const page = Type.Object(
  {
    events: Type.Array(event),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
    next_cursor: Type.Optional(
      Type.String({ description: 'With `before`, `type`, `actor` or `from`: the start of the next page' }),
    ),
  },
  { title: 'AuditPage' },
);

export function auditRoutes(audit: AuditService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/audit',
      operation: 'listAuditEvents',
      resource,
      summary: 'List events, newest first',
      description:
        'With type or actor, a page can contain fewer events than you request, or none. Continue while the response has a next_cursor. `total` counts all events.',
      ...organization,
      feature: null,
      query: Type.Object({
        page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        before: Type.Optional(
          Type.String({ maxLength: 60, description: 'A timestamp, or next_cursor of the previous page' }),
        ),
        ...filters,
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
      operation: 'exportAuditLog',
      resource,
      summary: 'Export the audit log, oldest first',
      ...organization,
      feature: 'audit_export',
      query: Type.Object({
        format: Type.Enum(['csv', 'json'], { default: 'json' }),
        from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 date or timestamp, inclusive' })),
        to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 date or timestamp, inclusive' })),
        ...filters,
      }),
      success: {
        status: 200,
        schema: Type.Object({ events: Type.Array(event) }),
        contentType: 'application/json; charset=utf-8',
        alternatives: {
          'text/csv': Type.String({
            description: 'RFC 4180 with a header row: event_id, type, timestamp, metadata (as JSON), actor',
          }),
        },
        sends: savedAs,
      },
      errors: [],
      handler: ({ query, caller }) => {
        const { from, to } = readWindow(query, { from: 0, to: Date.now() });
        const events = audit.read(caller.organization.orgId, from, to, query);
        const csv = query.format === 'csv';
        return answerWith(Readable.from(csv ? asCsv(events) : asJson(events)), {
          'content-type': csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="audit-log.${query.format}"`,
        });
      },
    }),
  ];
}
