// The threads that work on content, so that the event loop never does. Work beyond the threads waits in a bounded line;
// beyond the line it is refused and may be sent again. A recipe that outlasts its time is ended with its thread.
import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type {
  RecordIndex,
  SignedMedia,
  Signer,
  SignRequest,
  TokenReader,
  VerificationResult,
  VerifyRequest,
} from '@content-provenance/engine';
import { Piscina } from 'piscina';
import type { MediaOutcome, MediaTask } from './media-worker.ts';
import { answerPorts } from './port-calls.ts';

export interface ComputePool {
  sign(upload: Uint8Array, request: SignRequest, signer: Signer): Promise<SignedMedia>;
  verify(content: Uint8Array, request: VerifyRequest, ports: RecordIndex & TokenReader): Promise<VerificationResult>;
  /** Tasks that wait for a thread. */
  readonly waiting: number;
  close(): Promise<void>;
}

/** The content cannot be worked on; the sentence is for the uploader. */
export class ContentRefused extends Error {}

/** The line is full. */
export class PoolBusy extends Error {
  constructor() {
    super('All threads are at work and the line is full.');
  }
}

export interface ComputePoolOptions {
  readonly threads?: number;
  readonly longestLine?: number;
  readonly taskMilliseconds?: number;
}

export function createComputePool({
  threads = Math.max(2, availableParallelism()),
  longestLine = 64,
  taskMilliseconds = 60_000,
}: ComputePoolOptions = {}): ComputePool {
  const pool = new Piscina({
    filename: new URL('./media-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    maxQueue: longestLine,
    idleTimeout: 60_000,
    recordTiming: false,
  });

  async function run<Result>(task: Omit<MediaTask, 'port'>, ports: object): Promise<Result> {
    const { port1, port2 } = new MessageChannel();
    let problemOfPort: unknown;
    answerPorts(port1, ports as never, (problem) => {
      problemOfPort ??= problem;
    });
    const timeout = AbortSignal.timeout(taskMilliseconds);
    try {
      const outcome: MediaOutcome<Result> = await pool.run(
        { ...task, port: port2 },
        { transferList: [port2, task.bytes.buffer as ArrayBuffer] as never, signal: timeout },
      );
      if ('refused' in outcome) throw new ContentRefused(outcome.refused);
      return outcome.result;
    } catch (problem) {
      if (problemOfPort) throw problemOfPort;
      if (timeout.aborted) throw new ContentRefused('The content took too long to work on.');
      if ((problem as Error).message.includes('queue is at limit')) throw new PoolBusy();
      throw problem;
    } finally {
      port1.close();
    }
  }

  return {
    sign: (bytes, request, signer) => run({ recipe: 'sign', bytes: transferable(bytes), request } as never, signer),
    verify: (bytes, request, ports) => run({ recipe: 'verify', bytes: transferable(bytes), request } as never, ports),
    get waiting() {
      return pool.queueSize;
    },
    close: () => pool.close(),
  };
}

/** A buffer of its own, which can be handed over without a copy; a slice of Node's shared pool cannot. */
function transferable(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
