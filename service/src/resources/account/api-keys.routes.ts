// /v1/account/api-keys: the API keys of the organization. Only sessions can manage keys, so that a
// key never creates, widens or rotates one.
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { timestamp } from '../../http/schemas.ts';
import * as schema from './api-keys.schema.ts';
import type { ApiKeysService } from './api-keys.service.ts';

const administered = {
  resource: 'API keys',
  access: { caller: 'session', role: 'admin' },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

const keyId = Type.Object({ key_id: Type.String({ maxLength: 100 }) });
const createdKey = Type.Object(
  {
    key_id: Type.String(),
    key: Type.String({ description: 'The complete key. Returned only in this response' }),
    name: schema.shownName,
    created_at: timestamp,
    ...schema.shownSettings,
  },
  { title: 'CreatedApiKey' },
);
const rotatedKey = Type.Object({ ...createdKey.properties, replaces: schema.replaces }, { title: 'RotatedApiKey' });
const listedKey = Type.Object(
  {
    key_id: Type.String(),
    name: schema.shownName,
    preview: Type.String({ description: 'Masked key' }),
    created_at: timestamp,
    last_used_at: schema.lastUsedAt,
    ...schema.shownState,
  },
  { title: 'ApiKey' },
);

export function apiKeysRoutes(apiKeys: ApiKeysService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/account/api-keys',
      operation: 'listApiKeys',
      summary: 'List API keys of the organization',
      ...administered,
      success: { status: 200, schema: Type.Object({ keys: Type.Array(listedKey) }) },
      errors: [],
      handler: ({ caller }) => apiKeys.list(caller.organization.orgId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/account/api-keys',
      operation: 'createApiKey',
      idempotency: 'caller',
      summary: 'Create an API key for the organization',
      description:
        'You see the key once and cannot recover it. Without options, the key can do everything, from everywhere, until you revoke it.',
      ...administered,
      body: schema.newKey,
      success: { status: 201, schema: createdKey },
      errors: ['api_key_limit_reached', 'generator_not_found'],
      handler: ({ body, caller }) => apiKeys.create(caller, body),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/v1/account/api-keys/:key_id',
      operation: 'changeApiKey',
      summary: 'Change an API key',
      description:
        'Send only the fields to change. null removes a restriction. The change applies to the next request with the key. The key itself stays the same.',
      ...administered,
      params: keyId,
      body: schema.keyChange,
      success: { status: 200, schema: listedKey },
      errors: ['not_found', 'generator_not_found', 'api_key_replaced'],
      handler: ({ params, body, caller }) => apiKeys.change(caller, params.key_id, body),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/account/api-keys/:key_id/rotate',
      operation: 'rotateApiKey',
      idempotency: 'caller',
      summary: 'Rotate an API key',
      description:
        'Returns a new key with the same settings and the same lifetime. The old key continues to work during the overlap. You see the new key once.',
      ...administered,
      params: keyId,
      body: schema.rotation,
      success: { status: 201, schema: rotatedKey },
      errors: ['not_found', 'api_key_replaced', 'api_key_limit_reached'],
      handler: ({ params, body, caller }) => apiKeys.rotate(caller, params.key_id, body.overlap_hours),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/account/api-keys/:key_id',
      operation: 'revokeApiKey',
      summary: 'Revoke an API key',
      description: 'The key stops working immediately.',
      ...administered,
      params: keyId,
      success: { status: 200, schema: Type.Object({ revoked: Type.Literal(true) }) },
      errors: ['not_found'],
      handler: ({ params, caller }) => apiKeys.revoke(caller, params.key_id),
    }),
  ];
}
