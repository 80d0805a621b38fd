// The text of tlog-proof: written, read, and verified for an entry.

import type { PublicKey } from './keys.ts';
import { strictBase64 } from './keys.ts';
import { includes, leafHash } from './merkle.ts';
import { openNote } from './note.ts';

export interface ProofText {
  readonly index: bigint;
  readonly hashes: readonly Buffer[];
  readonly checkpoint: string;
  readonly extra?: Buffer;
}

export function writeProofText({ index, hashes, checkpoint, extra }: ProofText): string {
  const lines = [
    'c2sp.org/tlog-proof@v1',
    ...(extra ? [`extra ${extra.toString('base64')}`] : []),
    `index ${index}`,
    ...hashes.map((hash) => hash.toString('base64')),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

export function readProofText(text: string): ProofText | null {
  const end = text.indexOf('\n\n');
  if (end < 0) return null;
  const [header, ...lines] = text.slice(0, end).split('\n');
  const extraLine = lines[0]?.startsWith('extra ') ? lines.shift()! : undefined;
  const extra = extraLine === undefined ? undefined : strictBase64(extraLine.slice('extra '.length));
  const index = /^index (0|[1-9][0-9]*)$/.exec(lines.shift() ?? '')?.[1];
  const hashes = lines.map(strictBase64);
  if (header !== 'c2sp.org/tlog-proof@v1' || extra === null || index === undefined) return null;
  if (hashes.length > 64 || hashes.some((hash) => hash?.length !== 32)) return null;
  const checkpoint = text.slice(end + 2);
  return { index: BigInt(index), hashes: hashes.map((hash) => hash!), checkpoint, ...(extra && { extra }) };
}

/** The keys that signed, or null if the proof does not hold. */
export function holds(
  text: string,
  entry: Uint8Array,
  logKeys: readonly PublicKey[],
  witnesses?: readonly PublicKey[],
) {
  const proof = readProofText(text);
  const note = proof && openNote(proof.checkpoint, logKeys, witnesses);
  if (!proof || !note) return null;
  const { size, root } = note.body;
  const isIncluded = includes({ index: proof.index, size, leaf: leafHash(entry), root, path: proof.hashes });
  return isIncluded ? note.signers : null;
}
