// Lists of the organization's own records, as pages and as a file.

import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { answerWith } from '../../http/route-answer.ts';
import { savedAs } from '../../http/schemas.ts';
import { asCsv, asJson } from './record-export.ts';
import type { RecordListService } from './record-list.service.ts';
import * as schema from './records.schema.ts';

const own = {
  resource: 'Records',
  access: { caller: 'key-or-session', scope: 'records:read' },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

export function recordListRoutes(lists: RecordListService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/records',
      operation: 'listRecords',
      summary: 'List records, newest first',
      description:
        'You can combine all filters. With a search for a label or with several filters, a page can contain fewer records than you request, or none. Continue while the response has a next_cursor.',
      ...own,
      query: schema.listQuery,
      success: { status: 200, schema: schema.recordList },
      errors: ['generator_not_allowed', ...archiveErrors],
      handler: ({ query, caller }) => lists.list(caller, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/records/models',
      operation: 'listModels',
      summary: 'List the names of models in your records',
      description: 'At most 100, in alphabetical order. Use them with the filter `model`.',
      ...own,
      success: { status: 200, schema: Type.Object({ models: Type.Array(Type.String()) }) },
      errors: ['generator_not_allowed'],
      handler: ({ caller }) => lists.models(caller),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/records/export',
      operation: 'exportRecords',
      summary: 'Export records, newest first',
      description: 'Takes the filters of the list and returns all records that match, as a file.',
      ...own,
      query: schema.exportQuery,
      success: {
        status: 200,
        schema: Type.Object({ records: Type.Array(schema.listedRecord) }),
        contentType: 'application/json; charset=utf-8',
        alternatives: {
          'text/csv': Type.String({ description: 'RFC 4180 with a header row: the fields of a listed record' }),
        },
        sends: savedAs,
      },
      errors: ['generator_not_allowed'],
      handler: ({ query: { file_type: type, ...filters }, caller }) => {
        const records = lists.readAll(caller, filters);
        return answerWith(Readable.from(type === 'csv' ? asCsv(records) : asJson(records)), {
          'content-type': type === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="records.${type}"`,
        });
      },
    }),
  ];
}
