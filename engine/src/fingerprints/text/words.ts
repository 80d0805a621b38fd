// Splits a text into words in a form that does not depend on how somebody typed it: without case,
// accents, punctuation, white space, line breaks and invisible characters. In scripts without
// spaces, each character is a word. Linear in the text, and bounded.

export interface Words {
  readonly count: number;
  /** 32 bits for each word. */
  readonly hashes: Uint32Array;
  /** Whether the word is a character of a script without spaces: 1 or 0. */
  readonly spaceless: Uint8Array;
  /** Places in the text, in UTF-16 code units. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The words that are read. A novel has about 100,000. */
export const MOST_WORDS = 50_000;

const spaceless = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}\p{scx=Tibt}]`;
const character = String.raw`[\p{L}\p{N}]`;
// An apostrophe or a hyphen joins what it connects, also at the end of a line, where another
// program can have added the hyphen.
const joint = String.raw`['’ʼ\u2010\u2011\-](?=${character})|[\-\u2010][ \t]{0,16}\r?\n[ \t>]{0,32}(?=\p{Ll})`;
const follower = String.raw`[\p{M}\p{Default_Ignorable_Code_Point}]`;
// The target of a link in Markdown, and tags. A program that draws them does not show them.
const markup = String.raw`\]\([^\(\)\s]{0,500}(?:[ \t]"[^"]{0,200}")?\)|<\/?[A-Za-z][^<>]{0,500}>`;
// A word without an end is cut into pieces.
const word = new RegExp(
  `${markup}|(?<single>[${character}&&${spaceless}])${follower}{0,8}|` +
    String.raw`[${character}--${spaceless}](?:[[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]--${spaceless}]|${joint}){0,127}`,
  'gv',
);
const plainWord = /^[A-Z0-9]*$/;
const dropped = /[^\p{L}\p{N}]+/gu;

export function splitWords(text: string): Words {
  const hashes: number[] = [];
  const singles: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(word)) {
    const plain = match[0].startsWith('<') || match[0].startsWith(']') ? '' : normalizeWord(match[0]);
    if (plain === '') continue;
    hashes.push(hashWord(plain));
    singles.push(match.groups!.single === undefined ? 0 : 1);
    starts.push(match.index);
    ends.push(match.index + match[0].length);
    if (hashes.length === MOST_WORDS) break;
  }
  return {
    count: hashes.length,
    hashes: Uint32Array.from(hashes),
    spaceless: Uint8Array.from(singles),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
  };
}

// Compatibility forms, such as ligatures and full width, become ordinary letters. Accents go,
// because many keyboards lack them. Upper case, because it has one form of ß and of a final sigma.
function normalizeWord(word: string): string {
  const upper = word.toUpperCase();
  if (plainWord.test(upper)) return upper;
  return upper.normalize('NFKD').toUpperCase().replace(dropped, '');
}

/** FNV-1a with the finalizer of MurmurHash3. */
function hashWord(word: string): number {
  let bits = 0x811c9dc5;
  for (let place = 0; place < word.length; place += 1) bits = Math.imul(bits ^ word.charCodeAt(place), 0x01000193);
  return spread(bits);
}

/** Every bit of the result depends on every bit of the input. */
export function spread(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
