// Opens a signed checkpoint: a note whose signatures were checked. One wrong signature of a known
// key refuses the whole note. Signatures of unknown keys are ignored (C2SP signed-note).
import { toBase64 } from './bytes.ts';
import { type Checkpoint, readCheckpointBody } from './checkpoint-body.ts';
import { checkSignature } from './signed-messages.ts';
import { type NoteSignature, readNote } from './signed-note.ts';
import type { VerifierKey } from './verifier-key.ts';

export { type Checkpoint, readCheckpointBody, writeCheckpointBody } from './checkpoint-body.ts';

export interface Cosignature {
  readonly key: VerifierKey;
  /** Seconds since 1970. Null if the witness states no time. */
  readonly time: number | null;
}

export interface OpenedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The text that is signed, with extension lines if there are any. */
  readonly body: string;
  /** Keys of the log that signed, each once. */
  readonly signedBy: readonly VerifierKey[];
  /** Witnesses that cosigned, each once. */
  readonly cosignedBy: readonly Cosignature[];
}

/**
 * Null unless at least one key of the log signed and no signature of a known key is invalid. The
 * name of a key of the log must be the origin. A witness key of type Ed25519 counts only as a
 * cosignature key (0x04).
 */
export function openCheckpoint(
  note: string,
  logKeys: readonly VerifierKey[],
  witnessKeys: readonly VerifierKey[] = [],
): OpenedCheckpoint | null {
  const read = readNote(note);
  const checkpoint = read && readCheckpointBody(read.text);
  if (!read || !checkpoint) return null;
  const signed = { checkpoint, body: read.text };
  const signedBy: VerifierKey[] = [];
  const cosignedBy: Cosignature[] = [];
  for (const { name, keyId, signature } of withoutRepeats(read.signatures)) {
    const isThis = (key: VerifierKey) => key.name === name && key.keyId === keyId;
    const [logKey, witnessKey] = [logKeys.find(isThis), witnessKeys.find(isThis)];
    if (logKey) {
      if (!checkSignature(logKey, signature, signed)) return null;
      if (name === checkpoint.origin && !signedBy.includes(logKey)) signedBy.push(logKey);
    }
    if (witnessKey) {
      const statement = checkSignature(witnessKey, signature, signed);
      if (!statement) return null;
      const isNew = !cosignedBy.some(({ key }) => key === witnessKey);
      if (isNew && witnessKey.type !== 'ed25519') cosignedBy.push({ key: witnessKey, time: statement.time });
    }
  }
  return signedBy.length > 0 ? { checkpoint, body: read.text, signedBy, cosignedBy } : null;
}

/** A repeated line says nothing more, but checking it would cost time. */
function withoutRepeats(signatures: readonly NoteSignature[]): NoteSignature[] {
  const lines = new Map(signatures.map((each) => [`${each.name} ${each.keyId} ${toBase64(each.signature)}`, each]));
  return [...lines.values()];
}
