// The text state of a content stream, and the place of each character it shows (ISO 32000-2 §9.3,
// 9.4).
import { type Matrix, multiply, unchanged } from './matrix.ts';
import type { PdfFont } from './pdf-font.ts';
import type { Piece } from './text-lines.ts';

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
    this.begin(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  /** An adjustment in an array of strings, in thousandths of the size. */
  adjust(amount: number, { size, stretch, font }: TextState): void {
    if (font?.isVertical) this.#advance(0, (-amount / 1000) * size);
    else this.#advance((-amount / 1000) * size * stretch, 0);
  }

  /** said: what the string says instead of its characters. */
  show(text: string, state: TextState, page: Matrix, said: () => string | null, add: (piece: Piece) => void): void {
    const { font, size, characterSpace, wordSpace, stretch } = state;
    if (!font) return;
    const [a, b, c, d, e, f] = multiply(multiply([1, 0, 0, 1, 0, state.rise], this.#text), page);
    const [stepX, stepY] = font.isVertical ? [c, d] : [a * stretch, b * stretch];
    const sign = (Math.sign(size) || 1) * (font.isVertical ? -1 : 1);
    const length = Math.hypot(stepX, stepY) || 1;
    const [directionX, directionY] = [(stepX / length) * sign, (stepY / length) * sign];
    const height = Math.abs(size) * Math.hypot(c, d);
    let way = 0;
    for (let at = 0; at < text.length; ) {
      const glyph = font.glyphAt(text, at);
      at += glyph.length;
      const [x, y] = [e + stepX * way, f + stepY * way];
      way += glyph.width * size + (glyph.isSpaceCode ? wordSpace : 0) + characterSpace;
      const [endX, endY] = [e + stepX * way, f + stepY * way];
      add({ text: said() ?? glyph.text, x, y, endX, endY, directionX, directionY, size: height });
    }
    if (font.isVertical) this.#advance(0, way);
    else this.#advance(way * stretch, 0);
  }

  #advance(x: number, y: number): void {
    this.#text = multiply([1, 0, 0, 1, x, y], this.#text);
  }
}
