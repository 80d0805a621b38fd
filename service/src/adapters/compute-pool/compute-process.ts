// A compute process as the service sees it: one task at a time, and an end that is always noticed.
// Whatever ends it, a crash in native code, a signal or the service itself, costs the task that it
// had and nothing else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openChannel } from './channel.ts';
import { answerCall } from './port-calls.ts';
import type { Equipment, FromProcess, Outcome, Task, ToProcess } from './recipes.ts';
import { WorkInterrupted } from './work-problems.ts';

export interface ComputeProcess {
  /** Rejects with WorkInterrupted when the process ends, and with what a port threw. */
  run(task: Task, ports: object): Promise<Outcome>;
  readonly isAlive: boolean;
  /** Ends it at once, whatever it is doing. Resolves when it is gone. */
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
  // Without a free file descriptor there is no pipe, and the error follows. What cannot be sent has
  // no taker: the exit follows.
  const pipe = child.stdio?.[3] as Duplex | undefined;
  pipe?.on('error', () => undefined);
  const send = pipe && openChannel<FromProcess, ToProcess>(pipe, (message) => onMessage(message));

  return {
    run: (task, ports) =>
      new Promise((resolve, reject) => {
        let problemOfPort: unknown;
        onEnd = reject;
        onMessage = async (message) => {
          if (!('outcome' in message)) {
            send?.(
              await answerCall(ports, message, (problem) => {
                problemOfPort ??= problem;
              }),
            );
          } else if (problemOfPort && !('result' in message.outcome)) reject(problemOfPort);
          else resolve(message.outcome);
        };
        send?.({ task });
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
 * How Node and malloc behave and where CUDA is, and nothing else of the service's environment: it
 * has secrets.
 */
function environment(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) =>
    /^(NODE_OPTIONS|NODE_COMPILE_CACHE|TMPDIR|MALLOC_.*|LD_LIBRARY_PATH|CUDA_.*)$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
