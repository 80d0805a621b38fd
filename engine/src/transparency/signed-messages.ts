// What each type of key signs for a checkpoint, and how its signature is checked: the note body for
// Ed25519 (C2SP signed-note), and the two messages with a time of C2SP tlog-cosignature.
import { ed25519 } from '@noble/curves/ed25519.js';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import { concatBytes, readUint64, toUtf8, uint64 } from './bytes.ts';
import type { Checkpoint } from './checkpoint-body.ts';
import { isPrimeOrderPoint, type VerifierKey } from './verifier-key.ts';

const timeSize = 8;
const ed25519SignatureSize = 64;
const mlDsa44SignatureSize = 2_420;
const longestCosignedName = 255;

export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly body: string;
}

/** What a valid signature says. The time is null if the signature has none. */
export interface SignatureStatement {
  readonly time: number | null;
}

export function timedMessage(body: string, seconds: number): Uint8Array {
  return toUtf8(`cosignature/v1\ntime ${seconds}\n${body}`);
}

/** The struct `cosigned_message`. It does not contain the extension lines of the checkpoint. */
export function cosignedMessage(cosigner: string, { origin, size, root }: Checkpoint, seconds: number): Uint8Array {
  return concatBytes([
    toUtf8('subtree/v1\n\0'),
    withLength(toUtf8(cosigner)),
    uint64(seconds),
    withLength(toUtf8(origin)),
    uint64(0),
    uint64(size),
    root,
  ]);
}

/** Null if the signature is not valid. */
export function checkSignature(
  key: VerifierKey,
  signature: Uint8Array,
  { checkpoint, body }: SignedCheckpoint,
): SignatureStatement | null {
  if (key.type === 'ed25519') {
    return isEd25519Signature(key, signature, toUtf8(body)) ? { time: null } : null;
  }
  if (signature.length < timeSize) return null;
  const time = readUint64(signature);
  const rest = signature.subarray(timeSize);
  if (time === null) return null;
  const isValid =
    key.type === 'ed25519-cosignature'
      ? isEd25519Signature(key, rest, timedMessage(body, time))
      : isMlDsa44Signature(key, rest, checkpoint, time);
  // A time of 0 says that the cosigner states no time.
  return isValid ? { time: time === 0 ? null : time } : null;
}

function isEd25519Signature({ publicKey }: VerifierKey, signature: Uint8Array, message: Uint8Array): boolean {
  return (
    signature.length === ed25519SignatureSize &&
    isPrimeOrderPoint(signature.subarray(0, 32)) &&
    isTrue(() => ed25519.verify(signature, message, publicKey, { zip215: false }))
  );
}

function isMlDsa44Signature(
  { name, publicKey }: VerifierKey,
  signature: Uint8Array,
  checkpoint: Checkpoint,
  time: number,
): boolean {
  return (
    signature.length === mlDsa44SignatureSize &&
    isTrue(() => ml_dsa44.verify(signature, cosignedMessage(name, checkpoint, time), publicKey))
  );
}

/** Names that are too long for the struct and keys built by hand make the check throw. */
function isTrue(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function withLength(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 1 || bytes.length > longestCosignedName) {
    throw new RangeError('The names of a cosigner and of a log have at most 255 bytes.');
  }
  return concatBytes([Uint8Array.of(bytes.length), bytes]);
}
