// Where a thread stands among all that want its core, as the kernel has it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Of sched(7). */
export const policies = { ordinary: 0, roundRobin: 2 };

/** Whether the system lets this user have realtime threads. */
export const mayBeRealtime = availableParallelism() > 1 && spawnSync('chrt', ['--rr', '1', 'true']).status === 0;

/** Of the thread of this folder. */
export function policyOf(folder: string): number {
  return statOf(folder)[38]!;
}

/** Of the thread of this folder. */
export function nicenessOf(folder: string): number {
  return statOf(folder)[16]!;
}

/** proc(5), from the third field on: the name before, in brackets, may hold blanks and brackets. */
function statOf(folder: string): number[] {
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}
