// The requests to a custodian, which are the same for the helper of an HSM and for a KMS
// (docs/run/key-custody.md).
import { hash } from 'node:crypto';
import { type Custodian, KeyUnavailable } from './custodian.ts';
import { createPauseAfterFailure, type PauseOptions } from './pause-after-failure.ts';
import { hashes } from './signature-formats.ts';

export interface CustodianCalls {
  call(operation: string, body: object): Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

const mostKeyIdLength = 256;

export function createRemoteCustodian(calls: CustodianCalls, options: PauseOptions = {}): Custodian {
  const pause = createPauseAfterFailure(options);
  const call = (operation: string, body: object) => pause.run(() => calls.call(operation, body));
  return {
    async sign(keyId, algorithm, message) {
      const hashName = hashes[algorithm];
      const input = hashName
        ? { digest: hash(hashName, message, 'base64') }
        : { message: Buffer.from(message).toString('base64') };
      const { signature } = await call('sign', { key_id: keyId, algorithm, ...input });
      return readBytes('signature', signature);
    },
    async publicKey(keyId, algorithm) {
      const { public_key } = await call('public-key', { key_id: keyId, algorithm });
      return readBytes('public_key', public_key);
    },
    async createKey(name, algorithm) {
      const { key_id } = await call('create-key', { name, algorithm });
      if (typeof key_id === 'string' && key_id.length <= mostKeyIdLength) return key_id;
      throw new KeyUnavailable('The response has no key_id.');
    },
    expectReady: pause.expectReady,
    get state() {
      return pause.state;
    },
    close: () => calls.close(),
  };
}

export function readBytes(member: string, value: unknown): Uint8Array {
  if (typeof value === 'string' && value !== '') return Buffer.from(value, 'base64');
  throw new KeyUnavailable(`The response has no ${member}.`);
}
