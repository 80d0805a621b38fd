// A time of the service (ISO 8601, UTC) as people here read it: in their own zone, the exact one
// behind it.
interface DateTextProps {
  readonly time: string;
  /**
   * `day` for what has no hour worth telling, e.g. the end of a period; told in UTC, as the service
   * counts days.
   */
  readonly kind?: 'time' | 'day';
}

export function DateText({ time, kind = 'time' }: DateTextProps) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={date.toISOString()}>
      {kind === 'day'
        ? date.toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
        : date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
