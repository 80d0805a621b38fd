// Tasks that take minutes or hours, for jobs. Each has its own process, which ends with it, at a
// low priority, so that requests stay fast. There is no line: the caller starts no more than it can
// run. A task has no time limit, but its process is killed if it asks for nothing for a long time.
import type {
  Checkpoints,
  ContentSink,
  ContentSource,
  GeneratorIndex,
  LongRun,
  ManifestIndex,
  RecordIndex,
  SearchNotice,
  SignedMedia,
  Signer,
  SignRequest,
  TokenIndex,
  VerificationResult,
  VerifyRequest,
} from '@content-provenance/engine';
import { startComputeProcess } from './compute-process.ts';
import type { Equipment, LongTask } from './recipes.ts';
import { startTimeLimit } from './time-limit.ts';
import { ContentRefused, OutOfTime, WorkInterrupted } from './work-problems.ts';

export type VerifyIndex = RecordIndex & TokenIndex & ManifestIndex & GeneratorIndex & Required<SearchNotice>;
export type SignedLargeMedia = Omit<SignedMedia, 'bytes'>;

/** As in the compute pool, a problem is a ContentRefused, WorkInterrupted or OutOfTime. */
export interface LongTasks {
  sign(
    source: ContentSource,
    sink: ContentSink,
    request: SignRequest,
    signer: Signer,
    run: LongRun,
  ): Promise<SignedLargeMedia>;
  verify(source: ContentSource, request: VerifyRequest, index: VerifyIndex, run: LongRun): Promise<VerificationResult>;
}

export interface LongTasksOptions {
  readonly equipment: Equipment;
  readonly stallMilliseconds?: number;
}

/** Below the light and the heavy lane of the compute pool. */
const niceness = 10;
/** A minute of 4K video can pass between two pieces. */
const usualStall = 15 * 60_000;

/** What a process asks of the service, next to the ports of its recipe. */
export interface LongTaskPorts {
  readSource(offset: number, length: number): Promise<Uint8Array>;
  writeResult(bytes: Uint8Array): Promise<void>;
  loadCheckpoint: Checkpoints['load'];
  saveCheckpoint: Checkpoints['save'];
  reportProgress(fraction: number): Promise<void>;
}

export function createLongTasks({ equipment, stallMilliseconds = usualStall }: LongTasksOptions): LongTasks {
  async function work<Result>(task: LongTask, ports: object, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const process = startComputeProcess(equipment, niceness);
    const end = () => void process.end();
    signal.addEventListener('abort', end);
    let isLate = false;
    const startLimit = () =>
      startTimeLimit(stallMilliseconds, () => {
        isLate = true;
        end();
      });
    let callOff = startLimit();
    const pending = new Set<Promise<unknown>>();
    const onCall = () => {
      callOff();
      callOff = startLimit();
    };
    try {
      const outcome = await process.run(task, watched(ports, onCall, pending));
      if ('refused' in outcome) throw new ContentRefused(outcome.refused);
      if ('interrupted' in outcome) throw new WorkInterrupted(outcome.interrupted);
      if ('failed' in outcome) throw outcome.failed;
      if ('searchNeeded' in outcome)
        throw new Error('A recipe that was not asked to be brief ended before its search.');
      return outcome.result as Result;
    } catch (problem) {
      signal.throwIfAborted();
      throw isLate ? new OutOfTime() : problem;
    } finally {
      callOff();
      signal.removeEventListener('abort', end);
      await process.end();
      // A write that arrives later could replace one of the next attempt.
      await Promise.allSettled(pending);
    }
  }

  return {
    sign: ({ size, read }, sink, request, signer, run) => {
      const task = { recipe: 'sign-large', size, request, workFolder: run.workFolder } as const;
      const ports = { ...longPorts(read, run), writeResult: (bytes: Uint8Array) => sink.write(bytes), ...signer };
      return work(task, ports, run.signal);
    },
    verify: ({ size, read }, request, index, run) => {
      const task = { recipe: 'verify-large', size, request, workFolder: run.workFolder } as const;
      return work(task, { ...longPorts(read, run), ...index }, run.signal);
    },
  };
}

function longPorts(
  read: ContentSource['read'],
  { checkpoints, onProgress }: LongRun,
): Omit<LongTaskPorts, 'writeResult'> {
  return {
    readSource: read,
    loadCheckpoint: (name) => checkpoints.load(name),
    saveCheckpoint: (name, bytes) => checkpoints.save(name, bytes),
    reportProgress: async (fraction) => onProgress(fraction),
  };
}

/** The same ports, with a notice of each call, and the calls that have not ended. */
function watched(ports: object, onCall: () => void, pending: Set<Promise<unknown>>): object {
  return new Proxy(ports, {
    get(target, name) {
      onCall();
      const port: unknown = Reflect.get(target, name);
      if (typeof port !== 'function') return port;
      return (...values: unknown[]) => {
        const call = Promise.resolve(Reflect.apply(port, target, values));
        pending.add(call);
        const forget = () => void pending.delete(call);
        call.then(forget, forget);
        return call;
      };
    },
  });
}
