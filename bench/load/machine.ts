// How busy programs that have nothing to do with a measurement kept the machine meanwhile: a figure to judge the others by.
import { globSync, readFileSync } from 'node:fs';

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
function read(): { all: number; busy: number; own: number } {
  const columns = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).slice(1, 9).map(Number);
  const all = columns.reduce((sum, each) => sum + each, 0);
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
  return { all, busy: all - columns[3]! - columns[4]!, own };
}

function isOurs(stats: ReadonlyMap<number, { parent: number }>, pid: number): boolean {
  for (let each = pid; each > 1; each = stats.get(each)?.parent ?? 0) if (each === process.pid) return true;
  return false;
}
