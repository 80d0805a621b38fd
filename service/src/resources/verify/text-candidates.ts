// What the index says about an upload: which stored texts share shingles with it, and which of its
// words are common. Shingles that many texts contain count less. Words are common if at least eight
// different texts contain the words around them.
import { type KeyedText, soughtPlaces } from '@content-provenance/engine';

/** Different texts that make their common words count nothing. */
const COMMON = 8;
/**
 * How far around a place the texts are counted. A text has a key in any 37 places
 * (engine, index-keys.ts), so it has one on each side.
 */
const AROUND = 37;

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

  /** By place of the upload. Places between two that were found are like the nearest one. */
  common(): (place: number) => boolean {
    const found = [...this.#tracksAt.keys()].sort((left, right) => left - right);
    const isCommon = this.#areCommon(found);
    const states = new Uint8Array(this.#text.codes.length);
    let nearest = 0;
    for (const place of states.keys()) {
      while (nearest + 1 < found.length && found[nearest + 1]! - place <= place - found[nearest]!) nearest += 1;
      states[place] = isCommon[nearest] ? 1 : 0;
    }
    return (place) => states[place] === 1;
  }

  /** Whether many different texts have a shingle around each of these places. */
  #areCommon(places: readonly number[]): boolean[] {
    const counts = new Map<number, number>();
    const count = (place: number, change: 1 | -1) => {
      for (const track of this.#tracksAt.get(place)!) {
        const now = (counts.get(track) ?? 0) + change;
        if (now === 0) counts.delete(track);
        else counts.set(track, now);
      }
    };
    let [entered, left] = [0, 0];
    return places.map((place) => {
      for (; entered < places.length && places[entered]! <= place + AROUND; entered += 1) count(places[entered]!, 1);
      for (; places[left]! < place - AROUND; left += 1) count(places[left]!, -1);
      return counts.size >= COMMON;
    });
  }
}
