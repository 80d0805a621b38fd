// One lane of the compute pool: its processes, and the line before them, which is limited in length
// and time and in which callers take turns. Processes start on demand and end after a while without
// work. A process that reaches its time limit or has an unexpected problem is ended, and the next
// task gets a new one.
import type { SpanEnd } from '../../telemetry/span.ts';
import { inSpan } from '../../telemetry/tracing.ts';
import { type ComputeProcess, startComputeProcess } from './compute-process.ts';
import type { Equipment, Task, TaskOutcome } from './recipes.ts';
import { startTimeLimit } from './time-limit.ts';
import { LineFull, Turns } from './turns.ts';
import { ContentRefused, OutOfTime, PoolBusy, WorkInterrupted } from './work-problems.ts';

export interface LaneOptions {
  readonly name: 'light' | 'heavy';
  readonly processes: number;
  /** How many of them stay without work. */
  readonly kept: number;
  readonly longestLine: number;
  readonly waitMilliseconds: number;
  /** How much lower the priority of its processes is than that of the service. */
  readonly niceness: number;
  readonly equipment: Equipment;
}

/** Null: a brief verification ended before a search. */
export type Finished<Result> = { readonly result: Result } | null;
export type Lane = ReturnType<typeof createLane>;

const idleMilliseconds = 60_000;
/** The caller's name for the service's own checks. */
const itself = '';

export function createLane(options: LaneOptions) {
  const { name, processes, kept, longestLine, waitMilliseconds, niceness, equipment } = options;
  const turns = new Turns(processes, longestLine);
  const all = new Set<ComputeProcess>();
  /** Those without work, and the function that cancels their end. */
  const idle = new Map<ComputeProcess, () => void>();

  function takeProcess(): ComputeProcess {
    // The one that worked last, so that the others can end.
    for (const [process, callOffEnd] of [...idle].reverse()) {
      callOffEnd();
      idle.delete(process);
      if (process.isAlive) return process;
      all.delete(process);
    }
    const process = startComputeProcess(equipment, niceness);
    all.add(process);
    return process;
  }

  function keep(process: ComputeProcess): void {
    const callOffEnd = startTimeLimit(idleMilliseconds, () => {
      if (all.size <= kept) return;
      idle.delete(process);
      void drop(process);
    });
    idle.set(process, callOffEnd);
  }

  async function drop(process: ComputeProcess): Promise<void> {
    await process.end();
    all.delete(process);
  }

  async function takeTurn(caller: string): Promise<void> {
    const patience = new AbortController();
    const callOff = startTimeLimit(waitMilliseconds, () => patience.abort(new PoolBusy()));
    try {
      await turns.take(patience.signal, caller);
    } catch (problem) {
      throw problem instanceof LineFull ? new PoolBusy() : problem;
    } finally {
      callOff();
    }
  }

  async function work(task: Task, ports: object, milliseconds: number): Promise<TaskOutcome> {
    const process = takeProcess();
    let isLate = false;
    const callOff = startTimeLimit(milliseconds, () => {
      isLate = true;
      void process.end();
    });
    let isFit = true;
    try {
      const outcome = await process.run(task, ports);
      isFit = !('interrupted' in outcome || 'failed' in outcome);
      return outcome;
    } catch (problem) {
      throw isLate ? new OutOfTime() : problem;
    } finally {
      callOff();
      if (isFit && process.isAlive) keep(process);
      else void drop(process);
    }
  }

  async function run<Result>(
    task: Task,
    ports: object,
    milliseconds: number,
    caller = itself,
  ): Promise<Finished<Result>> {
    const span = { attributes: { 'compute.lane': name, 'compute.recipe': task.recipe } };
    await inSpan('compute wait', span, () => takeTurn(caller));
    const workInTurn = () => work(task, ports, milliseconds).finally(() => turns.end(caller));
    const outcome = await inSpan('compute task', span, workInTurn, describeOutcome);
    if ('refused' in outcome) throw new ContentRefused(outcome.refused);
    if ('interrupted' in outcome) throw new WorkInterrupted(outcome.interrupted);
    if ('failed' in outcome) throw outcome.failed;
    return 'searchNeeded' in outcome ? null : { result: outcome.result as Result };
  }

  return {
    run,

    /** Resolves when a process responds, or when all are at work: a busy lane is healthy. */
    async ping(): Promise<void> {
      if (turns.taken < processes) await run({ recipe: 'ping' }, {}, waitMilliseconds);
    },

    /** Tasks in progress. */
    get busy(): number {
      return turns.taken;
    },

    /** Tasks that wait for a process. */
    get waiting(): number {
      return turns.waiting;
    },

    /** For how long the first of them has waited. */
    get longestWaitMilliseconds(): number {
      return turns.longestWaitMilliseconds;
    },

    async close(): Promise<void> {
      for (const callOffEnd of idle.values()) callOffEnd();
      await Promise.all([...all].map(drop));
    },
  };
}

/** Only problems of the service: refused content, and a search for the other lane, are expected. */
function describeOutcome(outcome: TaskOutcome): SpanEnd {
  if ('interrupted' in outcome) return { errorType: 'interrupted' };
  return 'failed' in outcome ? { errorType: 'failed' } : {};
}
