// How long a run still takes, in words, from the time so far and the part that is done.

/** Too early to say anything. */
const leastSeconds = 5;
const leastDone = 0.01;

/** `done`: from 0 to 1. Empty if it is too early to say. */
export function timeLeft(milliseconds: number, done: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < leastSeconds || !(done >= leastDone && done < 1)) return '';
  return `, about ${inWords((seconds * (1 - done)) / done)} left`;
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}
