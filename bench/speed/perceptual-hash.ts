// The exact search of perceptual hashes within distance 8, among a million and ten million: spread
// evenly, and crowded around the hashes of real photographs, a thousand and more near-duplicates
// each. The mean is processor time of the thread. The shares are wall time, which on a busy machine
// includes other programs. Usage: npm run bench -- speed/perceptual-hash [counts, default
// 1000000,10000000]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HashIndex } from '../../engine/src/fingerprints/perceptual-hash/hash-index.ts';
import { hashPicture } from '../../engine/src/formats/decode-picture.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const counts = (process.argv[2] ?? '1000000,10000000').split(',').map(Number);
const folder = join(import.meta.dirname, '../../../shared/training/images');
const searches = 1000;
const warmSearches = 200;
const mostFlipped = 12;
const header = ['hashes', 'kind', 'mean ms', 'median ms', 'p95 ms', 'p99 ms', 'matches', 'build s', 'longest turn ms'];
const rows: string[][] = [];

const real = await Promise.all(readdirSync(folder).map((name) => hashPicture(readFileSync(join(folder, name)))));
for (const count of counts) {
  rows.push(await measure('scattered', count, randomHash));
  rows.push(await measure('around real ones', count, () => flip(pick(real), Math.random() * mostFlipped)));
}
console.log(formatTable([header, ...rows]));
console.log(`\n${real.length} real photographs. Bars: 1 ms at a million, 3 ms at ten million.`);
console.log(keepFigures('speed-perceptual-hash', { searches, header, rows }));

async function measure(kind: string, count: number, make: () => string): Promise<string[]> {
  const index = new HashIndex();
  const sought: string[] = [];
  function* hashes() {
    for (let i = 0; i < count; i++) {
      const hash = make();
      if (i % Math.floor(count / (searches + warmSearches)) === 0) sought.push(flip(hash, 6));
      yield hash;
    }
  }
  const start = processorMilliseconds();
  const longestTurn = watchTurns();
  await index.addAll(hashes());
  const turn = longestTurn();
  const seconds = (processorMilliseconds() - start) / 1000;
  for (const hash of sought.slice(0, warmSearches)) index.search(hash);
  let matches = 0;
  const searching = processorMilliseconds();
  const milliseconds = sought.slice(warmSearches).map((hash) => {
    const begin = performance.now();
    matches += index.search(hash).length;
    return performance.now() - begin;
  });
  const mean = (processorMilliseconds() - searching) / milliseconds.length;
  milliseconds.sort((left, right) => left - right);
  const at = (share: number) => milliseconds[Math.floor(share * milliseconds.length)]!.toFixed(3);
  const found = (matches / milliseconds.length).toFixed(1);
  const times = [mean.toFixed(3), at(0.5), at(0.95), at(0.99)];
  return [count.toLocaleString('en'), kind, ...times, found, seconds.toFixed(0), turn.toFixed(0)];
}

/** The longest time that the event loop was blocked. */
function watchTurns(): () => number {
  let longest = 0;
  let last = processorMilliseconds();
  const timer = setInterval(() => {
    const now = processorMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function pick(values: readonly string[]): string {
  return values[Math.floor(Math.random() * values.length)]!;
}

function randomHash(): string {
  const half = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return half() + half();
}

function flip(hash: string, bits: number): string {
  let high = Number.parseInt(hash.slice(0, 8), 16);
  let low = Number.parseInt(hash.slice(8), 16);
  for (let i = 0; i < Math.floor(bits); i++) {
    const place = Math.floor(Math.random() * 64);
    if (place < 32) low ^= 1 << place;
    else high ^= 1 << (place - 32);
  }
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
