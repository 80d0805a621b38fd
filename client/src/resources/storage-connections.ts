// /v1/account/storage-connections: S3-compatible stores that jobs read from and write to.
import type { CallOptions } from '../call-limits.ts';
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function storageConnectionsOf({ call, idempotent }: Transport) {
  return {
    list: (options?: CallOptions) => call('GET /v1/account/storage-connections', {}, options),
    /** The service checks the access. It never returns the secret. */
    add: (body: Body<'POST /v1/account/storage-connections'>, options?: CallOptions) =>
      call('POST /v1/account/storage-connections', { body, ...idempotent() }, options),
    remove: (connectionId: string, options?: CallOptions) =>
      call(
        'DELETE /v1/account/storage-connections/{connection_id}',
        { path: { connection_id: connectionId } },
        options,
      ),
  };
}
