// A reference names a key of a custodian: `pkcs11:01ab`, `kms:keys/studio`. Only the operator
// chooses one. It is sealed like the private key that it replaces, so nobody can point a generator
// at the key of another organization, not even by writing to the database.
import { type CustodianName, custodianNames } from './custodian.ts';

export interface KeyReference {
  readonly custodian: CustodianName;
  readonly keyId: string;
}

/** Distinguishes a reference from a seed of 32 bytes and from PKCS #8, which starts with 0x30. */
const mark = 'reference to a key in custody: ';
/** pkcs11: CKA_ID in hex. kms: what names a key in an address or a JSON text. */
const keyIds: Readonly<Record<CustodianName, RegExp>> = {
  pkcs11: /^(?:[0-9a-f]{2}){1,64}$/,
  kms: /^[A-Za-z0-9][\w./:-]{0,255}$/,
};

/** Undefined: not a reference. */
export function readReference(text: string): KeyReference | undefined {
  const custodian = custodianNames.find((name) => text.startsWith(`${name}:`));
  const keyId = custodian && text.slice(custodian.length + 1);
  return custodian && keyIds[custodian].test(keyId!) ? { custodian, keyId: keyId! } : undefined;
}

export function inWords({ custodian, keyId }: KeyReference): string {
  return `${custodian}:${keyId}`;
}

/** What is sealed in place of a private key. */
export function asSecret(reference: KeyReference): Uint8Array {
  return Buffer.from(mark + inWords(reference));
}

/** Undefined: the secret is a private key. */
export function referenceIn(secret: Uint8Array): KeyReference | undefined {
  const text = Buffer.from(secret).toString('latin1');
  return text.startsWith(mark) ? readReference(text.slice(mark.length)) : undefined;
}
