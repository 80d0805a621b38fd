// Asks one witness for a cosignature (C2SP tlog-witness, add-checkpoint), or for the checkpoint
// that it cosigned last. It has little time, and its answer is small.
import { hash } from 'node:crypto';
import type { OutgoingHttps } from '../adapters/outgoing-https/outgoing-https.ts';

export interface WitnessQuestion {
  /** The size of the checkpoint that the witness cosigned last, as we know it. */
  readonly oldSize: number;
  /** The consistency proof from there. */
  readonly proof: readonly Uint8Array[];
  readonly checkpoint: string;
}

export type WitnessAnswer =
  /** Signature lines, not checked. */
  | { readonly kind: 'cosigned'; readonly lines: readonly string[] }
  /** It cosigned another size last. */
  | { readonly kind: 'conflict'; readonly size: number }
  /** It says that the checkpoint is not consistent with what it has seen. */
  | { readonly kind: 'inconsistent'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** As long as the longest note that we read. */
const limits = { mostBytes: 256 * 1024, milliseconds: 5_000 };

export async function askWitness(
  outgoing: Pick<OutgoingHttps, 'request'>,
  url: string,
  { oldSize, proof, checkpoint }: WitnessQuestion,
): Promise<WitnessAnswer> {
  const hashes = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
  const request = {
    method: 'POST' as const,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `old ${oldSize}\n${hashes}\n${checkpoint}`,
  };
  const address = addressOf(url, 'add-checkpoint');
  const { statusCode, bytes, failure } = await outgoing.request(address, request, limits);
  if (!bytes) return { kind: 'failed', reason: failure ?? 'There was no answer.' };
  const text = Buffer.from(bytes).toString('utf8');
  if (statusCode === 409) {
    const size = /^(0|[1-9]\d{0,14})\n$/.exec(text)?.[1];
    return size === undefined
      ? { kind: 'failed', reason: 'The answer with status 409 contains no size.' }
      : { kind: 'conflict', size: Number(size) };
  }
  const reason = `The answer has the status ${statusCode}.`;
  if (statusCode === 422) return { kind: 'inconsistent', reason };
  if (statusCode !== 200) return { kind: 'failed', reason };
  const lines = text.split('\n').filter((line) => line !== '');
  return { kind: 'cosigned', lines: lines.map((line) => `${line}\n`) };
}

/** Not checked. Undefined: it gave none. */
export async function readLastCosigned(
  outgoing: Pick<OutgoingHttps, 'request'>,
  url: string,
  origin: string,
): Promise<string | undefined> {
  const address = addressOf(url, `${hash('sha256', origin)}/checkpoint`);
  const { statusCode, bytes } = await outgoing.request(address, { method: 'GET', headers: {} }, limits);
  return statusCode === 200 && bytes ? Buffer.from(bytes).toString('utf8') : undefined;
}

function addressOf(url: string, path: string): string {
  return `${url.replace(/\/+$/, '')}/${path}`;
}
