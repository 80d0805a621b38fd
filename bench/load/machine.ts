// What a measurement has to know of its machine: how busy it was, how much of that was programs
// that have nothing to do with it, and whether all that stands for other machines can go before the
// nodes.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

/**
 * Callers, the database, Redis and the load balancer have cores of their own in truth: here, on the
 * cores of the nodes, they go before these (SCHED_RR, sched(7)), or their lateness would be taken
 * for the service's. Needs the right to do so; says whether it was had.
 */
export function letGoFirst(around: readonly number[]): boolean {
  const isFirst = (pid: number) =>
    spawnSync('chrt', ['--all-tasks', '--rr', '--pid', '1', String(pid)], { stdio: 'ignore' }).status === 0;
  // A process of PostgreSQL may have ended meanwhile.
  for (const pid of around) isFirst(pid);
  return isFirst(process.pid);
}

/**
 * Of the caller, before a round: it would stop both cores for 25 ms in the midst of one. `npm run
 * bench` lets it.
 */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** From now on; what is called then gives the part of all cores' time that was used. */
export function busyMachine(): () => number {
  const before = readAll();
  return () => {
    const after = readAll();
    return (after.busy - before.busy) / (after.all - before.all);
  };
}

/** From now on; what is called then gives the part of all cores' time that other programs took. */
export function busyElsewhere(): () => number {
  const before = read();
  return () => {
    const after = read();
    const all = after.all - before.all;
    return Math.max(0, (after.busy - before.busy - (after.own - before.own)) / all);
  };
}

/** In ticks, from proc(5). */
function readAll(): { all: number; busy: number } {
  const columns = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).slice(1, 9).map(Number);
  const all = columns.reduce((sum, each) => sum + each, 0);
  return { all, busy: all - columns[3]! - columns[4]! };
}

function read(): { all: number; busy: number; own: number } {
  const stats = new Map(
    globSync('/proc/[0-9]*/stat').flatMap((path) => {
      try {
        const text = readFileSync(path, 'utf8');
        const fields = text.replace(/^.*\) /s, '').split(' ');
        return [[Number.parseInt(text, 10), { parent: Number(fields[1]), ticks: fields.slice(11, 15).map(Number) }]];
      } catch {
        return [];
      }
    }) as [number, { parent: number; ticks: number[] }][],
  );
  let own = 0;
  for (const [pid, { ticks }] of stats) if (isOurs(stats, pid)) own += ticks.reduce((sum, each) => sum + each, 0);
  return { ...readAll(), own };
}

function isOurs(stats: ReadonlyMap<number, { parent: number }>, pid: number): boolean {
  for (let each = pid; each > 1; each = stats.get(each)?.parent ?? 0) if (each === process.pid) return true;
  return false;
}
