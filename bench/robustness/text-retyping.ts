// What happens to a text on its way without a change of its words: other quotes and dashes, line
// breaks, case, normal forms. People and programs do it to every text that they copy.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import { isUnspaced } from './text-words.ts';

export interface Retyping {
  readonly name: string;
  readonly apply: (text: string, language: string, random: Random) => string;
}

export function stripIgnorable(text: string): string {
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
}

export const retypings: readonly Retyping[] = [
  { name: 'straight quotes and hyphens', apply: straighten },
  { name: 'curly quotes and dashes', apply: curl },
  { name: 'ligatures', apply: (text) => replaceEach(text, { ffi: 'ﬃ', ffl: 'ﬄ', ff: 'ﬀ', fi: 'ﬁ', fl: 'ﬂ' }) },
  { name: 'NFC', apply: (text) => text.normalize('NFC') },
  { name: 'NFD', apply: (text) => text.normalize('NFD') },
  { name: 'NFKC', apply: (text) => text.normalize('NFKC') },
  {
    name: 'some no-break spaces',
    apply: (text, _, random) => text.replaceAll(' ', () => (random.below(3) === 0 ? '\u00a0' : ' ')),
  },
  { name: 'two spaces after a period', apply: (text) => text.replaceAll(/([.!?]) /g, '$1  ') },
  { name: 'lower case', apply: (text) => text.toLowerCase() },
  { name: 'upper case', apply: (text, language) => text.toLocaleUpperCase(language) },
  { name: 'one line', apply: (text) => text.replaceAll(/\s+/g, ' ') },
  { name: 'wrapped at 60 columns', apply: (text, language) => wrap(text, language, 60) },
  { name: 'wrapped at 72 columns', apply: (text, language) => wrap(text, language, 72) },
  { name: 'wrapped at 80 columns', apply: (text, language) => wrap(text, language, 80) },
  { name: 'wrapped and hyphenated', apply: (text, language) => wrap(text, language, 60, true) },
  { name: 'Windows line ends', apply: (text, language) => wrap(text, language, 72).replaceAll('\n', '\r\n') },
  { name: 'quoted in an email', apply: (text, language) => wrap(text, language, 70).replaceAll(/^/gm, '> ') },
];

function straighten(text: string): string {
  return replaceEach(text, {
    ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‘': "'", '’': "'", '‚': "'" },
    ...{ '…': '...', '–': '-', '—': '--', '‐': '-', '‑': '-' },
  });
}

function curl(text: string): string {
  return text
    .replaceAll(/(?<![^\s([])"/g, '“')
    .replaceAll('"', '”')
    .replaceAll(/(?<![^\s([])'/g, '‘')
    .replaceAll("'", '’')
    .replaceAll('...', '…')
    .replaceAll(/ --? /g, ' — ');
}

function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

/** columns: of Latin letters. A Chinese or Japanese character needs two. */
function wrap(text: string, language: string, columns: number, hyphenate = false): string {
  const wrapLine = (line: string) => {
    if (isUnspaced(language)) return line.match(new RegExp(`.{1,${columns / 2}}`, 'gu'))?.join('\n') ?? line;
    return wrapWords(line.split(' '), columns, hyphenate);
  };
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapWords(words: readonly string[], columns: number, hyphenate: boolean): string {
  const lines: string[] = [];
  let line = '';
  for (let word of words) {
    if (line && line.length + 1 + word.length > columns) {
      const room = Math.min(columns - line.length - 2, word.length - 3);
      const canSplit = hyphenate && room >= 3 && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(word);
      lines.push(canSplit ? `${line} ${word.slice(0, room)}-` : line);
      if (canSplit) word = word.slice(room);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}
