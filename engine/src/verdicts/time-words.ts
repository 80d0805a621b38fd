// How every page shows a time: day, month name, minute and time zone.

/** An IANA time zone. Default: the time zone of the reader's machine. */
export function timeInWords(time: string | number | Date, timeZone?: string): string {
  const zone = timeZone ?? 'local';
  const format = formats.get(zone) ?? makeFormat(zone, timeZone);
  return format.format(new Date(time));
}

// Creating a formatter takes longer than using it a hundred times.
const formats = new Map<string, Intl.DateTimeFormat>();

function makeFormat(zone: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  formats.set(zone, format);
  return format;
}
