// The billing period: the calendar month in UTC (docs/specification).

export interface BillingPeriod {
  /** `2026-11` */
  readonly name: string;
  readonly start: string;
  /** The first moment after it. */
  readonly end: string;
}

export function periodAt(time: number): BillingPeriod {
  const moment = new Date(time);
  const year = moment.getUTCFullYear();
  const month = moment.getUTCMonth();
  const start = new Date(Date.UTC(year, month, 1)).toISOString();
  return { name: start.slice(0, 7), start, end: new Date(Date.UTC(year, month + 1, 1)).toISOString() };
}
