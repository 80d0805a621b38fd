// What a measurement must know about its machine: how busy it was, how much of that came from
// unrelated programs, and whether the processes that represent other machines can have priority
// over the nodes.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

/**
 * In production, callers, the database, Redis and the load balancer have their own cores. Here they
 * share the cores of the nodes, so they get priority (SCHED_RR, sched(7)). Otherwise their delays
 * would count as the service's. This needs permission. Returns whether it was granted.
 */
export function letGoFirst(around: readonly number[]): boolean {
  const isFirst = (pid: number) =>
    spawnSync('chrt', ['--all-tasks', '--rr', '--pid', '1', String(pid)], { stdio: 'ignore' }).status === 0;
  // A process of PostgreSQL can have ended meanwhile.
  for (const pid of around) isFirst(pid);
  return isFirst(process.pid);
}

/**
 * For the caller, before a round, because it would stop both cores for 25 ms during one. `npm run
 * bench` allows it.
 */
export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** From now on. The returned function gives the share of all cores' time that was used. */
export function busyMachine(): () => number {
  const before = readAll();
  return () => {
    const after = readAll();
    return (after.busy - before.busy) / (after.all - before.all);
  };
}

/**
 * From now on. The returned function gives the share of all cores' time that other programs used.
 */
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
