// A witness for tests (C2SP tlog-witness) that follows the specification, with one key and one log.
import type { ServerResponse } from 'node:http';
import {
  type Checkpoint,
  type CheckpointSigner,
  openCheckpoint,
  type VerifierKey,
  verifyConsistency,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';
import type { Behaviour, ReceivedRequest } from './https-receiver.ts';

export interface TestWitness {
  readonly answer: Behaviour;
  /** What it cosigned last. A test can change it. */
  latest: Checkpoint | undefined;
  /** Every checkpoint that it cosigned. */
  readonly cosigned: readonly Checkpoint[];
  policyLine(name: string, url: string): string;
}

/** The keys of the log, once they are known. Without them, it accepts any log. */
export function createTestWitness(signer: CheckpointSigner, logKeys: () => Promise<VerifierKey[]>): TestWitness {
  const cosigned: Checkpoint[] = [];
  const witness: TestWitness = {
    latest: undefined,
    cosigned,
    // The log can ask before its keys can be read, and after they can.
    answer: (request, response) => void decide(request, response).catch(() => response.writeHead(503).end()),
    policyLine: (name, url) => `witness ${name} ${writeVerifierKey(signer.key)} ${url}`,
  };

  async function decide({ path, body }: ReceivedRequest, response: ServerResponse): Promise<void> {
    const [status, text, type = 'text/plain'] = await judge(path, body);
    response.writeHead(status, { 'content-type': type }).end(text);
  }

  async function judge(path: string, body: string): Promise<readonly [number, string, string?]> {
    const end = body.indexOf('\n\n');
    const [first = '', ...proof] = body.slice(0, end).split('\n');
    const old = Number(/^old (0|[1-9][0-9]*)$/.exec(first)?.[1] ?? Number.NaN);
    if (!path.endsWith('/add-checkpoint') || end < 0 || Number.isNaN(old)) return [400, ''];
    const opened = openCheckpoint(body.slice(end + 2), await logKeys());
    if (!opened) return [403, ''];
    const { checkpoint } = opened;
    const from = witness.latest?.size ?? 0;
    if (old > checkpoint.size) return [400, ''];
    if (old !== from) return [409, `${from}\n`, 'text/x.tlog.size'];
    const isConsistent =
      from === 0
        ? proof.length === 0
        : verifyConsistency({
            ...{ from, to: checkpoint.size },
            fromRoot: witness.latest!.root,
            toRoot: checkpoint.root,
            proof: proof.map((line) => new Uint8Array(Buffer.from(line, 'base64'))),
          });
    if (!isConsistent) return [422, ''];
    witness.latest = checkpoint;
    cosigned.push(checkpoint);
    return [200, signer.sign(checkpoint, Math.floor(Date.now() / 1_000))];
  }

  return witness;
}
