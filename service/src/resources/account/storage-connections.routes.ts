// /v1/account/storage-connections: S3-compatible stores for jobs (docs/decisions/0044).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nameOf, timestamp } from '../../http/schemas.ts';
import type { StorageConnectionsService } from './storage-connections.service.ts';

const resource = 'Storage connections';
const administered = {
  access: { caller: 'key-or-session', scope: 'admin', role: 'admin', verifiedEmail: true },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

const place = {
  endpoint: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Address of the store. It must be https:// and have a public IP address',
    examples: ['https://s3.eu-central-1.amazonaws.com'],
  }),
  region: Type.String({
    pattern: '^[a-z0-9-]{1,63}$',
    description: 'Region, as it appears in signatures. Default: us-east-1',
  }),
  addressing: Type.Enum(['path', 'host'], {
    description: 'Where requests name the bucket. path (default): endpoint/bucket. host: bucket.endpoint',
  }),
  bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$', description: 'Name of the bucket' }),
  prefix: Type.String({
    maxLength: 300,
    description: 'Jobs use only objects under this prefix. Default: the whole bucket',
  }),
};
const accessKeyId = Type.String({ pattern: '^[!-~]{1,200}$', description: 'Access key ID' });

const connection = Type.Object(
  {
    connection_id: Type.String(),
    name: Type.String(),
    ...place,
    access_key_id: accessKeyId,
    created_at: timestamp,
  },
  { title: 'StorageConnection', description: 'A connected store. The secret is never returned' },
);

const defaults = { region: 'us-east-1', addressing: 'path', prefix: '' } as const;
/** A check sends several requests to a foreign server. */
const costOfCheck = 5;

export function storageConnectionsRoutes(connections: StorageConnectionsService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/account/storage-connections',
      operation: 'listStorageConnections',
      resource,
      summary: 'List connected stores',
      ...administered,
      access: { caller: 'key-or-session', scope: 'admin' },
      success: { status: 200, schema: Type.Object({ connections: Type.Array(connection) }) },
      errors: [],
      handler: ({ caller }) => connections.list(caller.organization.orgId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/account/storage-connections',
      operation: 'addStorageConnection',
      idempotency: 'caller',
      resource,
      summary: 'Connect an S3-compatible store',
      description:
        'Jobs read sources from the store and write results to it. The service writes, reads and removes a small object to check the access. It encrypts the secret and never returns it. You can connect up to 10 stores. Counts as 5 requests.',
      ...administered,
      cost: () => costOfCheck,
      body: Type.Object({
        name: nameOf({ description: 'A name for people' }),
        endpoint: place.endpoint,
        region: Type.Optional(place.region),
        addressing: Type.Optional(place.addressing),
        bucket: place.bucket,
        prefix: Type.Optional(place.prefix),
        access_key_id: accessKeyId,
        secret_access_key: Type.String({ pattern: '^[!-~]{1,200}$', description: 'Secret of the access key' }),
      }),
      success: { status: 201, schema: connection },
      errors: ['storage_refused', 'storage_connection_limit_reached'],
      handler: ({ body, caller }) => connections.add(caller, { ...defaults, ...body }),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/account/storage-connections/:connection_id',
      operation: 'removeStorageConnection',
      resource,
      summary: 'Disconnect a store',
      description: 'Jobs that still need the store fail. Objects in the store stay.',
      ...administered,
      params: Type.Object({ connection_id: Type.String({ maxLength: 100 }) }),
      success: { status: 200, schema: Type.Object({ deleted: Type.Literal(true) }) },
      errors: ['not_found'],
      handler: ({ params, caller }) => connections.remove(caller, params.connection_id),
    }),
  ];
}
