// Texts about records that share words with a text. A match never says who wrote the text.
import { shareInWords } from '@content-provenance/engine/verdicts';

export const textMatchTexts = {
  title: 'Matching words',
  foundIn: (records: number) => `Found in ${records} records`,
  foundInMost: (records: number) => `The ${records} best matches`,
  choiceShare: (share: number) => `${shareInWords(share)} of the words here`,
  choiceIdentical: 'the same visible text',
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
