// Signs with the private keys of generators and certificates. A key is in the database, sealed, or
// with a custodian outside it, and callers do not need to know which. Every signature of a
// custodian is verified before anyone gets it.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { generateSigningSeed, mlDsa65, publicKeyFromSeed, signMessage } from '@content-provenance/engine';
import {
  type Custodian,
  type CustodianName,
  CustodyUnavailable,
  KeyUnavailable,
  type SigningAlgorithm,
} from './custodian.ts';
import { asSecret, type KeyReference, readReference, referenceIn } from './key-reference.ts';
import { isSignatureOf, signWith } from './signature-formats.ts';

export { CustodyUnavailable } from './custodian.ts';

export type KeyPlace = 'database' | CustodianName;

export interface SigningKey {
  sign(message: Uint8Array): Promise<Uint8Array>;
  publicKey(): Promise<KeyObject>;
}

export interface KeyCustody {
  /**
   * secret: a private key or a reference, as it was sealed. known: the public key that the service
   * stores for it. Throws CustodyUnavailable if its custodian is known to be away.
   */
  open(secret: Uint8Array, algorithm: SigningAlgorithm, known?: KeyObject): SigningKey;
  openReference(reference: KeyReference, algorithm: SigningAlgorithm, known?: KeyObject): SigningKey;
  /** A new ML-DSA-65 key. name: for the people who look after the custodian. */
  createGeneratorKey(place: KeyPlace, name: string): Promise<{ secret: Uint8Array; publicKey: Uint8Array }>;
  placeOf(secret: Uint8Array): KeyPlace;
  /** The state of each configured custodian. */
  states(): Partial<Record<CustodianName, Custodian['state']>>;
  close(): void;
}

export type Custodians = Partial<Record<CustodianName, Custodian>>;

export function createKeyCustody(custodians: Custodians): KeyCustody {
  function find(name: CustodianName): Custodian {
    const custodian = custodians[name];
    if (!custodian) throw new CustodyUnavailable(`The settings of ${name} are missing.`);
    return custodian;
  }

  function openReference({ custodian: name, keyId }: KeyReference, algorithm: SigningAlgorithm, known?: KeyObject) {
    const custodian = find(name);
    custodian.expectReady();
    const publicKey = async () => known ?? readPublicKey(await custodian.publicKey(keyId, algorithm));
    return {
      publicKey,
      async sign(message: Uint8Array) {
        const expected = await publicKey();
        const signature = await custodian.sign(keyId, algorithm, message);
        if (await isSignatureOf(expected, algorithm, message, signature)) return signature;
        throw new KeyUnavailable(`A signature of ${name} does not match the public key.`);
      },
    };
  }

  return {
    openReference,
    open(secret, algorithm, known) {
      const reference = referenceIn(secret);
      return reference ? openReference(reference, algorithm, known) : openSecret(secret, algorithm);
    },
    async createGeneratorKey(place, name) {
      if (place === 'database') {
        const seed = generateSigningSeed();
        return { secret: seed, publicKey: publicKeyFromSeed(seed) };
      }
      const keyId = await find(place).createKey(name, 'ML-DSA-65');
      const reference = readReference(`${place}:${keyId}`);
      if (!reference) throw new KeyUnavailable('The id of the new key has characters that are not allowed.');
      const key = await openReference(reference, 'ML-DSA-65').publicKey();
      return { secret: asSecret(reference), publicKey: rawKey(key) };
    },
    placeOf: (secret) => referenceIn(secret)?.custodian ?? 'database',
    states: () =>
      Object.fromEntries(Object.entries(custodians).map(([name, custodian]) => [name, custodian.state] as const)),
    close() {
      for (const custodian of Object.values(custodians)) custodian.close();
    },
  };
}

/**
 * A private key of the database: the seed of a generator, or the PKCS #8 of a certificate's key.
 */
function openSecret(secret: Uint8Array, algorithm: SigningAlgorithm): SigningKey {
  if (algorithm === 'ML-DSA-65') {
    return {
      sign: (message) => signMessage(secret, message),
      publicKey: async () => generatorKey(publicKeyFromSeed(secret)),
    };
  }
  const key = createPrivateKey({ key: Buffer.from(secret), format: 'der', type: 'pkcs8' });
  return { sign: (message) => signWith(key, algorithm, message), publicKey: async () => createPublicKey(key) };
}

/** From the raw form in which the service stores and publishes the key of a generator. */
export function generatorKey(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.from(raw), format: 'raw-public', asymmetricKeyType: mlDsa65.algorithm });
}

export function rawKey(key: KeyObject): Uint8Array {
  if (key.asymmetricKeyType !== mlDsa65.algorithm) throw new KeyUnavailable('The key is not an ML-DSA-65 key.');
  return key.export({ format: 'raw-public' });
}

function readPublicKey(der: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    throw new KeyUnavailable('The public key cannot be read.');
  }
}
