// Texts about records that share words with a text. A match never says who wrote the text.

/** From 0 to 1. Never rounded to all or to nothing. */
function shareInWords(share: number): string {
  if (share === 1) return 'all';
  if (share > 0.99) return 'more than 99%';
  return share < 0.01 ? 'less than 1%' : `about ${Math.round(share * 100)}%`;
}

export const textMatchTexts = {
  title: 'Matching words',
  foundIn: (records: number) => (records === 1 ? 'Found in 1 record' : `Found in ${records} records`),
  foundInMost: (records: number) => `The ${records} best matches`,
  choiceShare: (share: number) => `${shareInWords(share)} of the words here`,
  choiceIdentical: 'the same visible text',
  identical:
    'The visible text is the same as that of the record. Only white space and invisible characters can differ.',
  shares(uploadShare: number, recordShare: number): string {
    const here = shareInWords(uploadShare);
    const words = `${here.charAt(0).toUpperCase()}${here.slice(1)} of the words here are also in the text of the record, in the same order.`;
    const there = `They are ${shareInWords(recordShare)} of that text.`;
    const rest = uploadShare === 1 && recordShare === 1 ? ' Case, accents, punctuation and layout can differ.' : '';
    return `${words} ${there}${rest}`;
  },
  states: {
    kept: 'In the record',
    changed: 'The record has other words here',
    added: 'The record has nothing here',
  },
  /** For screen readers, around the words. */
  spoken: { changed: '[other words in the record: ', added: '[not in the record: ', end: ']' },
  yourText: 'Your text with marks',
  more: {
    kept: (characters: string) => `Show ${characters} more characters that are in the record`,
    changed: (characters: string) => `Show ${characters} more characters that differ from the record`,
    added: (characters: string) => `Show ${characters} more characters that are not in the record`,
    between: (characters: string) => `Show ${characters} more characters`,
  },
  gone: 'Verify the file again to see which words match. Your text does not survive a reload of this page.',
  partsLimit: (parts: string) => `Only the first ${parts} parts are marked. What follows was not marked.`,
  wordsLimit: (words: string) => `The service compares the first ${words} words of a text.`,
  notes: {
    proof: 'A text match is not proof. Anyone can copy, quote or retype a text.',
    stored:
      'The service does not store texts, only fingerprints of them. So it cannot show the words of the record, or words that are missing here.',
    exact: 'Marks are exact to about one word: a matching word between two changed words is marked as changed.',
  },
};
