// The program of a compute process: takes one task after the other from the service. All native code that sees content runs here or
// in a decoder that this process starts, so that a crash ends this process and not the service. It ends itself when the service is gone.
import { writeFileSync } from 'node:fs';
import { createPortCalls } from '../port-calls.ts';
import type { Equipment, FromProcess, Outcome, Task, ToProcess } from '../recipes.ts';

const send = (message: FromProcess) => process.send!(message);
const calls = createPortCalls(send);
// The engine takes a while to load; until then the process can already say that it is there.
const loading = import('./run-recipe.ts').then(({ createRecipes }) =>
  createRecipes(JSON.parse(process.argv[2]!) as Equipment, calls.portsWith),
);

// Not process.exit: that would wait for native code that is at work.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal or a supervisor signals the whole group. The task is still wanted: the service finishes what it has accepted.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
preferToBeKilled();

process.on('message', async (message: ToProcess) => {
  if ('answer' in message) calls.settle(message);
  else send({ outcome: await work(message.task) });
});

async function work(task: Task): Promise<Outcome> {
  if (task.recipe === 'ping') return { result: null };
  return (await loading)(task);
}

/** Where memory runs out, Linux ends this process rather than the service (proc_pid_oom_score_adj(5)). */
function preferToBeKilled(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '500');
}
