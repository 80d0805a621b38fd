// The ranges of analytics, and the smallest plan with each. The service enforces it.
import type { planNames } from '../../texts/overview.ts';

export type Range = 'day' | 7 | 30 | 90 | 365;
export type DayRange = Exclude<Range, 'day'>;

export const ranges: readonly Range[] = ['day', 7, 30, 90, 365];

export const planOfRange: Readonly<Record<Range, keyof typeof planNames>> = {
  day: 'free',
  7: 'free',
  30: 'starter',
  90: 'growth',
  365: 'enterprise',
};

/** As in the address: `day`, `7-days` … */
export function writeRange(range: Range): string {
  return range === 'day' ? range : `${range}-days`;
}

/** Undefined for anything else. */
export function readRange(text: string): Range | undefined {
  return ranges.find((range) => writeRange(range) === text);
}
