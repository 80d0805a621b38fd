// Public keys from callers: base64 of a raw ML-DSA-65 key, under a name that the caller chooses.
import { isMlDsaPublicKey, mlDsa65 } from '@content-provenance/engine';
import { failValidation } from '../../http/error-catalogue.ts';

export interface GivenPublicKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly key: string;
}

/** Resolves with the keys in the stored spelling. Refuses a key that is not usable. */
export function readPublicKeys(keys: readonly GivenPublicKey[]): { kid: string; publicKey: string }[] {
  const seen = new Set<string>();
  return keys.map(({ kid, key }, index) => {
    if (seen.has(kid)) failValidation(`public_keys.${index}.kid`, 'must be unique');
    seen.add(kid);
    const bytes = Buffer.from(key, 'base64');
    const isBase64 = withoutPadding(bytes.toString('base64')) === withoutPadding(key);
    if (!isBase64) failValidation(`public_keys.${index}.key`, 'must be base64');
    if (!isMlDsaPublicKey(bytes)) {
      failValidation(
        `public_keys.${index}.key`,
        `must be a raw ML-DSA-65 public key of ${mlDsa65.publicKeySize} bytes. This value has ${bytes.length} bytes or is not a usable key`,
      );
    }
    return { kid, publicKey: bytes.toString('base64') };
  });
}

/**
 * At most two signs: a run of any length, searched from each of its places, would take quadratic
 * time.
 */
function withoutPadding(base64: string): string {
  return base64.replace(/={1,2}$/, '');
}
