// Where the calling thread stands among all that want its core (sched(7)). Niceness says how large a share a thread gets, not how soon:
// one that wakes waits until the one at work has used up its slice, however nice that is. Two policies say how soon: an idle thread
// gives way at once, a realtime thread is given way to at once.
import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** SCHED_IDLE: runs only while no other wants its core. Where that cannot be had the thread keeps its niceness. */
export function runWhenIdle(): void {
  setPolicy(['-i'], 0);
}

/**
 * SCHED_RR: runs before all others, for a thread that has little to do and much that waits for it. Threads and processes it starts are
 * ordinary ones. Says whether that could be had: it needs leave of the system, and a second core for whoever is to give way.
 */
export function runBeforeOthers(): boolean {
  return availableParallelism() > 1 && setPolicy(['--reset-on-fork', '-r'], 1);
}

/** Node has no call for it; chrt, of util-linux, has. It may be absent, or forbidden to do so. */
function setPolicy(policy: readonly string[], priority: number): boolean {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)!;
    execFileSync('chrt', [...policy, '-p', String(priority), thread], { stdio: 'ignore', timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}
