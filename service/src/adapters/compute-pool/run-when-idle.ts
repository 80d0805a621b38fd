// Has the calling thread run only while no other wants its core (SCHED_IDLE, sched(7)). Niceness says how large a share a thread gets, not
// how soon: one that wakes waits until the one at work has used up its slice, however nice that is. An idle thread gives way at once.
import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';

/** Node has no call for it; chrt, of util-linux and busybox, has. Where it is absent or forbidden the thread keeps its niceness. */
export function runWhenIdle(): void {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)!;
    execFileSync('chrt', ['-i', '-p', '0', thread], { stdio: 'ignore', timeout: 5_000 });
  } catch {}
}
