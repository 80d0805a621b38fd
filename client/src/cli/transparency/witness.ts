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
import { provenRoot } from './other-root.ts';
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
/** Anyone can send public checkpoints with proofs that prove nothing. */
const noteEvery = 60_000;
const mostUnproven = 20;
const nothingYet: Kept = { size: 0, root: emptyRoot, note: '' };

export function openWitness({ logs, state, signer, note, now }: WitnessParts): Witness {
  const kept = new Map<string, Kept>();
  const turns = new Map<string, Promise<unknown>>();
  const unproven = new Map<string, { count: number; notedAt: number }>();
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
    const submitted = { checkpoint, body: parsed.text, signedByLog, oldSize, proof };
    return inTurn(origin, () => decide(origin, submitted));
  }

  async function decide(origin: string, submitted: Submitted): Promise<WitnessAnswer> {
    const { checkpoint, oldSize, proof } = submitted;
    const last = kept.get(origin) ?? nothingYet;
    if (checkpoint.size === last.size && last.note && !equal(checkpoint.root, last.root)) {
      const sentence = `${origin} signed two different roots for size ${checkpoint.size}.`;
      await keepFork(origin, submitted, last, sentence);
      // The size tells the log which checkpoint this witness has.
      if (oldSize === last.size) return refuse(422, 'The log signed another root for this size.');
    }
    if (oldSize !== last.size) return { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' };
    if (oldSize === 0 && proof.length > 0) return refuse(422, 'The proof must be empty if the old size is 0.');
    const consistent =
      oldSize === 0 ||
      verifyConsistency({ from: oldSize, to: checkpoint.size, fromRoot: last.root, toRoot: checkpoint.root, proof });
    if (!consistent) {
      if (last.note && provenRoot({ from: last.size, to: checkpoint.size, toRoot: checkpoint.root, proof })) {
        const sentence = `${origin} signed two trees: the one of size ${checkpoint.size} does not contain the one of size ${last.size}.`;
        await keepFork(origin, submitted, last, sentence);
      } else {
        await keepUnproven(origin, submitted, last);
      }
      return refuse(422, 'The checkpoint is not consistent with the last one.');
    }
    const cosignature = signer.sign(checkpoint, Math.floor(now() / 1_000));
    const stored = `${submitted.body}\n${submitted.signedByLog}${cosignature}`;
    await state.write(fileOf(origin), stored);
    kept.set(origin, { size: checkpoint.size, root: checkpoint.root, note: stored });
    return { status: 200, body: cosignature };
  }

  /** Only the log itself can have caused this: it signed both, whatever the sender did. */
  async function keepFork(origin: string, submitted: Submitted, last: Kept, sentence: string) {
    const { checkpoint, body, signedByLog, proof } = submitted;
    const files = {
      'stored.checkpoint': last.note,
      'refused.checkpoint': `${body}\n${signedByLog}`,
      ...(proof.length > 0 && { 'consistency.proof': textOf(proof) }),
    };
    const roots = [last.root, checkpoint.root].map((root) => Buffer.from(root).toString('hex'));
    const identity = [origin, last.size, roots[0], checkpoint.size, roots[1]].join('\n');
    const folder = await keepEvidence(state.path, { kind: 'fork', sentence, files, identity, origin });
    note(`${sentence} ${folder ? `Evidence: ${folder}` : 'The folder has enough evidence of this kind already.'}`);
  }

  /**
   * A proof that proves nothing can be the fault of the sender. The last few of these checkpoints
   * are kept for people who can compare them with the log. They never take the place of a fork.
   */
  async function keepUnproven(origin: string, { checkpoint, body, signedByLog }: Submitted, last: Kept) {
    const { size, root } = checkpoint;
    const sentence = `A checkpoint of ${origin} with size ${size} came without a valid proof from size ${last.size}.`;
    const files = { 'stored.checkpoint': last.note, 'refused.checkpoint': `${body}\n${signedByLog}` };
    const identity = [origin, size, Buffer.from(root).toString('hex')].join('\n');
    await keepEvidence(state.path, { kind: 'unproven', sentence, files, identity, origin, newest: mostUnproven });
    const { count, notedAt } = unproven.get(origin) ?? { count: 0, notedAt: Number.NEGATIVE_INFINITY };
    const isQuiet = now() - notedAt < noteEvery;
    unproven.set(origin, { count: count + 1, notedAt: isQuiet ? notedAt : now() });
    if (isQuiet) return;
    note(`${sentence} This proves nothing about the log. Such requests since the start: ${count + 1}.`);
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
}

function refuse(status: 400 | 403 | 404 | 422 | 503, sentence: string): WitnessAnswer {
  return { status, body: `${sentence}\n` };
}

const textOf = (proof: readonly Uint8Array[]) =>
  proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');

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
