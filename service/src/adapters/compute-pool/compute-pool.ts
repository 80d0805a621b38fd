// The threads that work on content, so that the event loop never does. Work beyond the threads waits in a line that is
// bounded in length and time; beyond it is refused and may be sent again. A recipe that outlasts its time is ended with
// its thread. Content goes to a thread and comes back without a copy.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import {
  type EmbeddedMedia,
  type EmbedRequest,
  examineNetworks,
  type GeneratorIndex,
  isDecoderInstalled,
  type NetworksState,
  type RecordIndex,
  type SignedMedia,
  type Signer,
  type SignRequest,
  silenceRuntime,
  type TokenReader,
  type VerificationResult,
  type VerifyRequest,
} from '@content-provenance/engine';
import { Piscina } from 'piscina';
import type { DecoderLimits, MediaOutcome, MediaTask } from './media-worker.ts';
import { answerPorts } from './port-calls.ts';

export interface ComputePool {
  sign(upload: Uint8Array, request: SignRequest, signer: Signer): Promise<SignedMedia>;
  verify(
    content: Uint8Array,
    request: VerifyRequest,
    ports: RecordIndex & GeneratorIndex & TokenReader,
  ): Promise<VerificationResult>;
  /** null: the upload is not the content of the record. */
  embedManifest(
    upload: Uint8Array,
    request: EmbedRequest,
    ports: Signer & GeneratorIndex,
  ): Promise<EmbeddedMedia | null>;
  /** Resolves when a thread answers, or when all are at work: a busy pool is well. */
  ping(): Promise<void>;
  /** Whether compressed video and audio can be decoded here. */
  readonly decodes: boolean;
  /** Whether the networks of the neural watermark can be loaded here. */
  examineNetworks(): Promise<NetworksState | 'off'>;
  /** Tasks that wait for a thread. */
  readonly waiting: number;
  close(): Promise<void>;
}

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

export interface ComputePoolOptions {
  readonly threads?: number;
  readonly longestLine?: number;
  readonly waitMilliseconds?: number;
  readonly taskMilliseconds?: number;
  /** null: no decoder. */
  readonly decoder?: DecoderLimits | null;
  /** false: pictures neither carry the neural watermark nor are searched for it. */
  readonly neural?: boolean;
}

/** A first picture takes milliseconds; a frame of 8K takes 50 megabytes, and encoders keep some dozen. */
export const decoderLimits: DecoderLimits = {
  milliseconds: 15_000,
  markMilliseconds: 170_000,
  memory: 1.5 * 1024 ** 3,
};
/** Of a task that encodes a video again. */
const encodingMilliseconds = 180_000;

const mediaWorker = fileURLToPath(new URL('./media-worker.ts', import.meta.url));
// Without the engine, whose loading takes a while: a thread that only says that it is there.
const pingWorker = fileURLToPath(new URL('./ping-worker.ts', import.meta.url));

export function createComputePool({
  threads = Math.max(2, availableParallelism()),
  longestLine = 64,
  waitMilliseconds = 30_000,
  taskMilliseconds = 60_000,
  decoder = isDecoderInstalled() ? decoderLimits : null,
  neural = true,
}: ComputePoolOptions = {}): ComputePool {
  silenceRuntime();
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    recordTiming: false,
  });
  let tasks = 0;
  let networksState: Promise<NetworksState> | undefined;

  async function run<Result>(
    task: Omit<MediaTask, 'port' | 'decoder' | 'neural'>,
    ports: object,
    milliseconds = taskMilliseconds,
  ): Promise<Result> {
    // The pool's own bound is not relied on: it let whole bursts in.
    if (tasks >= threads + longestLine) throw new PoolBusy();
    const { port1, port2 } = new MessageChannel();
    const limit = new AbortController();
    let timer = setTimeout(() => limit.abort(), waitMilliseconds);
    let begun = false;
    const begin = () => {
      begun = true;
      clearTimeout(timer);
      timer = setTimeout(() => limit.abort(), milliseconds);
    };
    let problemOfPort: unknown;
    answerPorts(port1, { ...ports, begin } as never, (problem) => {
      problemOfPort ??= problem;
    });
    tasks += 1;
    try {
      const outcome: MediaOutcome<Result> = await pool.run(
        { ...task, port: port2, decoder, neural },
        {
          filename: mediaWorker,
          transferList: [port2, task.bytes.buffer as ArrayBuffer] as never,
          signal: limit.signal,
        },
      );
      if ('refused' in outcome) throw new ContentRefused(outcome.refused);
      if ('lost' in outcome) throw new DecoderEnded();
      return outcome.result;
    } catch (problem) {
      if (problemOfPort) throw problemOfPort;
      if (limit.signal.aborted && begun) throw new ContentRefused('The content took too long to work on.');
      if (limit.signal.aborted) throw new PoolBusy();
      throw problem;
    } finally {
      tasks -= 1;
      clearTimeout(timer);
      port1.close();
    }
  }

  return {
    sign: (bytes, request, signer) =>
      run(
        { recipe: 'sign', bytes: transferable(bytes), request } as never,
        signer,
        request.inBand && encodingMilliseconds,
      ),
    verify: (bytes, request, ports) => run({ recipe: 'verify', bytes: transferable(bytes), request } as never, ports),
    embedManifest: (bytes, request, ports) =>
      run({ recipe: 'embed', bytes: transferable(bytes), request } as never, ports),
    async ping() {
      if (tasks < threads) await pool.run(undefined, { filename: pingWorker });
    },
    decodes: decoder !== null,
    async examineNetworks() {
      if (!neural) return 'off';
      networksState ??= examineNetworks();
      return networksState;
    },
    get waiting() {
      return Math.max(0, tasks - threads);
    },
    close: () => pool.close(),
  };
}

/** A buffer of its own, which can be handed over without a copy; a slice of Node's shared pool cannot. */
function transferable(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
