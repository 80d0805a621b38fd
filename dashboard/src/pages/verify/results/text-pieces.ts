// A text in pieces to draw: the parts of a match, what is between them, and folds in long pieces.
// No piece begins inside a character. Together, the pieces are the text.

export type PieceState = 'kept' | 'changed' | 'added' | 'between';

/** Places are UTF-16 code units of the text. */
export interface Part {
  readonly state: 'kept' | 'changed' | 'added';
  readonly start: number;
  readonly end: number;
}

export interface Piece {
  readonly state: PieceState;
  readonly start: number;
  readonly text: string;
  /** Closed at first, because what surrounds it says enough. */
  readonly isFolded: boolean;
}

/** Characters. A shorter piece is easier to read than to open. */
const LONGEST_PIECE = 1_500;
const SHOWN_AT_ENDS = 300;
/** A cut is at a space, if there is one within this distance. */
const WORD_REACH = 40;

/** parts: in order, as the service sends them. */
export function piecesOf(text: string, parts: readonly Part[]): Piece[] {
  const pieces: Piece[] = [];
  let next = 0;
  for (const { state, start, end } of parts) {
    pieces.push(...foldLong('between', text, next, start), ...foldLong(state, text, start, end));
    next = end;
  }
  return [...pieces, ...foldLong('between', text, next, text.length)];
}

function foldLong(state: PieceState, text: string, start: number, end: number): Piece[] {
  const piece = (from: number, to: number, isFolded = false): Piece[] =>
    to > from ? [{ state, start: from, text: text.slice(from, to), isFolded }] : [];
  if (end - start <= LONGEST_PIECE) return piece(start, end);
  const [first, last] = [cutNear(text, start + SHOWN_AT_ENDS), cutNear(text, end - SHOWN_AT_ENDS)];
  return [...piece(start, first), ...piece(first, last, true), ...piece(last, end)];
}

const inside = /^[\p{M}\p{Default_Ignorable_Code_Point}\p{EMod}\u{dc00}-\u{dfff}]/u;

/** A place before which a reader sees a whole character, at a space if possible. */
function cutNear(text: string, place: number): number {
  const space = text.slice(place - WORD_REACH, place).search(/\s\S*$/);
  if (space >= 0) return place - WORD_REACH + space + 1;
  for (let cut = place; cut > place - WORD_REACH; cut -= 1) {
    const isJoined = text[cut - 1] === '\u200d';
    if (!isJoined && !inside.test(text.slice(cut, cut + 2))) return cut;
  }
  return isHighSurrogate(text, place - 1) ? place - 1 : place;
}

function isHighSurrogate(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return code >= 0xd800 && code < 0xdc00;
}
