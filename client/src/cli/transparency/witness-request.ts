// The body of add-checkpoint (C2SP tlog-witness): the old size, a consistency proof, an empty line,
// a checkpoint. Everything has one spelling.
const decimal = /^(?:0|[1-9][0-9]{0,15})$/;
const mostHashes = 63;

export interface AddCheckpoint {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  /** The signed note, not yet read. */
  readonly note: string;
}

/** null: the body is malformed. */
export function readAddCheckpoint(body: Uint8Array): AddCheckpoint | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
  const end = text.indexOf('\n\n');
  if (end < 0) return null;
  const [first, ...lines] = text.slice(0, end).split('\n');
  const size = first!.startsWith('old ') ? first!.slice('old '.length) : '';
  const oldSize = Number(size);
  if (!decimal.test(size) || !Number.isSafeInteger(oldSize) || lines.length > mostHashes) return null;
  const proof = lines.map(readHash);
  if (proof.some((hash) => hash === null)) return null;
  return { oldSize, proof: proof as Uint8Array[], note: text.slice(end + 2) };
}

function readHash(line: string): Uint8Array | null {
  const bytes = Buffer.from(line, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === line ? new Uint8Array(bytes) : null;
}
