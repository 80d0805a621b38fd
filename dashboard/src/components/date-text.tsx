// A time of the service (ISO 8601, UTC) for people: in their own time zone, with the exact one in a
// tooltip.
interface DateTextProps {
  readonly time: string;
  /**
   * `day` if the hour does not matter, such as the end of a period. In UTC, because the service
   * counts days in UTC.
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
