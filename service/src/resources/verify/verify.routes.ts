// /v1/verify (specification: Verification).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nullable, timestamp } from '../../http/schemas.ts';
import type { RecordsService } from '../records/records.service.ts';

const resource = 'Verification';

const branding = Type.Object({
  display_name: nullable(Type.String()),
  logo_url: nullable(Type.String()),
  primary_color: nullable(Type.String()),
  support_url: nullable(Type.String()),
});

const status = Type.Object({
  record_id: Type.String({ format: 'uuid' }),
  generator_status: Type.Enum(['active', 'revoked'], { description: 'When revoked, the provenance cannot be trusted' }),
  model: Type.String(),
  signed_at: timestamp,
  org_id: Type.String(),
  org_name: Type.String(),
  branding: nullable(branding),
});

export function verifyRoutes(records: RecordsService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/verify/status/:token',
      resource,
      summary: 'What a token stands for',
      description: 'Without an upload: it says what was signed, by whom and when, and nothing about any file.',
      access: { caller: 'public' },
      feature: null,
      limit: 'verify',
      anyOrigin: true,
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      success: { status: 200, schema: status, headers: { 'cache-control': 'public, max-age=3600' } },
      errors: ['invalid_token', 'record_not_found'],
      handler: ({ params }) => records.statusByToken(params.token),
    }),
  ];
}
