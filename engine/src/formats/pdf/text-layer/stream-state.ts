// The state of one content stream: the transformation, the text state, what `q` saved, and marked
// content that says other text than its characters (ISO 32000-2 §8.4.2, 9.3, 14.9.4).
import type { Operand } from './content-reader.ts';
import { type Matrix, multiply } from './matrix.ts';
import { TextCursor, type TextState } from './text-cursor.ts';

export interface Graphics {
  readonly matrix: Matrix;
  readonly text: TextState;
}

const deepestState = 500;
const deepestMark = 500;

export class StreamState {
  readonly cursor = new TextCursor();
  graphics: Graphics;
  readonly #saved: Graphics[] = [];
  /** The text of each open part, or null if its characters count. */
  readonly #marked: (string | null)[] = [];
  #replacing = 0;

  constructor(graphics: Graphics) {
    this.graphics = graphics;
  }

  setText(change: Partial<TextState>): void {
    this.graphics = { ...this.graphics, text: { ...this.graphics.text, ...change } };
  }

  beginMarked(replacement: string | null): void {
    if (this.#marked.length === deepestMark) return;
    this.#marked.push(replacement);
    if (replacement !== null) this.#replacing += 1;
  }

  /** What the next character says instead of itself. Null if it says itself. */
  takeReplacement(): string | null {
    if (this.#replacing === 0) return null;
    const place = this.#marked.findIndex((text) => text !== null);
    const text = this.#marked[place]!;
    this.#marked[place] = '';
    return text;
  }

  /** Returns false for an operator that is not about the state. */
  apply(operator: string, operands: readonly Operand[]): boolean {
    const change = changes[operator];
    if (!change) return false;
    change(
      this,
      operands.map((operand) => (typeof operand === 'number' ? operand : 0)),
    );
    return true;
  }

  save(): void {
    if (this.#saved.length < deepestState) this.#saved.push(this.graphics);
  }

  restore(): void {
    this.graphics = this.#saved.pop() ?? this.graphics;
  }

  endMarked(): void {
    if (typeof this.#marked.pop() === 'string') this.#replacing -= 1;
  }
}

type Change = (stream: StreamState, numbers: readonly number[]) => void;

const nextLine: Change = ({ cursor, graphics }) => cursor.nextLine(0, -graphics.text.leading);

const changes: Readonly<Record<string, Change>> = Object.assign(Object.create(null), {
  q: (stream) => stream.save(),
  Q: (stream) => stream.restore(),
  cm: (stream, numbers) => {
    stream.graphics = { ...stream.graphics, matrix: multiply(matrixOf(numbers), stream.graphics.matrix) };
  },
  BT: ({ cursor }) => cursor.begin(),
  Tc: (stream, [characterSpace = 0]) => stream.setText({ characterSpace }),
  Tw: (stream, [wordSpace = 0]) => stream.setText({ wordSpace }),
  Tz: (stream, [percent = 100]) => stream.setText({ stretch: percent / 100 }),
  TL: (stream, [leading = 0]) => stream.setText({ leading }),
  Ts: (stream, [rise = 0]) => stream.setText({ rise }),
  Td: ({ cursor }, [x = 0, y = 0]) => cursor.nextLine(x, y),
  TD: (stream, [x = 0, y = 0]) => {
    stream.setText({ leading: -y });
    stream.cursor.nextLine(x, y);
  },
  Tm: ({ cursor }, numbers) => cursor.begin(matrixOf(numbers)),
  'T*': nextLine,
  BMC: (stream) => stream.beginMarked(null),
  EMC: (stream) => stream.endMarked(),
} satisfies Record<string, Change>);

function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}
