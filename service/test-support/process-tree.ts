// A process with everything that it started, as Linux lists them (proc(5)), and their total use. On
// other systems, only the process itself counts.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const millisecondsPerTick = 10;
/** On a machine that many others use. */
const patienceMilliseconds = 120_000;

/** The process first, then its children and theirs. */
export function processTree(root: number): number[] {
  const children = Map.groupBy(allProcesses(), parentOf);
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

export function childrenOf(parent: number): number[] {
  return allProcesses().filter((pid) => parentOf(pid) === parent);
}

/** Memory that processes share counts for each of them. */
export function residentBytes(root: number): number {
  return sumOf(processTree(root), residentBytesOf);
}

/** Includes ended processes. Undefined if the system does not tell. */
export function processorMilliseconds(root: number): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  // User and system time, its own and of children that have ended: the fields 14 to 17.
  return sumOf(processTree(root), (pid) => sumOf(statOf(pid).slice(11, 15), Number) * millisecondsPerTick);
}

/**
 * The first of these processes that uses this much of the processor from now on, including its
 * children.
 */
export async function untilAtWork(list: () => readonly number[], milliseconds: number): Promise<number> {
  const before = new Map(list().map((pid) => [pid, processorMilliseconds(pid)!]));
  for (const end = performance.now() + patienceMilliseconds; performance.now() < end; ) {
    const busy = list().find((pid) => processorMilliseconds(pid)! - (before.get(pid) ?? 0) >= milliseconds);
    if (busy !== undefined) return busy;
    await pause(20);
  }
  throw new Error('None of the processes is at work.');
}

/** The arguments of its start. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

function allProcesses(): number[] {
  return globSync('/proc/[0-9]*').map((path) => Number(path.slice('/proc/'.length)));
}

function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

export function residentBytesOf(pid: number): number {
  const kibibytes = existsSync('/proc/self/status')
    ? /^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kibibytes ?? 0) * 1024;
}

/**
 * From the third field on, because the name before, in brackets, can contain blanks and brackets.
 * Empty if the process is gone.
 */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function sumOf<Value>(values: readonly Value[], numberOf: (value: Value) => number): number {
  return values.reduce((sum, each) => sum + numberOf(each), 0);
}
