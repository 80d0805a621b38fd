// Makes text from a manifest safe to show, because anyone can write a manifest: one line of
// printable characters with a bounded length. Direction marks and invisible characters are removed,
// because they make one name look like another.

const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;
const longestText = 200;
/** The most labels that a result lists. */
export const mostAssertions = 1_000;

/** Empty if the value is not a string. */
export function plainText(value: unknown, longest = longestText): string {
  if (typeof value !== 'string') return '';
  // Cut before the expressions run, because a text can have megabytes.
  const text = value
    .slice(0, 4 * longest)
    .replace(/\s+/g, ' ')
    .replace(unprintable, '')
    .trim();
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text;
}

/** null if the value is not an http or https URL, or if it contains credentials. */
export function webAddress(value: unknown): string | null {
  const text = plainText(value, 500);
  if (text !== value || text.includes(' ')) return null;
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** ISO 8601 in UTC; null if the value is not a time. */
export function timeText(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
