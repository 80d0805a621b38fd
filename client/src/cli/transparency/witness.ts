// What a witness decides (C2SP tlog-witness). It cosigns a checkpoint only if the log signed it and
// if it extends the last one that this witness cosigned. Requests for one log run one after the
// other, and the new state is on disk before the cosignature leaves.
import {
  type Checkpoint,
  type CheckpointSigner,
  emptyRoot,
  openCheckpoint,
  readCheckpointBody,
  readNote,
  type VerifierKey,
  verifyConsistency,
} from '@content-provenance/engine/transparency';
import { CommandError } from '../command-errors.ts';
import { keepEvidence } from './evidence.ts';
import { hashOf } from './log-keys.ts';
import type { StateFolder } from './state-folder.ts';
import { readAddCheckpoint } from './witness-request.ts';

export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422 | 503;
  readonly body: string;
  readonly type?: 'text/x.tlog.size';
}

/** The keys of a log, by its origin. */
export type KnownLogs = ReadonlyMap<string, readonly VerifierKey[]>;

export interface WitnessParts {
  readonly logs: KnownLogs;
  readonly state: StateFolder;
  readonly signer: CheckpointSigner;
  /** For the operator of the witness. */
  note(line: string): void;
  now(): number;
}

export interface Witness {
  addCheckpoint(body: Uint8Array): Promise<WitnessAnswer>;
  /** The last cosigned checkpoint. undefined: the log is unknown, or nothing was cosigned. */
  latest(originHash: string): string | undefined;
}

interface Kept {
  readonly size: number;
  readonly root: Uint8Array;
  readonly note: string;
}

const mostWaiting = 100;
const nothingYet: Kept = { size: 0, root: emptyRoot, note: '' };

export function openWitness({ logs, state, signer, note, now }: WitnessParts): Witness {
  const kept = new Map<string, Kept>();
  const turns = new Map<string, Promise<unknown>>();
  let waiting = 0;
  for (const origin of logs.keys()) {
    const stored = state.read(fileOf(origin));
    if (stored !== undefined) kept.set(origin, readKept(stored, origin));
  }

  /** A damaged state must not pass for a log that was never seen. */
  function readKept(stored: string, origin: string): Kept {
    const opened = openCheckpoint(stored, logs.get(origin)!, [signer.key]);
    if (!opened || opened.checkpoint.origin !== origin || opened.cosignedBy.length === 0) {
      throw new CommandError(
        `The state of ${origin} in ${state.path} is damaged, or signed with another key of the log. Restore it, or enter that key too.`,
      );
    }
    return { size: opened.checkpoint.size, root: opened.checkpoint.root, note: stored };
  }

  async function addCheckpoint(body: Uint8Array): Promise<WitnessAnswer> {
    const request = readAddCheckpoint(body);
    if (!request) return refuse(400, 'The body is not an add-checkpoint request.');
    const origin = request.note.slice(0, Math.max(0, request.note.indexOf('\n')));
    const keys = logs.get(origin);
    if (!keys) return refuse(404, 'This witness does not know the origin.');
    const parsed = readNote(request.note);
    // Without any signature line, the text is not a note. It is also not signed by a trusted key.
    if (!parsed && !request.note.includes('\n\u2014 ')) return refuse(403, 'The checkpoint is not signed.');
    const checkpoint = parsed && readCheckpointBody(parsed.text);
    if (!parsed || !checkpoint) return refuse(400, 'The checkpoint is malformed.');
    const opened = openCheckpoint(request.note, keys);
    if (!opened) return refuse(403, 'No key of the log signed the checkpoint, or one of its signatures is not valid.');
    const { oldSize, proof } = request;
    if (oldSize > checkpoint.size) return refuse(400, 'The old size is larger than the checkpoint.');
    const lines = request.note.slice(parsed.text.length + 1);
    const signedByLog = keepLines(lines, opened.signedBy);
    const submitted = { checkpoint, body: parsed.text, signedByLog, oldSize, proof, whole: body };
    return inTurn(origin, () => decide(origin, submitted));
  }

  async function decide(origin: string, submitted: Submitted): Promise<WitnessAnswer> {
    const { checkpoint, oldSize, proof } = submitted;
    const last = kept.get(origin) ?? nothingYet;
    if (checkpoint.size === last.size && last.note && !equal(checkpoint.root, last.root)) {
      await keep('fork', origin, submitted, last);
      // The size tells the log which checkpoint this witness has.
      if (oldSize === last.size) return refuse(422, 'The log signed another root for this size.');
    }
    if (oldSize !== last.size) return { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' };
    if (checkpoint.size === 0 && !equal(checkpoint.root, emptyRoot)) {
      return refuse(422, 'The root is not the root of the empty tree.');
    }
    if (oldSize === 0 && proof.length > 0) return refuse(422, 'The proof must be empty if the old size is 0.');
    const consistent =
      oldSize === 0 ||
      verifyConsistency({ from: oldSize, to: checkpoint.size, fromRoot: last.root, toRoot: checkpoint.root, proof });
    if (!consistent) {
      await keep('inconsistent', origin, submitted, last);
      return refuse(422, 'The checkpoint is not consistent with the last one.');
    }
    const cosignature = signer.sign(checkpoint, Math.floor(now() / 1_000));
    const stored = `${submitted.body}\n${submitted.signedByLog}${cosignature}`;
    await state.write(fileOf(origin), stored);
    kept.set(origin, { size: checkpoint.size, root: checkpoint.root, note: stored });
    return { status: 200, body: cosignature };
  }

  /** A proof that does not hold can be the fault of the sender. Two roots for one size cannot. */
  async function keep(kind: 'fork' | 'inconsistent', origin: string, submitted: Submitted, last: Kept) {
    const { checkpoint, body, signedByLog } = submitted;
    const sentence =
      kind === 'fork'
        ? `${origin} signed two different roots for size ${checkpoint.size}.`
        : `A checkpoint of ${origin} with size ${checkpoint.size} came without a valid proof from size ${last.size}.`;
    const files = { 'stored.checkpoint': last.note, 'refused.checkpoint': `${body}\n${signedByLog}` };
    const folder = await keepEvidence(state.path, { kind, sentence, files });
    note(`${sentence} ${folder ? `Evidence: ${folder}` : 'The folder has enough evidence of this kind already.'}`);
  }

  /** One after the other for each log, also if one fails. */
  async function inTurn(origin: string, work: () => Promise<WitnessAnswer>): Promise<WitnessAnswer> {
    if (waiting >= mostWaiting) return refuse(503, 'The witness is busy. Try again in a second.');
    waiting += 1;
    const before = turns.get(origin) ?? Promise.resolve();
    const turn = before.then(work, work);
    turns.set(origin, turn);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  }

  return {
    addCheckpoint,
    latest(originHash) {
      const origin = [...logs.keys()].find((each) => hashOf(each) === originHash);
      return origin === undefined ? undefined : kept.get(origin)?.note;
    },
  };
}

interface Submitted {
  readonly checkpoint: Checkpoint;
  readonly body: string;
  /** The signature lines of the log that this witness verified. */
  readonly signedByLog: string;
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  readonly whole: Uint8Array;
}

function refuse(status: 400 | 403 | 404 | 422 | 503, sentence: string): WitnessAnswer {
  return { status, body: `${sentence}\n` };
}

const fileOf = (origin: string) => `logs/${hashOf(origin)}/checkpoint`;

/** The lines of these keys. Lines of other keys were not verified. */
function keepLines(lines: string, keys: readonly VerifierKey[]): string {
  const kept = lines.split('\n').filter((line) => keys.some((key) => isLineOf(line, key)));
  return kept.map((line) => `${line}\n`).join('');
}

function isLineOf(line: string, { name, keyId }: VerifierKey): boolean {
  const [, named, signature] = line.split(' ');
  return named === name && signature !== undefined && Buffer.from(signature, 'base64').readUInt32BE(0) === keyId;
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
