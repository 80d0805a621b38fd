// Where in a text the payload goes: at the start of every paragraph (split on a blank line), in
// front of its first word, so that Markdown's own marks (headings, lists, quotes, emphasis) keep
// their meaning. Paragraphs that a character at their start would break are passed over while
// others hold the payload: fences and the code between them, rules, tags, link definitions, a first
// line for the shell.
import type { TextUnits } from '../../containers/text/text-units.ts';

// At most twenty megabytes of payload; a book has some thousand paragraphs.
const mostParagraphs = 100_000;

const visible = /[^\t-\r ]/g;
const blankLine = /(?:\n|\r(?!\n))[ \t]{0,200}[\r\n]/g;
const fenceLine = /(?:^|[\n\r])[ \t>]{0,20}(`{3,}|~{3,})/g;
const fragile = /<|```|~~~|#!|\[[^\]\r\n]{0,200}\]:/y;
// Quote marks, bullets, heads and numbers of lists; then any other ASCII punctuation.
const lead = /(?:[ \t>*+#-]|\d{1,9}[.)](?=[ \t])){0,100}[!-/:-@[-`{-~ \t]{0,100}/y;

export interface Paragraph {
  readonly start: number;
  /** The unit before which its payload goes; null: it gets none. */
  readonly place: number | null;
}

/** Units before which the payload goes; none for a text without a visible character. */
export function findPlaces(text: TextUnits): number[] {
  return listParagraphs(text).flatMap(({ place }) => place ?? []);
}

/** As many as may get a payload. */
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

// Whether a place, further on each time, lies between two fences (CommonMark 0.31 §4.5): one more
// character in code breaks it when copied.
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

// A combining mark belongs to what stands before it, even at the start of a line.
function isMark({ units, unitSize }: TextUnits, place: number): boolean {
  if (units.charCodeAt(place) < 0x80) return false;
  const few = units.slice(place, place + 4);
  const character = unitSize === 2 ? few : Buffer.from(few, 'latin1').toString('utf8');
  return /^\p{M}/u.test(character);
}
