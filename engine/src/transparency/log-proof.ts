// C2SP tlog-proof: one text with the index of an entry, its inclusion proof and the checkpoint. A
// reader needs only this text, the entry and keys that it trusts.
import { fromBase64, readHash, readSize, toBase64 } from './bytes.ts';
import { type Checkpoint, type Cosignature, openCheckpoint } from './checkpoint.ts';
import { longestProof, verifyInclusion } from './merkle-proofs.ts';
import { hashLeaf } from './merkle-tree.ts';
import { meetsQuorum, type Policy } from './policy.ts';
import { longestNote, readNote } from './signed-note.ts';
import { sameVerifierKey, type VerifierKey } from './verifier-key.ts';

export interface LogProof {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  /** The signed checkpoint, word for word. */
  readonly checkpoint: string;
  /** Bytes that no signature covers. We never write them. */
  readonly extra?: Uint8Array;
}

export type LogProofFault =
  /** The text is not a proof. */
  | 'malformed'
  /** No known key of the log signed the checkpoint, or a signature of a known key is invalid. */
  | 'checkpoint_not_signed'
  /** The policy lists logs, and the key that signed is not in the list. */
  | 'log_not_in_policy'
  /** The entry is not at this place in the tree of the checkpoint. */
  | 'entry_not_included'
  /** Fewer witnesses cosigned than the policy requires. */
  | 'quorum_not_met';

export interface LogProofFinding {
  readonly valid: boolean;
  readonly reason?: LogProofFault;
  /** Null if the text is not a proof. */
  readonly index: number | null;
  /** Null unless a known key of the log signed it. */
  readonly checkpoint: Checkpoint | null;
  readonly signedBy: readonly VerifierKey[];
  readonly cosignedBy: readonly Cosignature[];
}

const header = 'c2sp.org/tlog-proof@v1';
const longestExtra = 65_536;
const longestText = header.length + longestExtra + 64 * (longestProof + 2) + longestNote;

/** Throws if the values do not make a proof that can be read back. */
export function writeLogProof({ index, hashes, checkpoint, extra }: LogProof): string {
  const extraLine = extra === undefined ? [] : [`extra ${toBase64(extra)}`];
  const text = [header, ...extraLine, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n');
  if (!readLogProof(text)) {
    throw new TypeError('A proof has a whole index, at most 63 hashes and a signed checkpoint.');
  }
  return text;
}

/** Checks the form only. */
export function readLogProof(text: string): LogProof | null {
  if (typeof text !== 'string' || text.length > longestText) return null;
  const split = text.indexOf('\n\n');
  if (split < 0) return null;
  const [first, ...lines] = text.slice(0, split).split('\n', longestProof + 4);
  const extraLine = lines[0]?.startsWith('extra ') ? lines.shift()!.slice('extra '.length) : undefined;
  const indexLine = lines.shift();
  if (first !== header || !indexLine?.startsWith('index ') || lines.length > longestProof) return null;
  const extra = extraLine === undefined ? undefined : fromBase64(extraLine);
  if (extra === null || extra?.length === 0 || (extraLine ?? '').length > longestExtra) return null;
  const index = readSize(indexLine.slice('index '.length));
  const hashes = lines.map(readHash);
  const checkpoint = text.slice(split + 2);
  if (index === null || hashes.includes(null) || !readNote(checkpoint)) return null;
  return { index, hashes: hashes as Uint8Array[], checkpoint, ...(extra && { extra }) };
}

/**
 * Whether the entry is in a log that one of the keys signs. With a policy, its witnesses must reach
 * the quorum, and if it lists logs, one of their keys must have signed. Without a policy,
 * no witness is checked.
 */
export function verifyLogProof({
  proof,
  entry,
  logKeys,
  policy,
}: {
  readonly proof: string;
  /** The bytes of the entry, not its hash. */
  readonly entry: Uint8Array;
  readonly logKeys: readonly VerifierKey[];
  readonly policy?: Policy | undefined;
}): LogProofFinding {
  const read = readLogProof(proof);
  const nothing = { index: read?.index ?? null, checkpoint: null, signedBy: [], cosignedBy: [] };
  if (!read) return { valid: false, reason: 'malformed', ...nothing };
  const witnessKeys = policy?.witnesses.map(({ key }) => key);
  const opened = openCheckpoint(read.checkpoint, logKeys, witnessKeys);
  if (!opened) return { valid: false, reason: 'checkpoint_not_signed', ...nothing };
  const { checkpoint, signedBy, cosignedBy } = opened;
  const found = { index: read.index, checkpoint, signedBy, cosignedBy };
  const { size, root } = checkpoint;
  if (!verifyInclusion({ index: read.index, size, leaf: hashLeaf(entry), root, proof: read.hashes })) {
    return { valid: false, reason: 'entry_not_included', ...found };
  }
  if (policy && !listsLog(policy, signedBy)) return { valid: false, reason: 'log_not_in_policy', ...found };
  const cosigners = cosignedBy.map(({ key }) => key);
  if (policy && !meetsQuorum(policy, cosigners)) return { valid: false, reason: 'quorum_not_met', ...found };
  return { valid: true, ...found };
}

function listsLog({ logs }: Policy, signedBy: readonly VerifierKey[]): boolean {
  return logs.length === 0 || logs.some(({ key }) => signedBy.some((each) => sameVerifierKey(each, key)));
}
