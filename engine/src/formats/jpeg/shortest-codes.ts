// The shortest Huffman table for given frequencies: T.81 K.2 with codes of at most 16 bits, none of
// which consists of ones only.
import type { HuffmanTable } from './huffman-table.ts';

const RESERVED = 256; // takes the longest code, which then stays unused: that code would be all ones

export function shortestTable(frequencies: ArrayLike<number>): HuffmanTable {
  const lengths = limitLengths(codeLengths([...Array.from(frequencies), 1]));
  const counts = new Uint8Array(17);
  lengths.forEach((count, length) => {
    if (length <= 16) counts[length] = count;
  });
  const longest = counts.findLastIndex((count) => count > 0);
  counts[longest]!--;
  const order = codeLengths([...Array.from(frequencies), 1])
    .map((length, symbol) => ({ length, symbol }))
    .filter(({ length, symbol }) => length > 0 && symbol !== RESERVED)
    .sort((a, b) => a.length - b.length || a.symbol - b.symbol);
  return { counts, symbols: Uint8Array.from(order, ({ symbol }) => symbol) };
}

// Unlimited Huffman code lengths. The reserved symbol is the rarest and last, so it gets one of the
// longest codes.
function codeLengths(frequencies: number[]): number[] {
  const weights = frequencies.slice();
  const next = frequencies.map(() => -1);
  const lengths = frequencies.map(() => 0);
  for (;;) {
    const [least, second] = twoRarest(weights);
    if (second < 0) return lengths;
    weights[least]! += weights[second]!;
    weights[second] = 0;
    let tail = least;
    for (; ; tail = next[tail]!) {
      lengths[tail]!++;
      if (next[tail]! < 0) break;
    }
    next[tail] = second;
    for (let each = second; each >= 0; each = next[each]!) lengths[each]!++;
  }
}

function twoRarest(weights: number[]): [number, number] {
  let least = -1;
  let second = -1;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    if (least < 0 || weights[i]! <= weights[least]!) {
      second = least;
      least = i;
    } else if (second < 0 || weights[i]! <= weights[second]!) second = i;
  }
  return [least, second];
}

// Figure K.3: pairs of codes longer than 16 bits move up the tree.
function limitLengths(lengths: number[]): number[] {
  const counts = new Array<number>(Math.max(17, Math.max(...lengths) + 1)).fill(0);
  for (const length of lengths) if (length > 0) counts[length]!++;
  for (let length = counts.length - 1; length > 16; length--) {
    while (counts[length]! > 0) {
      let shorter = length - 2;
      while (counts[shorter] === 0) shorter--;
      counts[length]! -= 2;
      counts[length - 1]! += 1;
      counts[shorter + 1]! += 2;
      counts[shorter]! -= 1;
    }
  }
  return counts;
}
