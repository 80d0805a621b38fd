// Integrates entries in the background, at most a second after their commit. A poll finds the
// entries of this node, those of other nodes, and those that a node left when it died. What follows
// a new checkpoint, such as asking witnesses, is done after it and never delays it.
import type { Logger } from '../log.ts';
import { runIn } from '../telemetry/tracing.ts';
import type { Integration } from './integrator.ts';
import { LogWentBack } from './published-log.ts';

export interface LogWorkerParts {
  readonly integrate: (insist: boolean) => Promise<Integration>;
  /** Done before the first integration. It must end by itself. */
  readonly beforeFirst: () => Promise<void>;
  /** Called at each poll, after the integration. */
  readonly afterwards: () => void;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Entries that arrive meanwhile share the next checkpoint. Its cost does not depend on their
 * number, so this is most of the promised second. The rest is for the work.
 */
const pollMilliseconds = 700;
/** After this, a node no longer waits for the one that had the work: it can be dead. */
const patienceMilliseconds = 1_000;

export function createLogWorker({ integrate, beforeFirst, afterwards, log }: LogWorkerParts) {
  let isRunning = false;
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  let atWork: Promise<void> | undefined;
  /** Since when another node has the work, by a clock that never jumps. */
  let busySince: number | undefined;
  let lastProblem = '';

  async function work(): Promise<void> {
    if (!isReady) {
      await beforeFirst();
      isReady = true;
    }
    const insist = busySince !== undefined && performance.now() - busySince > patienceMilliseconds;
    const result = await integrate(insist);
    busySince = result === 'busy' ? (busySince ?? performance.now()) : undefined;
    lastProblem = '';
  }

  /** Once, while it stays the same. */
  function report(problem: unknown): void {
    const message = String(problem);
    if (message === lastProblem) return;
    lastProblem = message;
    if (problem instanceof LogWentBack) log.error({ err: problem }, 'the transparency log signs no more checkpoints');
    else log.warn({ err: problem }, 'entries could not be integrated into the transparency log; another try follows');
  }

  function look(): void {
    // A checkpoint belongs to the entries of many requests, so to none of their traces.
    atWork ??= runIn(undefined, work)
      .catch(report)
      .finally(() => {
        atWork = undefined;
        if (isRunning) afterwards();
      });
  }

  return {
    start(): void {
      isRunning = true;
      timer = setInterval(look, pollMilliseconds).unref();
      look();
    },
    async stop(): Promise<void> {
      isRunning = false;
      clearInterval(timer);
      await atWork;
    },
  };
}
