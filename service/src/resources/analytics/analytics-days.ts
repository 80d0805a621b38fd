// Days, hours and spans of days, in UTC. Records are ranked per day and per ten days, so that a few
// lists cover a window of any length.

const hourMilliseconds = 60 * 60 * 1_000;
const dayMilliseconds = 24 * hourMilliseconds;
const daysPerSpan = 10;

/** `2026-11-30` */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** `2026-11-30T14` */
export function hourOf(time: number): string {
  return new Date(time).toISOString().slice(0, 13);
}

/** The spans that a moment counts for: its day, and ten days (`2026-11-21/10`). */
export function spansOf(time: number): readonly string[] {
  const spanMilliseconds = daysPerSpan * dayMilliseconds;
  const start = Math.floor(time / spanMilliseconds) * spanMilliseconds;
  return [dayOf(time), `${dayOf(start)}/${daysPerSpan}`];
}

/** The last days up to a moment, oldest first. */
export function daysUpTo(time: number, count: number): string[] {
  return Array.from({ length: count }, (_, place) => dayOf(time - (count - 1 - place) * dayMilliseconds));
}

/** The last hours up to a moment, oldest first. */
export function hoursUpTo(time: number, count: number): string[] {
  return Array.from({ length: count }, (_, place) => hourOf(time - (count - 1 - place) * hourMilliseconds));
}

/** Spans that cover those days: each day if there are few, otherwise the spans of ten days. */
export function spansUpTo(time: number, count: number): string[] {
  const which = count <= daysPerSpan ? 0 : 1;
  return [...new Set(Array.from({ length: count }, (_, age) => spansOf(time - age * dayMilliseconds)[which]!))];
}
