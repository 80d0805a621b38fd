// Lines of words from characters with their places. Spaces follow from the gaps, because many
// programs place each word, or each letter, without a space.
import { inOrderOfReading, rightToLeft } from './reading-order.ts';

export interface Style {
  /** Direction of the line of text, with length 1. */
  readonly directionX: number;
  readonly directionY: number;
  /** Size of the font. */
  readonly size: number;
}

/** A word, a space or a letter at its place. The units are the same for the whole page. */
export interface Piece {
  /** Empty if it is unknown. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly endX: number;
  readonly endY: number;
  readonly style: Style;
  /** Whether the piece before it already says this one. */
  readonly isSaid: boolean;
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

export class TextLines {
  readonly #lines: string[] = [];
  #length = 0;
  #line: Piece[] = [];

  get isFull(): boolean {
    return this.#length >= mostText;
  }

  add(piece: Piece): void {
    const last = this.#line.at(-1);
    if (last && piece.isSaid) {
      this.#line[this.#line.length - 1] = widen(last, piece);
      return;
    }
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
    // A soft hyphen is visible only at the end of a line.
    const line = joinPieces(this.#line)
      .trim()
      .replace(/\u00ad$/, '-')
      .replaceAll('\u00ad', '');
    this.#line = [];
    if (line === '') return;
    this.#length += line.length + 1;
    this.#lines.push(line);
  }
}

function sameDirection({ style: left }: Piece, { style: right }: Piece): boolean {
  return left === right || left.directionX * right.directionX + left.directionY * right.directionY > 0.9;
}

/** How far a place is from another one, along the line, in shares of the size. */
function along(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  { directionX, directionY, size }: Style,
): number {
  return ((toX - fromX) * directionX + (toY - fromY) * directionY) / (size || 1);
}

function across(fromX: number, fromY: number, { x, y, style }: Piece): number {
  return ((y - fromY) * style.directionX - (x - fromX) * style.directionY) / (style.size || 1);
}

/** A small sign next to a large letter is measured by the letter. */
function scaleOf(left: Piece, right: Piece): number {
  return Math.min(1, right.style.size / (left.style.size || 1));
}

function widen(piece: Piece, { x, y, endX, endY, style }: Piece): Piece {
  const from = along(piece.x, piece.y, x, y, style) < 0 ? { x, y } : {};
  const to = along(piece.endX, piece.endY, endX, endY, style) > 0 ? { endX, endY } : {};
  return { ...piece, ...from, ...to };
}

function continues(last: Piece, next: Piece): boolean {
  if (!sameDirection(last, next)) return false;
  const scale = scaleOf(last, next);
  if (Math.abs(across(last.endX, last.endY, next)) * scale > sameLine) return false;
  const back = -along(last.endX, last.endY, next.x, next.y, next.style) * scale;
  return back < (rightToLeft.test(next.text) ? farBackFromRightToLeft : farBack);
}

function joinPieces(pieces: readonly Piece[]): string {
  const line = inOrderOfReading(pieces);
  const gaps = line.map((piece, place) => (place === 0 ? 0 : gapBetween(line[place - 1]!, piece)));
  const least = gapOfWords + trackingOf(line, gaps);
  let text = '';
  for (const [place, piece] of line.entries()) {
    const isGap = gaps[place]! > least && !isWithinIdeographs(line[place - 1]!, piece, gaps[place]!);
    text += isGap ? ` ${piece.text}` : piece.text;
  }
  return text.replaceAll(/ {2,}/g, ' ');
}

/** Between the nearer ends of two pieces, in shares of the size. */
function gapBetween(left: Piece, right: Piece): number {
  const scale = scaleOf(left, right);
  const forward = along(left.endX, left.endY, right.x, right.y, right.style) * scale;
  return forward > -farBack ? forward : along(right.endX, right.endY, left.x, left.y, right.style) * scale;
}

function isWithinIdeographs(left: Piece, right: Piece, gap: number): boolean {
  return gap < gapOfIdeographs && ideograph.test(left.text) && ideograph.test(right.text);
}

// Letters that are set apart, such as in a heading, have a gap almost everywhere.
function trackingOf(line: readonly Piece[], gaps: readonly number[]): number {
  const wide = gaps.filter(
    (gap, place) => gap > leastTracking && letter.test(line[place]!.text) && letter.test(line[place - 1]!.text),
  );
  if (wide.length < leastGapsForTracking) return 0;
  const within = line.reduce((sum, { text }) => sum + Math.max(0, text.length - 1), 0);
  const narrow = gaps.length - 1 - wide.length + within;
  const middle = wide.sort((left, right) => left - right)[(wide.length - 1 - narrow) >> 1];
  return wide.length > narrow && middle !== undefined && middle < mostTracking ? middle : 0;
}
