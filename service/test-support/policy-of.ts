// Where a thread stands among all that want its core, as the kernel has it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Of sched(7). */
export const policies = { ordinary: 0, roundRobin: 2, idle: 5 };

/** Whether the system lets this user have realtime threads. */
export const mayBeRealtime = availableParallelism() > 1 && spawnSync('chrt', ['--rr', '1', 'true']).status === 0;

/** Of the thread of this folder: the 41st field of its stat, proc(5). */
export function policyOf(folder: string): number {
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  // The name, in brackets, may hold blanks and brackets.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38]);
}
