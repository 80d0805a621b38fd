// Private notes about records, and the setting that turns them on. Only the own organization can
// call these routes.

import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { answerWith } from '../../http/route-answer.ts';
import { file, nullable } from '../../http/schemas.ts';
import type { RecordNotesService } from './record-notes.service.ts';
import { label, recordId } from './records.schema.ts';

const own = {
  resource: 'Records',
  access: { caller: 'key-or-session', scope: 'records:read' },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

const settings = Type.Object(
  {
    keeps_labels: Type.Boolean({
      description: 'Whether signing keeps a private label: the field label, or the name of the uploaded file',
    }),
    keeps_thumbnails: Type.Boolean({ description: 'Whether signing keeps a small picture of each image' }),
  },
  { title: 'RecordSettings' },
);

const notes = Type.Object(
  {
    record_id: Type.String({ format: 'uuid' }),
    label: nullable(Type.String({ description: 'The private label, or null' })),
    has_thumbnail: Type.Boolean(),
  },
  { title: 'RecordNotes' },
);

export function recordNotesRoutes(recordNotes: RecordNotesService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/account/record-settings',
      operation: 'getRecordSettings',
      summary: 'Get what the service keeps about your records',
      ...own,
      access: { caller: 'key-or-session', scope: 'admin' },
      success: { status: 200, schema: settings },
      errors: [],
      handler: ({ caller }) => recordNotes.settings(caller.organization),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/v1/account/record-settings',
      operation: 'changeRecordSettings',
      summary: 'Change what the service keeps about your records',
      description:
        'Both settings are off by default and apply to records that you sign from now on. If you turn labels off, the service deletes all labels. If you turn thumbnails off, it deletes all thumbnails. You cannot undo this.',
      ...own,
      access: { caller: 'key-or-session', scope: 'admin', role: 'admin' },
      body: Type.Partial(Type.Object(settings.properties)),
      success: { status: 200, schema: settings },
      errors: [],
      handler: ({ body, caller }) => recordNotes.changeSettings(caller, body),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/records/:record_id/notes',
      operation: 'getRecordNotes',
      summary: 'Get the private notes of a record',
      description: 'Only your organization sees them.',
      ...own,
      params: recordId,
      success: { status: 200, schema: notes },
      errors: ['generator_not_allowed', 'record_not_found', ...archiveErrors],
      handler: ({ params, caller }) => recordNotes.get(caller, params.record_id),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/v1/records/:record_id/notes',
      operation: 'changeRecordNotes',
      summary: 'Change or remove the label of a record',
      description: 'null removes the label. The record itself never changes.',
      ...own,
      access: { caller: 'key-or-session', scope: 'records:write' },
      params: recordId,
      body: Type.Object({ label: nullable(label) }),
      success: { status: 200, schema: notes },
      errors: ['generator_not_allowed', 'record_not_found', ...archiveErrors],
      handler: ({ params, body, caller }) => recordNotes.changeLabel(caller, params.record_id, body.label),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/records/:record_id/thumbnail',
      operation: 'getRecordThumbnail',
      summary: 'Get the thumbnail of a record',
      description: 'A WebP image with a longest side of 160 pixels. Only your organization can get it.',
      ...own,
      params: recordId,
      success: { status: 200, schema: file, contentType: 'image/webp' },
      errors: ['generator_not_allowed', 'not_found', 'record_not_found', ...archiveErrors],
      handler: async ({ params, caller }) => {
        const picture = await recordNotes.thumbnail(caller, params.record_id);
        return answerWith(Buffer.from(picture), {});
      },
    }),
  ];
}
