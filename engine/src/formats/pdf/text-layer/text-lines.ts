// Lines of words from characters with their places. Spaces follow from the gaps, because many
// programs place each word, or each letter, without a space.
import { inOrderOfReading } from './reading-order.ts';

/** What a string shows at one place. The units are the same for the whole page. */
export interface Piece {
  /** Empty if it is unknown. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly endX: number;
  readonly endY: number;
  /** Of the line of text, with length 1. */
  readonly directionX: number;
  readonly directionY: number;
  /** Of the font. */
  readonly size: number;
}

// Shares of the font size.
const gapOfWords = 0.15;
const gapOfIdeographs = 0.5;
const leastTracking = 0.08;
const mostTracking = 0.6;
const leastGapsForTracking = 6;
const sameLine = 0.5;
const farBack = 0.75;
const farBackFromRightToLeft = 4;
/** From one line of a paragraph to the next. */
const widestLineSpacing = 2;

const mostPieces = 20_000;
const mostText = 4_000_000;
const ideograph = /[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const letter = /[\p{L}\p{N}]/u;
const rightToLeft = /[\u0590-\u08ff]/;

export class TextLines {
  readonly #lines: string[] = [];
  #length = 0;
  #line: Piece[] = [];

  get isFull(): boolean {
    return this.#length >= mostText;
  }

  add(piece: Piece): void {
    const last = this.#line.at(-1);
    if (last && !continues(last, piece)) {
      const start = this.#line[0]!;
      const isNear = sameDirection(start, piece) && Math.abs(across(start.x, start.y, piece)) <= widestLineSpacing;
      if (isNear) this.#endLine();
      else this.endParagraph();
    } else if (this.#line.length === mostPieces) this.#endLine();
    this.#line.push(piece);
  }

  endParagraph(): void {
    this.#endLine();
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  /** Null if there is no text. */
  toText(): string | null {
    this.#endLine();
    if (this.#lines.at(-1) === '') this.#lines.pop();
    return this.#lines.length > 0 ? this.#lines.join('\n') : null;
  }

  #endLine(): void {
    const line = joinPieces(this.#line).trim();
    this.#line = [];
    if (line === '') return;
    this.#length += line.length + 1;
    this.#lines.push(line);
  }
}

function sameDirection(left: Piece, right: Piece): boolean {
  return left.directionX * right.directionX + left.directionY * right.directionY > 0.9;
}

/** How far the piece is from a place, along its line, in shares of its size. */
function along(x: number, y: number, { x: toX, y: toY, directionX, directionY, size }: Piece): number {
  return ((toX - x) * directionX + (toY - y) * directionY) / (size || 1);
}

function across(x: number, y: number, { x: toX, y: toY, directionX, directionY, size }: Piece): number {
  return ((toY - y) * directionX - (toX - x) * directionY) / (size || 1);
}

function continues(last: Piece, next: Piece): boolean {
  if (!sameDirection(last, next)) return false;
  // A small sign next to a large letter is on its line.
  const scale = Math.min(1, next.size / (last.size || 1));
  if (Math.abs(across(last.endX, last.endY, next)) * scale > sameLine) return false;
  const back = -along(last.endX, last.endY, next) * scale;
  return back < (rightToLeft.test(next.text) ? farBackFromRightToLeft : farBack);
}

function joinPieces(pieces: readonly Piece[]): string {
  const line = inOrderOfReading(pieces);
  const gaps = line.map((piece, place) => (place === 0 ? 0 : gapBetween(line[place - 1]!, piece)));
  const isWithin = (place: number) => letter.test(line[place]!.text) && letter.test(line[place - 1]!.text);
  const tracking = trackingOf(gaps.filter((_, place) => place > 0 && isWithin(place)));
  const least = gapOfWords + tracking;
  let text = '';
  for (const [place, piece] of line.entries()) {
    const isGap = place > 0 && gaps[place]! > least && !isWithinIdeographs(line[place - 1]!, piece, gaps[place]!);
    if (isGap) text += ' ';
    text += piece.text;
  }
  return text.replaceAll(/ {2,}/g, ' ');
}

/** Between the nearer ends of two pieces, in shares of the size. */
function gapBetween(left: Piece, right: Piece): number {
  const scale = Math.min(1, right.size / (left.size || 1));
  const forward = along(left.endX, left.endY, right) * scale;
  if (forward > -farBack) return forward;
  return -along(left.x, left.y, { ...right, x: right.endX, y: right.endY }) * scale;
}

function isWithinIdeographs(left: Piece, right: Piece, gap: number): boolean {
  return gap < gapOfIdeographs && ideograph.test(left.text) && ideograph.test(right.text);
}

// Letters that are set apart, such as in a heading, have a gap almost everywhere.
function trackingOf(gaps: readonly number[]): number {
  if (gaps.length < leastGapsForTracking) return 0;
  const middle = gaps.toSorted((left, right) => left - right)[gaps.length >> 1]!;
  return middle > leastTracking && middle < mostTracking ? middle : 0;
}
