// Which words of an upload are common: at least eight different stored texts have the passage
// around them. The texts themselves are compared. A phrase of a few words says nothing, because
// each phrase of a language is in many texts when millions are stored.
import { findPassages, type KeyedText, type Passage } from '@content-provenance/engine';

/** Different texts, the match among them. */
const COMMON = 8;
/** Passages closer together are compared as one. */
const NEAR = 40;

export class CommonWords {
  readonly #text: KeyedText;
  readonly #counts: Uint8Array;
  readonly #passages: readonly Passage[];

  /** passages: of all matches. Other places need no answer. */
  constructor(text: KeyedText, passages: readonly Passage[]) {
    this.#text = text;
    this.#counts = new Uint8Array(text.codes.length);
    this.#passages = merge(passages);
  }

  /** Codes that are compared for a stored text of this length. */
  cost(length: number): number {
    return this.#passages.reduce((sum, { from, to }) => sum + to - from + length, 0);
  }

  /** At most 255 texts, each once. */
  count(codes: Uint8Array): void {
    for (const { from, to } of this.#passages) {
      const part = { codes: this.#text.codes.subarray(from, to), weights: this.#text.weights.subarray(from, to) };
      for (const found of findPassages(part, codes)) {
        for (let place = from + found.from; place < from + found.to; place += 1) this.#counts[place]! += 1;
      }
    }
  }

  isCommon(place: number): boolean {
    return this.#counts[place]! >= COMMON;
  }
}

function merge(passages: readonly Passage[]): Passage[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...passages].sort((left, right) => left.from - right.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to + NEAR) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
