// A time limit that a pause does not use up. It counts the ticks of its timer, and a late tick
// counts once: after the machine slept or the processes were stopped, the work continues with its
// remaining time.

const ticks = 40;

/**
 * Calls `end` after this many milliseconds of running time. Returns a function that cancels the
 * limit.
 */
export function startTimeLimit(milliseconds: number, end: () => void): () => void {
  let left = ticks;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    end();
  }, milliseconds / ticks);
  return () => clearInterval(timer);
}
