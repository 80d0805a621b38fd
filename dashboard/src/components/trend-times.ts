// The bars of a trend: how many days one bar covers, so that bars stay readable on a phone, and the
// names of hours, days, weeks and months. The service counts in UTC.
import { trendTexts as texts } from '../texts/analytics.ts';

export type Counts = Readonly<Record<string, number>>;

export interface Bar {
  readonly name: string;
  readonly counts: Counts;
}

export interface Bars {
  readonly unit: string;
  readonly bars: readonly Bar[];
}

type CountedDay = { readonly date: string } & Readonly<Record<string, string | number>>;
type CountedHour = { readonly start: string } & Readonly<Record<string, string | number>>;

const mostDayBars = 31;
const mostWeekDays = 120;

export function barsOfDays(days: readonly CountedDay[]): Bars {
  if (days.length <= mostDayBars)
    return { unit: texts.day, bars: days.map((day) => ({ name: dayName(day.date), counts: countsOf(day) })) };
  if (days.length <= mostWeekDays) return { unit: texts.week, bars: inGroups(days, weekOf(days), (day) => day) };
  return {
    unit: texts.month,
    bars: inGroups(
      days,
      ({ date }) => monthName(date),
      (_, name) => name,
    ),
  };
}

export function barsOfHours(hours: readonly CountedHour[]): Bars {
  const name = (start: string) =>
    new Date(start).toLocaleTimeString('en', { hour: 'numeric', hour12: false, minute: '2-digit', timeZone: 'UTC' });
  return { unit: texts.hour, bars: hours.map((hour) => ({ name: name(hour.start), counts: countsOf(hour) })) };
}

export function dayName(date: string): string {
  return new Date(date).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

function monthName(date: string): string {
  return new Date(date).toLocaleDateString('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** Weeks end today, so that the last one is as long as the others. */
function weekOf(days: readonly CountedDay[]): (day: CountedDay) => string {
  const places = new Map(days.map(({ date }, place) => [date, Math.ceil((days.length - place) / 7)]));
  return ({ date }) => String(places.get(date));
}

function inGroups(
  days: readonly CountedDay[],
  groupOf: (day: CountedDay) => string,
  nameOf: (firstDay: string, group: string) => string,
): readonly Bar[] {
  return [...Map.groupBy(days, groupOf)].map(([group, own]) => ({
    name: nameOf(dayName(own[0]!.date), group),
    counts: own.map(countsOf).reduce(addCounts),
  }));
}

function addCounts(left: Counts, right: Counts): Counts {
  return Object.fromEntries(Object.keys(left).map((name) => [name, (left[name] ?? 0) + (right[name] ?? 0)]));
}

function countsOf(row: Readonly<Record<string, string | number>>): Counts {
  return Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
