// The writing half of the C2PA Soft Binding Resolution API: organizations store manifests that they
// made elsewhere, and bindings by which they are found.

import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { nothing } from '../../http/schemas.ts';
import type { RepositoryService } from './repository.service.ts';
import * as schema from './resolution.schema.ts';

const resource = 'Manifest resolution';
const member = {
  resource,
  access: { caller: 'key-or-session', scope: 'c2pa' },
  feature: 'c2pa_embed',
  limit: 'organization',
  anyOrigin: false,
} as const;

const mebibyte = 1024 * 1024;
const largestStore = 4 * mebibyte;

const binding = Type.Object({
  bindingValue: schema.value,
  manifestId: schema.manifestId,
  alg: Type.Optional(schema.alg),
});
const bindingWords =
  'If the manifest asserts soft bindings, the value must be the one that it asserts. If it asserts none, `alg` names the algorithm; without `alg`, the value is found by any algorithm of others. A watermark of this service must be the one of a record of your organization.';
const bindingErrors = ['manifest_not_found', 'binding_not_found', 'manifest_limit_reached', 'forbidden'] as const;

export function repositoryRoutes(repository: RepositoryService) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/manifests',
      operation: 'storeManifest',
      idempotency: 'repeatable',
      summary: 'Store a manifest',
      description:
        'The body is a manifest store (JUMBF). The service checks its signature and hashes, but not its binding to a file. The id is the label of the active manifest; the same bytes again change nothing. Everyone can get a stored manifest. `returnReceipt` is accepted, but this service issues no receipts.',
      ...member,
      upload: { field: 'manifest', largest: largestStore, types: ['application/c2pa'] },
      query: Type.Object({ returnReceipt: Type.Boolean({ default: false }) }),
      success: { status: 200, schema: Type.Object({ manifestId: schema.manifestId }) },
      errors: ['manifest_id_taken', 'manifest_limit_reached'],
      handler: async ({ upload, caller }) => ({ manifestId: await repository.store(caller, upload!) }),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/c2pa/manifests/:manifest_id',
      operation: 'deleteManifest',
      summary: 'Delete a stored manifest and its bindings',
      description: 'The service keeps the manifests that it made itself: they return 403.',
      ...member,
      params: Type.Object({ manifest_id: schema.manifestId }),
      success: { status: 204, schema: nothing },
      errors: ['manifest_not_found', 'forbidden'],
      handler: ({ params, caller }) => repository.delete(caller, params.manifest_id),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/bindings',
      operation: 'bindManifest',
      idempotency: 'repeatable',
      summary: 'Bind a value to a stored manifest',
      description: bindingWords,
      ...member,
      body: binding,
      success: { status: 204, schema: nothing },
      errors: [...bindingErrors, ...archiveErrors],
      handler: ({ body, caller }) => repository.bind(caller, body, false),
    }),
    defineRoute({
      method: 'PUT',
      path: '/v1/c2pa/bindings',
      operation: 'rebindManifest',
      summary: 'Bind a value to another stored manifest',
      description: `Replaces the bindings of this value that your organization has. ${bindingWords}`,
      ...member,
      body: binding,
      success: { status: 204, schema: nothing },
      errors: [...bindingErrors, ...archiveErrors],
      handler: ({ body, caller }) => repository.bind(caller, body, true),
    }),
  ];
}
