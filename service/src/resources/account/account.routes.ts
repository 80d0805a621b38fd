// /v1/account: what belongs to the organization as a whole (decisions, section 2).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nullable, timestamp } from '../../http/schemas.ts';
import type { ApiKeysService } from './api-keys.service.ts';

const resource = 'API keys';
const administered = {
  access: { caller: 'session', role: 'admin' },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

const name = Type.String({ minLength: 1, maxLength: 100, description: 'To tell keys apart' });
const createdKey = Type.Object({
  key_id: Type.String(),
  key: Type.String({ description: 'The whole key; shown only now' }),
  name: nullable(name),
  created_at: timestamp,
});
const listedKey = Type.Object({
  key_id: Type.String(),
  name: nullable(name),
  preview: Type.String({ description: 'The key, masked' }),
  created_at: timestamp,
  last_used_at: nullable(timestamp),
});

export function accountRoutes(apiKeys: ApiKeysService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/account/api-keys',
      resource,
      summary: 'The API keys of the organization',
      ...administered,
      success: { status: 200, schema: Type.Object({ keys: Type.Array(listedKey) }) },
      errors: [],
      handler: ({ caller }) => apiKeys.list(caller.organization.orgId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/account/api-keys',
      resource,
      summary: 'Make an API key for the organization',
      description: 'The key is shown once and cannot be recovered.',
      ...administered,
      body: Type.Object({ name: Type.Optional(nullable(name)) }),
      success: { status: 201, schema: createdKey },
      errors: ['api_key_limit_reached'],
      handler: ({ body, caller }) => apiKeys.create(caller, body.name ?? null),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/account/api-keys/:key_id',
      resource,
      summary: 'Revoke an API key',
      description: 'It stops working at once.',
      ...administered,
      params: Type.Object({ key_id: Type.String({ maxLength: 100 }) }),
      success: { status: 200, schema: Type.Object({ revoked: Type.Literal(true) }) },
      errors: ['not_found'],
      handler: ({ params, caller }) => apiKeys.revoke(caller, params.key_id),
    }),
  ];
}
