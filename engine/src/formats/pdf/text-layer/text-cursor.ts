// The text state of a content stream, and the place of each character it shows (ISO 32000-2 §9.3,
// 9.4).
import { type Matrix, moved, multiply, unchanged } from './matrix.ts';
import type { PdfFont } from './pdf-font.ts';
import { rightToLeft } from './reading-order.ts';
import type { Piece, Style } from './text-lines.ts';

export interface TextState {
  readonly font: PdfFont | null;
  readonly size: number;
  readonly characterSpace: number;
  readonly wordSpace: number;
  /** A share of the usual width. */
  readonly stretch: number;
  readonly leading: number;
  readonly rise: number;
}

export const firstTextState: TextState = {
  font: null,
  size: 1,
  characterSpace: 0,
  wordSpace: 0,
  stretch: 1,
  leading: 0,
  rise: 0,
};

export class TextCursor {
  #text: Matrix = unchanged;
  #line: Matrix = unchanged;

  begin(matrix: Matrix = unchanged): void {
    this.#text = matrix;
    this.#line = matrix;
  }

  nextLine(x: number, y: number): void {
    this.begin(moved(x, y, this.#line));
  }

  /** An adjustment in an array of strings, in thousandths of the size. */
  adjust(amount: number, { size, stretch, font }: TextState): void {
    if (font?.isVertical) this.#advance(0, (-amount / 1000) * size);
    else this.#advance((-amount / 1000) * size * stretch, 0);
  }

  /**
   * Adds a piece for each word and each space, and for each letter that is read from right to left.
   * replace: what the string says instead of its characters, or null.
   */
  show(text: string, state: TextState, page: Matrix, replace: () => string | null, add: (piece: Piece) => void): void {
    const { font, size, characterSpace, wordSpace } = state;
    if (!font) return;
    const place = multiply(moved(0, state.rise, this.#text), page);
    const style = styleOf(place, state);
    const stepX = font.isVertical ? place[2] : place[0] * state.stretch;
    const stepY = font.isVertical ? place[3] : place[1] * state.stretch;
    const close = (said: string, from: number, to: number, isSaid = false) => {
      const [x, y] = [place[4] + stepX * from, place[5] + stepY * from];
      add({ text: said, x, y, endX: place[4] + stepX * to, endY: place[5] + stepY * to, style, isSaid });
    };
    let [way, start, word] = [0, 0, ''];
    for (let at = 0; at < text.length; ) {
      const glyph = font.glyphAt(text, at);
      at += glyph.length;
      const replacement = replace();
      const said = replacement ?? glyph.text;
      const isApart = said === ' ' || said === '' || rightToLeft.test(said);
      if (isApart && word !== '') {
        close(word, start, way);
        word = '';
      }
      if (word === '') start = way;
      way += glyph.width * size + (glyph.isSpaceCode ? wordSpace : 0) + characterSpace;
      if (isApart) close(said, start, way, replacement === '');
      else word += said;
    }
    if (word !== '') close(word, start, way);
    if (font.isVertical) this.#advance(0, way);
    else this.#advance(way * state.stretch, 0);
  }

  #advance(x: number, y: number): void {
    this.#text = moved(x, y, this.#text);
  }
}

function styleOf(place: Matrix, { font, size, stretch }: TextState): Style {
  const sign = Math.sign(size) || 1;
  const [x, y] = font!.isVertical
    ? [-sign * place[2], -sign * place[3]]
    : [sign * stretch * place[0], sign * stretch * place[1]];
  const length = Math.hypot(x, y) || 1;
  return { directionX: x / length, directionY: y / length, size: Math.abs(size) * Math.hypot(place[2], place[3]) };
}
