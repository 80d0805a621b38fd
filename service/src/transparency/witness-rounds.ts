// Asks the witnesses of the policy to cosign the newest checkpoint, and stores it with their
// signatures if they reach the quorum. The node that integrated last asks. The others ask only if
// nothing happens for a while. Asking never delays a checkpoint.
import {
  meetsQuorum,
  openCheckpoint,
  type Policy,
  proveConsistency,
  readNote,
  type VerifierKey,
} from '@content-provenance/engine/transparency';
import type { Database } from '../adapters/database/database.ts';
import type { OutgoingHttps } from '../adapters/outgoing-https/outgoing-https.ts';
import type { Logger } from '../log.ts';
import { runIn } from '../telemetry/tracing.ts';
import { askWitness, readLastCosigned } from './ask-witness.ts';
import { type CheckpointRow, setWitnessed } from './checkpoint.store.ts';
import { LogWentBack, type PublishedLog } from './published-log.ts';
import type { StoredTiles } from './stored-tiles.ts';

export interface WitnessRoundsParts {
  readonly database: Database;
  readonly published: PublishedLog;
  readonly tiles: StoredTiles;
  readonly outgoing: Pick<OutgoingHttps, 'request'>;
  readonly policy: Policy | undefined;
  readonly logKeys: readonly VerifierKey[];
  /** Names this node. */
  readonly node: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** What this node knows about a witness. Several keys can have the same address. */
interface Witness {
  readonly url: string;
  /** The size that it cosigned last. Undefined: not known. */
  size: number | undefined;
  failures: number;
  /** Not before this, by a clock that never jumps. */
  nextTry: number;
  lastProblem: string | undefined;
}

const everyMilliseconds = 3_000;
/** After this, other nodes ask too. */
const patienceMilliseconds = 10_000;
const longestPauseMilliseconds = 60_000;
/** A start does not wait longer for witnesses. */
const firstMilliseconds = 2_000;

export function createWitnessRounds(parts: WitnessRoundsParts) {
  const { database, published, tiles, outgoing, policy, logKeys, node, log } = parts;
  const urls = new Set(policy?.witnesses.flatMap(({ url }) => url ?? []));
  const witnesses: readonly Witness[] = [...urls].map((url) => {
    return { url, size: undefined, failures: 0, nextTry: 0, lastProblem: undefined };
  });
  const witnessKeys = policy?.witnesses.map(({ key }) => key) ?? [];
  let running: Promise<void> | undefined;
  let lastRound = Number.NEGATIVE_INFINITY;
  let unwitnessed: { size: number; since: number } | undefined;
  let isStopping = false;

  /** Signature lines of keys in the policy. */
  async function ask(witness: Witness, row: CheckpointRow): Promise<readonly string[]> {
    // Unknown: it gets the checkpoint as one that it has cosigned. If it has not, it says the size.
    for (const oldSize of [witness.size ?? row.size, undefined]) {
      const from = oldSize ?? witness.size!;
      const proof = from === 0 ? [] : await proveConsistency(from, row.size, tiles);
      const answer = await askWitness(outgoing, witness.url, { oldSize: from, proof, checkpoint: row.checkpoint });
      if (answer.kind === 'conflict') {
        witness.size = answer.size;
        if (oldSize !== undefined && answer.size <= row.size) continue;
        return notExtended(witness, row, answer.size);
      }
      if (answer.kind === 'inconsistent') {
        await stopIfProven(witness, row);
        if (witness.lastProblem !== answer.reason)
          log.error({ witness: witness.url }, 'a witness refused a checkpoint of the transparency log as inconsistent');
        return failed(witness, answer.reason);
      }
      if (answer.kind === 'failed') return failed(witness, answer.reason);
      const lines = validLines(witness, row, answer.lines);
      if (lines.length === 0) return failed(witness, 'Its answer has no valid cosignature.');
      witness.size = row.size;
      succeeded(witness);
      return lines;
    }
    return [];
  }

  /** Undefined: a signature is wrong. A cosignature without a time does not count. */
  function cosignersOf(note: string): VerifierKey[] | undefined {
    const opened = openCheckpoint(note, logKeys, witnessKeys);
    return opened?.cosignedBy.filter(({ time }) => time).map(({ key }) => key);
  }

  /** One for each key of this witness, so that it cannot spoil or fill the note of all. */
  function validLines(witness: Witness, row: CheckpointRow, lines: readonly string[]): string[] {
    const keyed = lines.map((line) => ({ line, signature: readNote(`text\n\n${line}`)?.signatures[0] }));
    const own = policy!.witnesses.filter(({ url }) => url === witness.url);
    return own.flatMap(({ key }) => {
      const found = keyed.find(({ signature }) => signature?.name === key.name && signature.keyId === key.keyId);
      return found && cosignersOf(row.checkpoint + found.line)?.length === 1 ? [found.line] : [];
    });
  }

  /** A status alone stops nothing: anyone can send it. */
  async function notExtended(witness: Witness, row: CheckpointRow, size: number): Promise<readonly string[]> {
    // Another node can have published and asked meanwhile.
    if (size <= (await published.latest()).size || (await stopIfProven(witness, row)))
      return failed(witness, `It has cosigned a checkpoint with ${size} entries.`);
    witness.size = undefined;
    failed(witness, 'It claims to have seen a larger log, and shows no checkpoint that the log signed.');
    witness.nextTry = performance.now() + longestPauseMilliseconds;
    return [];
  }

  /** Whether it shows a checkpoint that this log signed and the database does not continue. */
  async function stopIfProven(witness: Witness, { origin }: CheckpointRow): Promise<boolean> {
    const note = await readLastCosigned(outgoing, witness.url, origin);
    const opened = note === undefined ? null : openCheckpoint(note, logKeys);
    return opened?.checkpoint.origin === origin && published.noteSigned(note!);
  }

  function failed(witness: Witness, reason: string): readonly string[] {
    witness.failures += 1;
    const pause = Math.min(everyMilliseconds * 2 ** (witness.failures - 1), longestPauseMilliseconds);
    witness.nextTry = performance.now() + pause;
    if (witness.lastProblem !== reason) log.warn({ witness: witness.url, reason }, 'a witness did not cosign');
    witness.lastProblem = reason;
    return [];
  }

  function succeeded(witness: Witness): void {
    if (witness.lastProblem !== undefined) log.info({ witness: witness.url }, 'a witness cosigns again');
    Object.assign(witness, { failures: 0, nextTry: 0, lastProblem: undefined });
  }

  async function askAll(row: CheckpointRow): Promise<void> {
    const due = witnesses.filter(({ nextTry }) => nextTry <= performance.now());
    const lines = (await Promise.all(due.map((witness) => ask(witness, row)))).flat();
    const note = row.checkpoint + [...new Set(lines)].join('');
    const cosigners = lines.length > 0 && cosignersOf(note);
    if (!cosigners || !meetsQuorum(policy!, cosigners)) return;
    await database.transaction((transaction) => setWitnessed(transaction, row.size, note));
  }

  async function round(): Promise<void> {
    const row = await published.current();
    if (row.witnessed_size >= row.size) {
      unwitnessed = undefined;
      return;
    }
    const now = performance.now();
    if (unwitnessed?.size !== row.witnessed_size) unwitnessed = { size: row.witnessed_size, since: now };
    const isTurn = row.integrator === node || now - unwitnessed.since > patienceMilliseconds;
    if (!isTurn || now - lastRound < everyMilliseconds) return;
    lastRound = now;
    await askAll(row);
  }

  function run(work: () => Promise<void>): Promise<void> {
    running ??= runIn(undefined, work)
      .catch((problem) => {
        // The worker reports that the log went back.
        if (problem instanceof LogWentBack) return;
        log.warn({ err: problem }, 'the witnesses could not be asked; another try follows');
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    /**
     * Before this node signs its first checkpoint: a witness that has seen a larger one shows that
     * the database went back.
     */
    async askFirst(): Promise<void> {
      if (witnesses.length === 0) return;
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, firstMilliseconds);
      });
      await Promise.race([run(async () => askAll(await published.latest())), enough]);
      clearTimeout(timer);
    },
    askIfDue(): void {
      if (witnesses.length > 0 && !isStopping) void run(round);
    },
    async stop(): Promise<void> {
      isStopping = true;
      await running;
    },
  };
}
