// Signs checkpoints with a seed of 32 bytes: the key of a log (Ed25519, ML-DSA-44), or the key of a
// witness. The keys come from noble. A caller with a faster implementation can pass its own
// function for signing.
import { ed25519 } from '@noble/curves/ed25519.js';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import { concatBytes, isSize, toUtf8, uint64 } from './bytes.ts';
import { type Checkpoint, writeCheckpointBody } from './checkpoint-body.ts';
import { cosignedMessage, timedMessage } from './signed-messages.ts';
import { signatureLine } from './signed-note.ts';
import { type VerifierKey, verifierKeyOf } from './verifier-key.ts';

export interface CheckpointSigner {
  readonly key: VerifierKey;
  /** One signature line with its newline. An Ed25519 key of a log states no time. */
  sign(checkpoint: Checkpoint, seconds: number): string;
}

/** Signs these bytes with the key of the seed: plain Ed25519, or ML-DSA-44 without a context. */
export type SignBytes = (message: Uint8Array) => Uint8Array;

export function ed25519Signer(name: string, seed: Uint8Array, signBytes?: SignBytes): CheckpointSigner {
  const key = verifierKeyOf(name, 'ed25519', ed25519.getPublicKey(seed));
  const signMessage = signBytes ?? ((message) => ed25519.sign(message, seed));
  return {
    key,
    sign: (checkpoint) => signatureLine(name, key.keyId, signMessage(toUtf8(writeCheckpointBody(checkpoint)))),
  };
}

export function ed25519Cosigner(name: string, seed: Uint8Array, signBytes?: SignBytes): CheckpointSigner {
  const key = verifierKeyOf(name, 'ed25519-cosignature', ed25519.getPublicKey(seed));
  const signMessage = signBytes ?? ((message) => ed25519.sign(message, seed));
  return {
    key,
    sign: (checkpoint, seconds) => {
      checkTime(seconds);
      return timedLine(key, seconds, signMessage(timedMessage(writeCheckpointBody(checkpoint), seconds)));
    },
  };
}

export function mlDsa44Cosigner(name: string, seed: Uint8Array, signBytes?: SignBytes): CheckpointSigner {
  const { publicKey, secretKey } = ml_dsa44.keygen(seed);
  const key = verifierKeyOf(name, 'ml-dsa-44', publicKey);
  const signMessage = signBytes ?? ((message) => ml_dsa44.sign(message, secretKey));
  return {
    key,
    sign: (checkpoint, seconds) => {
      checkTime(seconds);
      return timedLine(key, seconds, signMessage(cosignedMessage(name, checkpoint, seconds)));
    },
  };
}

function timedLine({ name, keyId }: VerifierKey, seconds: number, signature: Uint8Array): string {
  return signatureLine(name, keyId, concatBytes([uint64(seconds), signature]));
}

function checkTime(seconds: number): void {
  if (!isSize(seconds)) throw new RangeError(`A cosignature has whole seconds since 1970, not ${seconds}.`);
}
