// The program of a compute process: takes one task after the other from the service. All native
// code that sees content runs here or in a decoder that this process starts, so that a crash ends
// this process and not the service. It ends when the service is gone.
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { traceTask } from '../../../telemetry/trace-task.ts';
import { openChannel } from '../channel.ts';
import { createPortCalls } from '../port-calls.ts';
import type { Equipment, FromProcess, Task, TaskOutcome, ToProcess } from '../recipes.ts';

const pipe = new Socket({ fd: 3 });
const send = openChannel<ToProcess, FromProcess>(pipe, async (message) => {
  if ('answer' in message) return calls.settle(message);
  const { result: outcome, spans } = await traceTask(message.task.recipe, message.traceparent, () =>
    work(message.task),
  );
  send({ outcome, spans });
  // A process that got only a health check prepares for a task.
  void recipes();
});
const calls = createPortCalls(send);

// Not process.exit, which would wait for native code in progress.
pipe.on('close', () => process.kill(process.pid, 'SIGKILL'));
pipe.on('error', () => undefined);
// A terminal or a supervisor signals the whole group. The task is still needed: the service
// finishes the work that it has accepted.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
preferToBeKilled();

let loading: ReturnType<typeof load> | undefined;

/** The engine takes a while to load. */
function recipes(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}

async function load() {
  const { createRecipes } = await import('./run-recipe.ts');
  return createRecipes(JSON.parse(process.argv[2]!) as Equipment, calls.portsWith);
}

async function work(task: Task): Promise<TaskOutcome> {
  return task.recipe === 'ping' ? { result: null } : (await recipes())(task);
}

/**
 * If memory runs out, Linux ends this process rather than the service (proc_pid_oom_score_adj(5)).
 */
function preferToBeKilled(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '500');
}
