// One lane of the compute pool: its threads, and the line before them, which is bounded in length and time; beyond it work is
// refused and may be sent again. A recipe that outlasts its time is ended with its thread. Content goes to a thread and comes
// back without a copy. While the work of another lane stands still, a lane can leave a core to it.
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { DecoderLimits, Finished, MediaOutcome, MediaTask, Recipe } from './media-worker.ts';
import { answerPorts } from './port-calls.ts';
import { LineFull, Turns } from './turns.ts';

/** The content cannot be worked on; the sentence is for the uploader. */
export class ContentRefused extends Error {}

/** The process that decodes ended in mid-work, through no fault of the content as far as can be told. */
export class DecoderEnded extends Error {
  constructor() {
    super('The decoder ended while it was at work on the content; send it again.');
  }
}

/** The line is full, or did not move in time. */
export class PoolBusy extends Error {
  constructor() {
    super('All threads are at work and the line is full.');
  }
}

export interface LaneOptions {
  readonly threads: number;
  readonly longestLine: number;
  readonly waitMilliseconds: number;
  /** Added to the niceness of each thread, which lowers its priority. */
  readonly niceness: number;
  /** Whether its threads run only while no other wants their core. */
  readonly idle?: boolean;
  /** While this one is held up, one thread here stays without work. */
  readonly givesWayTo?: { readonly isHeldUp: boolean };
  readonly decoder: DecoderLimits | null;
  readonly neural: boolean;
}

export type Lane = ReturnType<typeof createLane>;

const mediaWorker = fileURLToPath(new URL('./media-worker.ts', import.meta.url));
// Without the engine, whose loading takes a while: a thread that only says that it is there.
const pingWorker = fileURLToPath(new URL('./ping-worker.ts', import.meta.url));

/** Of a task at work, after which its lane counts as held up: some ten times what signing a picture takes. */
const patienceMilliseconds = 3_000;

export function createLane(options: LaneOptions) {
  const { threads, longestLine, waitMilliseconds, niceness, idle = false, givesWayTo, decoder, neural } = options;
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    recordTiming: false,
    niceIncrement: niceness,
  });
  const turns = new Turns(() => (givesWayTo?.isHeldUp ? Math.max(1, threads - 1) : threads), longestLine);
  /** When each task at work began. */
  const beginnings = new Map<object, number>();

  return {
    /** caller: whose work it is; callers share the lane. */
    async run<Result>(recipe: Recipe, ports: object, milliseconds: number, caller: string): Promise<Finished<Result>> {
      const { port1, port2 } = new MessageChannel();
      const limit = new AbortController();
      let timer = setTimeout(() => limit.abort(), waitMilliseconds);
      let begun = false;
      const begin = () => {
        begun = true;
        beginnings.set(limit, performance.now());
        clearTimeout(timer);
        timer = setTimeout(() => limit.abort(), milliseconds);
      };
      let problemOfPort: unknown;
      answerPorts(port1, { ...ports, begin } as never, (problem) => {
        problemOfPort ??= problem;
      });
      const bytes = transferable(recipe.bytes);
      let hasTurn = false;
      try {
        await turns.take(limit.signal, caller);
        hasTurn = true;
        const outcome: MediaOutcome<Result> = await pool.run(
          { ...recipe, bytes, port: port2, decoder, neural, idle } satisfies MediaTask,
          {
            filename: mediaWorker,
            transferList: [port2, bytes.buffer as ArrayBuffer] as never,
            signal: limit.signal,
          },
        );
        if ('refused' in outcome) throw new ContentRefused(outcome.refused);
        if ('lost' in outcome) throw new DecoderEnded();
        return outcome;
      } catch (problem) {
        if (problemOfPort) throw problemOfPort;
        if (limit.signal.aborted && begun) throw new ContentRefused('The content took too long to work on.');
        if (limit.signal.aborted || problem instanceof LineFull) throw new PoolBusy();
        throw problem;
      } finally {
        if (hasTurn) turns.end(caller);
        beginnings.delete(limit);
        clearTimeout(timer);
        port1.close();
      }
    },

    /** Resolves when a thread answers, or when all are at work: a busy lane is well. */
    async ping(): Promise<void> {
      if (turns.taken < threads) await pool.run(undefined, { filename: pingWorker });
    },

    /** Tasks that wait for a thread. */
    get waiting(): number {
      return turns.waiting;
    },

    /** Whether a task has been at work for so long that it may not get a core. */
    get isHeldUp(): boolean {
      const now = performance.now();
      return [...beginnings.values()].some((since) => now - since > patienceMilliseconds);
    },

    close: () => pool.close(),
  };
}

/** A buffer of its own, which can be handed over without a copy; a slice of Node's shared pool cannot. */
function transferable(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
