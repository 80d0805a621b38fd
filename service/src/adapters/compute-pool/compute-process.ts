// A compute process as the service sees it: one task at a time, and an end that is always noticed.
// Any end (a crash in native code, a signal, or the service itself) costs only its current task.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { traceparentOf } from '../../telemetry/trace-context.ts';
import { currentSpan } from '../../telemetry/tracing.ts';
import { openChannel } from './channel.ts';
import { answerCall } from './port-calls.ts';
import type { Equipment, FromProcess, Task, TaskOutcome, ToProcess } from './recipes.ts';
import { WorkInterrupted } from './work-problems.ts';

export interface ComputeProcess {
  /** Rejects with WorkInterrupted if the process ends, and with the error of a port. */
  run(task: Task, ports: object): Promise<TaskOutcome>;
  readonly isAlive: boolean;
  /** Ends it at once, in any state. Resolves when it is gone. */
  end(): Promise<void>;
}

const program = fileURLToPath(new URL('./program/program.ts', import.meta.url));
const leastPriority = 19;

/** niceness: how much lower its priority is than that of the service. */
export function startComputeProcess(equipment: Equipment, niceness: number): ComputeProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(equipment)], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  if (child.pid) setPriority(child.pid, Math.min(getPriority() + niceness, leastPriority));
  const gone = once(child, 'exit').catch(() => undefined);
  let isAlive = true;
  let onMessage: (message: FromProcess) => void = () => undefined;
  let onEnd: (problem: WorkInterrupted) => void = () => undefined;

  const lose = (problem: WorkInterrupted) => {
    isAlive = false;
    onEnd(problem);
  };
  child.on('error', (cause) => lose(new WorkInterrupted('A compute process cannot be started.', cause)));
  child.on('exit', (code, signal) => {
    lose(new WorkInterrupted(`A compute process ended with ${signal ?? `exit code ${code}`}.`));
  });
  // Without a free file descriptor there is no pipe, and the error follows. If a message cannot be
  // sent, the process has ended, and the exit follows.
  const pipe = child.stdio?.[3] as Duplex | undefined;
  pipe?.on('error', () => undefined);
  const send = pipe && openChannel<FromProcess, ToProcess>(pipe, (message) => onMessage(message));

  return {
    run: (task, ports) =>
      new Promise((resolve, reject) => {
        let problemOfPort: unknown;
        const span = currentSpan();
        onEnd = reject;
        // The pipe belongs to the request that started the process, the message to this one.
        onMessage = AsyncLocalStorage.bind(async (message: FromProcess) => {
          if (!('outcome' in message)) {
            send?.(
              await answerCall(ports, message, (problem) => {
                problemOfPort ??= problem;
              }),
            );
            return;
          }
          span?.adopt(message.spans);
          if (problemOfPort && !('result' in message.outcome)) reject(problemOfPort);
          else resolve(message.outcome);
        });
        send?.({ task, traceparent: span?.sampled ? traceparentOf(span) : undefined });
      }),
    get isAlive() {
      return isAlive;
    },
    async end() {
      isAlive = false;
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/**
 * Only the variables for Node, malloc and CUDA. The rest of the service's environment contains
 * secrets.
 */
function environment(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) =>
    /^(NODE_OPTIONS|NODE_COMPILE_CACHE|TMPDIR|MALLOC_.*|LD_LIBRARY_PATH|CUDA_.*)$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
