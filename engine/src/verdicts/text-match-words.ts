// Texts about a record that shares words with a file, for the page, the command line and agents. A
// match never says who wrote the file.

interface StatedMatch {
  readonly visible_text: 'identical' | 'different';
  /** From 0 to 1. */
  readonly upload_share: number;
  readonly record_share: number;
}

export function textMatchInWords({ visible_text, upload_share, record_share }: StatedMatch): string {
  if (visible_text === 'identical')
    return 'The visible text is the same as that of the record. Only white space and invisible characters can differ.';
  const here = shareInWords(upload_share);
  const words = `${here.charAt(0).toUpperCase()}${here.slice(1)} of the words here are also in the text of the record, in the same order.`;
  const there = `They are ${shareInWords(record_share)} of that text.`;
  const isAll = upload_share === 1 && record_share === 1;
  return `${words} ${there}${isAll ? ' Case, accents, punctuation and layout can differ.' : ''}`;
}

/** "about 91%". Never rounded to all or to nothing. */
export function shareInWords(share: number): string {
  if (share === 1) return 'all';
  if (share > 0.99) return 'more than 99%';
  return share < 0.01 ? 'less than 1%' : `about ${Math.round(share * 100)}%`;
}
