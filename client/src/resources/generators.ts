// /v1/generators and /v1/keys: the entities that sign.
import type { CallOptions } from '../call-limits.ts';
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function generatorsOf({ call }: Transport) {
  const at = (generatorId: string) => ({ path: { generator_id: generatorId } });
  return {
    list: (options?: CallOptions) => call('GET /v1/generators', {}, options),
    get: (generatorId: string, options?: CallOptions) =>
      call('GET /v1/generators/{generator_id}', at(generatorId), options),
    /** Without `public_keys`, the service creates and manages the key pair. */
    create: (body: Body<'POST /v1/generators'>, options?: CallOptions) =>
      call('POST /v1/generators', { body }, options),
    /** You cannot undo this. All signatures of the generator become invalid immediately. */
    revoke: (generatorId: string, options?: CallOptions) =>
      call('PUT /v1/generators/{generator_id}/revoke', at(generatorId), options),
    rotateKey: (generatorId: string, options?: CallOptions) =>
      call('POST /v1/generators/{generator_id}/rotate-key', at(generatorId), options),
    publicKeys: (generatorId: string, options?: CallOptions) =>
      call('GET /v1/keys/{generator_id}', at(generatorId), options),
  };
}
