// What keeps keys outside the database: an HSM behind a helper process (pkcs11), or a key
// management service (kms). Both take the same requests.
import type { ClaimAlgorithm } from '@content-provenance/engine';

export type SigningAlgorithm = ClaimAlgorithm;

export const custodianNames = ['pkcs11', 'kms'] as const;
export type CustodianName = (typeof custodianNames)[number];

export interface Custodian {
  /**
   * In the format of COSE: ECDSA as two numbers of full length, PSS with a salt as long as the
   * hash.
   */
  sign(keyId: string, algorithm: SigningAlgorithm, message: Uint8Array): Promise<Uint8Array>;
  /** SubjectPublicKeyInfo in DER. */
  publicKey(keyId: string, algorithm: SigningAlgorithm): Promise<Uint8Array>;
  /** Resolves with the id of the new key. */
  createKey(name: string, algorithm: SigningAlgorithm): Promise<string>;
  /** Throws CustodyUnavailable while calls are known to fail. */
  expectReady(): void;
  /** away: the last call failed. */
  readonly state: 'ok' | 'away';
  close(): void;
}

/** The caller gets 503. `reason` is for the log. */
export class CustodyUnavailable extends Error {
  constructor(reason: string) {
    super('A key that is kept outside the service cannot sign now. Try again later.', { cause: new Error(reason) });
  }
}

/** The custodian works, but not with this key. */
export class KeyUnavailable extends CustodyUnavailable {}
