// What the index says about an upload: which stored texts share shingles with it. Shingles that
// many texts contain count less.
import { type KeyedText, type Passage, soughtPlaces } from '@content-provenance/engine';

export interface FoundShingle {
  readonly hash: number;
  readonly rest: number;
  readonly track: number;
}

export class TextCandidates {
  /** Each hash once. */
  readonly hashes: readonly number[];
  readonly #text: KeyedText;
  readonly #placesOf = new Map<number, number[]>();
  /** Stored texts by place of the upload, in the order of the first search. */
  readonly #tracksAt = new Map<number, number[]>();

  constructor(text: KeyedText) {
    this.#text = text;
    for (const place of soughtPlaces(text.shingles)) {
      const hash = text.shingles[place]!;
      const places = this.#placesOf.get(hash);
      if (places) places.push(place);
      else this.#placesOf.set(hash, [place]);
    }
    this.hashes = [...this.#placesOf.keys()];
  }

  add(rows: readonly FoundShingle[]): void {
    for (const { hash, rest, track } of rows) {
      for (const place of this.#placesOf.get(hash) ?? []) {
        if (this.#text.rests[place] !== rest) continue;
        const tracks = this.#tracksAt.get(place);
        if (tracks) tracks.push(track);
        else this.#tracksAt.set(place, [track]);
      }
    }
  }

  /** Tracks, those with the most and the rarest shingles first. */
  best(count: number): number[] {
    const scores = new Map<number, number>();
    for (const places of this.#placesOf.values()) {
      // A shingle that the upload repeats counts once.
      const tracks = places.map((place) => this.#tracksAt.get(place)).find((found) => found !== undefined) ?? [];
      for (const track of tracks) scores.set(track, (scores.get(track) ?? 0) + 1 / tracks.length);
    }
    const ranked = [...scores].sort(([left, most], [right, more]) => more - most || left - right);
    return ranked.slice(0, count).map(([track]) => track);
  }

  /** Tracks with shingles in these passages: those with the most first, then the most popular. */
  sharers(passages: readonly Passage[], count: number): number[] {
    const shares = new Map<number, { hits: number; crowd: number }>();
    for (const [place, tracks] of this.#tracksAt) {
      if (!passages.some(({ from, to }) => from <= place && place < to)) continue;
      for (const track of tracks) {
        const share = shares.get(track) ?? { hits: 0, crowd: 0 };
        shares.set(track, { hits: share.hits + 1, crowd: Math.max(share.crowd, tracks.length) });
      }
    }
    const ranked = [...shares].sort(([, left], [, right]) => right.hits - left.hits || right.crowd - left.crowd);
    return ranked.slice(0, count).map(([track]) => track);
  }
}
