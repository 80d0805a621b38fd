// A time limit that a pause does not use up. It counts the ticks of its own timer, and a tick that
// comes late counts once: when the machine slept or the processes were stopped, the work goes on
// with the time it had left.

const ticks = 40;

/** Calls `end` after so many milliseconds of running time. Returns what calls the limit off. */
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
