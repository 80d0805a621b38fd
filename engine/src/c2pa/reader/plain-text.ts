// Text from a manifest, which anyone can write: one line of printable characters of a bounded
// length. Direction marks and invisible characters are removed, because they make a name look like
// another one.

const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;
const longestText = 200;
/** How many labels a result lists. */
export const mostAssertions = 1_000;

/** Empty for what is not a text. */
export function plainText(value: unknown, longest = longestText): string {
  if (typeof value !== 'string') return '';
  // Bounded before the expression runs: a text can have megabytes.
  const text = value
    .slice(0, 4 * longest)
    .replace(/\s+/g, ' ')
    .replace(unprintable, '')
    .trim();
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text;
}

/** null for what is not the address of a web server. */
export function webAddress(value: unknown): string | null {
  const text = plainText(value, 500);
  if (text !== value || text.includes(' ')) return null;
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** ISO 8601 in UTC; null for what is not a time. */
export function timeText(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
