// The calling thread among all that want its core (sched(7)). Niceness says how large a share a thread gets, not how soon: one that
// wakes waits until the one at work has used up its slice, however nice that is. A realtime thread gets its core at once.
import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/**
 * SCHED_RR: runs before all others, for a thread that has little to do and much that waits for it. Threads and processes it starts are
 * ordinary ones. Says whether that could be had: it needs leave of the system, and a second core for whoever is to give way.
 */
export function runBeforeOthers(): boolean {
  if (availableParallelism() === 1) return false;
  try {
    // Node has no call for it; chrt, of util-linux, has. It may be absent, or forbidden to do so.
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)!;
    execFileSync('chrt', ['--reset-on-fork', '-r', '-p', '1', thread], { stdio: 'ignore', timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}
