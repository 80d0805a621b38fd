// /v1/generators and /v1/keys: the entities that sign.
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function generatorsOf({ call }: Transport) {
  const at = (generatorId: string) => ({ path: { generator_id: generatorId } });
  return {
    list: () => call('GET /v1/generators', {}),
    get: (generatorId: string) => call('GET /v1/generators/{generator_id}', at(generatorId)),
    /** Without `public_keys`, the service creates and manages the key pair. */
    create: (body: Body<'POST /v1/generators'>) => call('POST /v1/generators', { body }),
    /** You cannot undo this. All signatures of the generator become invalid immediately. */
    revoke: (generatorId: string) => call('PUT /v1/generators/{generator_id}/revoke', at(generatorId)),
    rotateKey: (generatorId: string) => call('POST /v1/generators/{generator_id}/rotate-key', at(generatorId)),
    publicKeys: (generatorId: string) => call('GET /v1/keys/{generator_id}', at(generatorId)),
  };
}
