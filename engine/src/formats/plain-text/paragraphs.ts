// Where the payload goes in a text: at the start of every paragraph (separated by a blank line),
// before its first word, so that Markdown's own marks (headings, lists, quotes, emphasis) keep
// their meaning. If other paragraphs can carry the payload, those that a character at their start
// would break are skipped: fences and the code between them, rules, tags, link definitions, a first
// line for the shell.
import type { TextUnits } from '../../containers/text/text-units.ts';

// At most 20 MB of payload. A book has some thousand paragraphs.
const mostParagraphs = 100_000;

const visible = /[^\t-\r ]/g;
const blankLine = /(?:\n|\r(?!\n))[ \t]{0,200}[\r\n]/g;
const fenceLine = /(?:^|[\n\r])[ \t>]{0,20}(`{3,}|~{3,})/g;
const fragile = /<|```|~~~|#!|\[[^\]\r\n]{0,200}\]:/y;
// Quote marks, bullets, heads and numbers of lists, then any other ASCII punctuation.
const lead = /(?:[ \t>*+#-]|\d{1,9}[.)](?=[ \t])){0,100}[!-/:-@[-`{-~ \t]{0,100}/y;

export interface Paragraph {
  readonly start: number;
  /** The unit before which its payload goes. Null: it gets none. */
  readonly place: number | null;
}

/** Units before which the payload goes. Empty for a text without a visible character. */
export function findPlaces(text: TextUnits): number[] {
  return listParagraphs(text).flatMap(({ place }) => place ?? []);
}

/** The maximum number of paragraphs that get a payload. */
export function listParagraphs(text: TextUnits): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const isFenced = followFences(text.units);
  for (const start of paragraphStarts(text)) {
    paragraphs.push({ start, place: isFenced(start) ? null : placeIn(text, start) });
    if (paragraphs.length === mostParagraphs) break;
  }
  const [first] = paragraphs;
  if (first && paragraphs.every(({ place }) => place === null)) paragraphs[0] = { ...first, place: first.start };
  return paragraphs;
}

// Whether a place is between two fences (CommonMark 0.31 §4.5), where an extra character would
// break copied code. Places must be in ascending order.
function followFences(units: string): (place: number) => boolean {
  let open: string | null = null;
  let next = nextFence(units, 0);
  return (place) => {
    for (; next && next.index < place; next = nextFence(units, next.index + next[0].length)) {
      const [, mark] = next;
      if (open === null) open = mark!;
      else if (mark!.startsWith(open)) open = null;
    }
    return open !== null;
  };
}

function nextFence(units: string, from: number): RegExpExecArray | null {
  fenceLine.lastIndex = from;
  return fenceLine.exec(units);
}

function* paragraphStarts({ units, start }: TextUnits): Generator<number> {
  for (let at = skipBlanks(units, start); at < units.length; ) {
    yield at;
    blankLine.lastIndex = at;
    if (!blankLine.test(units)) return;
    at = skipBlanks(units, blankLine.lastIndex);
  }
}

function skipBlanks(units: string, from: number): number {
  visible.lastIndex = from;
  return visible.exec(units)?.index ?? units.length;
}

function placeIn(text: TextUnits, start: number): number | null {
  fragile.lastIndex = start;
  if (fragile.test(text.units)) return null;
  lead.lastIndex = start;
  lead.test(text.units);
  const place = lead.lastIndex;
  const next = text.units[place];
  if (next === undefined || next === '\n' || next === '\r') return null;
  return isMark(text, place) ? null : place;
}

// A combining mark belongs to the character before it, even at the start of a line.
function isMark({ units, unitSize }: TextUnits, place: number): boolean {
  if (units.charCodeAt(place) < 0x80) return false;
  const few = units.slice(place, place + 4);
  const character = unitSize === 2 ? few : Buffer.from(few, 'latin1').toString('utf8');
  return /^\p{M}/u.test(character);
}
