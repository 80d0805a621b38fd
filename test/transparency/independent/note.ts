// Notes of signed-note, checkpoints of tlog-checkpoint, and the messages that the three kinds of
// keys sign (tlog-cosignature).
import { keyId, kinds, type PublicKey, type Signer, signBytes, strictBase64, verifyBytes } from './keys.ts';

export interface Note {
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly id: Buffer; readonly bytes: Buffer }[];
}

export interface CheckpointBody {
  readonly origin: string;
  readonly size: bigint;
  readonly root: Buffer;
}

export interface OpenedNote {
  readonly body: CheckpointBody;
  readonly text: string;
  /** Each key that signed, with the time of a cosignature. */
  readonly signers: readonly { readonly key: PublicKey; readonly time: bigint | null }[];
}

export function parseNote(note: string): Note | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\x00-\x09\x0b-\x1f]/.test(note) || !note.isWellFormed()) return null;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map((line) => /^— ([^\p{White_Space}+]+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line));
  const read = signatures.map((match) => {
    const bytes = match && strictBase64(match[2]!);
    return bytes && bytes.length > 4 ? { name: match[1]!, id: bytes.subarray(0, 4), bytes: bytes.subarray(4) } : null;
  });
  return read.some((signature) => signature === null)
    ? null
    : { text: note.slice(0, end + 1), signatures: read.map((signature) => signature!) };
}

export function parseBody(text: string): CheckpointBody | null {
  const lines = text.split('\n');
  const [origin, size, root, ...rest] = lines;
  if (!origin || !root || rest.pop() !== '' || rest.includes('')) return null;
  const hash = strictBase64(root);
  if (!/^(?:0|[1-9][0-9]*)$/.test(size ?? '') || hash?.length !== 32) return null;
  return { origin, size: BigInt(size!), root: hash };
}

export const bodyText = ({ origin, size, root }: CheckpointBody): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

const uint64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};

const opaque = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  if (bytes.length < 1 || bytes.length > 255) throw new RangeError('opaque<1..2^8-1>');
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
};

function signedMessage(key: PublicKey, text: string, time: bigint): Buffer {
  if (key.kind === 'ed25519') return Buffer.from(text);
  if (key.kind === 'ed25519-cosignature') return Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
  const { origin, size, root } = parseBody(text)!;
  const label = Buffer.from('subtree/v1\n\0');
  return Buffer.concat([label, opaque(key.name), uint64(time), opaque(origin), uint64(0n), uint64(size), root]);
}

export function noteSignature(signer: Signer, text: string, time = 0n): string {
  const bytes = signBytes(signer, signedMessage(signer, text, time));
  const parts = [keyId(signer), ...(kinds[signer.kind].timed ? [uint64(time)] : []), bytes];
  return `— ${signer.name} ${Buffer.concat(parts).toString('base64')}\n`;
}

/** Null unless one of the log's keys signed and every signature of a known key is valid. */
export function openNote(note: string, logKeys: readonly PublicKey[], witnesses: readonly PublicKey[] = []) {
  const parsed = parseNote(note);
  const body = parsed && parseBody(parsed.text);
  if (!parsed || !body) return null;
  const signers: { key: PublicKey; time: bigint | null }[] = [];
  for (const { name, id, bytes } of parsed.signatures) {
    const key = [...logKeys, ...witnesses].find((known) => known.name === name && keyId(known).equals(id));
    if (!key || signers.some((signer) => signer.key === key)) continue;
    const timed = kinds[key.kind].timed;
    if (timed && bytes.length < 8) return null;
    const time = timed ? bytes.readBigUInt64BE() : 0n;
    if (time >= 2n ** 63n) return null;
    if (!verifyBytes(key, signedMessage(key, parsed.text, time), timed ? bytes.subarray(8) : bytes)) return null;
    signers.push({ key, time: timed ? time : null });
  }
  if (!signers.some(({ key }) => logKeys.includes(key) && key.name === body.origin)) return null;
  return { body, text: parsed.text, signers } satisfies OpenedNote;
}
