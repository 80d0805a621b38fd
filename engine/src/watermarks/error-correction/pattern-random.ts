// The public randomness of patterns: signs, orders and places come from it, so it is part of the
// format of every mark. The generator (mulberry32) and the order in which a pattern draws from it
// must never change.

export type RandomWords = () => number;

export function randomWords(seed: number): RandomWords {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

export function randomSign(random: RandomWords): number {
  return random() & 1 ? 1 : -1;
}

/** 0 to count − 1 in random order. */
export function randomOrder(random: RandomWords, count: number): number[] {
  const values = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random() % (i + 1);
    [values[i], values[j]] = [values[j]!, values[i]!];
  }
  return values;
}
