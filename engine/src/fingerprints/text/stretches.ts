// Stretches in which two texts agree, found as BLAST finds them in genes: three equal codes in a
// row are a seed, and a seed grows in both directions while the score does not fall too far below
// its best. Matches add to the score and changes take from it, so a stretch can contain changed
// words. The score is in bits. By chance, two given places of unrelated texts start a stretch of S
// bits with a probability below 2^-S, because the expectation of 2^score does not grow: codes have
// 256 values, and 2^MATCH ÷ 256 + 2^CHANGE × 255 ÷ 256 = 1.

/** log2(0.5 × 256) and log2(0.5 × 256 ÷ 255): made for texts in which half of the codes agree. */
const MATCH = 7;
const CHANGE = -0.9943;
/** How far the score can fall: about 14 changed words in a row. */
const MOST_DROP = 14;
const SEED = 3;
const SEED_MASK = 256 ** SEED - 1;
/** A seed that is in more places of the upload is skipped, so that repetition costs nothing. */
const MOST_PLACES = 8;

/** Equal or similar codes from `from` to before `to`, and from `recordFrom` in the other text. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly recordFrom: number;
  /** In bits. */
  readonly score: number;
}

/** weights: how much each code of the upload counts, at most 1. */
export function findStretches(upload: Uint8Array, record: Uint8Array, weights: Float32Array): Stretch[] {
  const seeds = seedPlaces(upload);
  const ends = new Map<number, number>();
  const stretches: Stretch[] = [];
  for (const [recordPlace, seed] of seedsOf(record)) {
    for (const place of seeds.get(seed) ?? []) {
      const shift = recordPlace - place;
      if (place < (ends.get(shift) ?? 0)) continue;
      const stretch = grow(upload, record, weights, place, shift);
      ends.set(shift, stretch.to);
      stretches.push(stretch);
    }
  }
  return withoutOverlap(stretches.sort((left, right) => right.score - left.score));
}

function seedPlaces(codes: Uint8Array): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [place, seed] of seedsOf(codes)) {
    const known = places.get(seed);
    if (!known) places.set(seed, [place]);
    else if (known.length <= MOST_PLACES) known.push(place);
  }
  for (const [seed, known] of places) if (known.length > MOST_PLACES) places.delete(seed);
  return places;
}

function* seedsOf(codes: Uint8Array): Generator<[place: number, seed: number]> {
  let seed = 0;
  for (const [place, code] of codes.entries()) {
    seed = (seed * 256 + code) & SEED_MASK;
    if (place >= SEED - 1) yield [place - SEED + 1, seed];
  }
}

function grow(upload: Uint8Array, record: Uint8Array, weights: Float32Array, place: number, shift: number): Stretch {
  const last = Math.min(upload.length, record.length - shift);
  const first = Math.max(0, -shift);
  const scoreAt = (at: number) => (upload[at] === record[at + shift] ? MATCH : CHANGE) * weights[at]!;
  let [score, best, to] = [0, 0, place];
  for (let at = place; at < last && score > best - MOST_DROP; at += 1) {
    score += scoreAt(at);
    if (score > best) [best, to] = [score, at + 1];
  }
  let from = place;
  score = best;
  for (let at = place - 1; at >= first && score > best - MOST_DROP; at -= 1) {
    score += scoreAt(at);
    if (score > best) [best, from] = [score, at];
  }
  return { from, to, recordFrom: from + shift, score: best };
}

/** If several stretches share a place of the upload, the first one keeps it. */
function withoutOverlap(stretches: readonly Stretch[]): Stretch[] {
  const kept: Stretch[] = [];
  for (const each of stretches) {
    let { from, to } = each;
    for (const other of kept) {
      if (other.to <= from || other.from >= to) continue;
      if (other.from <= from) from = Math.min(to, other.to);
      else to = other.from;
    }
    const share = (to - from) / (each.to - each.from);
    if (to - from >= SEED) {
      kept.push({ from, to, recordFrom: each.recordFrom + from - each.from, score: each.score * share });
    }
  }
  return kept.sort((left, right) => left.from - right.from);
}
