import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HashIndex } from './hash-index.ts';

let state = 42;
const random = (limit: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
const word = () => (random(65536) << 16) | random(65536);
const hex = (high: number, low: number) =>
  (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');

function flipped(hash: string, count: number): string {
  let [high, low] = bits(hash);
  const places = new Set<number>();
  while (places.size < count) places.add(random(64));
  for (const place of places) {
    if (place < 32) low ^= 1 << place;
    else high ^= 1 << (place - 32);
  }
  return hex(high, low);
}

function bits(hash: string): [number, number] {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)];
}

function distance([a, b]: [number, number], [c, d]: [number, number]): number {
  let count = 0;
  for (let x = a ^ c; x; x &= x - 1) count++;
  for (let x = b ^ d; x; x &= x - 1) count++;
  return count;
}

function scan(hashes: string[], sought: string, limit: number) {
  return hashes
    .map((hash, entry) => ({ entry, distance: distance(bits(hash), bits(sought)) }))
    .filter((match) => match.distance <= 8)
    .sort((a, b) => a.distance - b.distance || a.entry - b.entry)
    .slice(0, limit);
}

for (const kind of ['scattered', 'clustered'] as const) {
  test(`finds exactly what a full scan finds among 60,000 ${kind} hashes`, async () => {
    const centres = Array.from({ length: 60 }, () => hex(word(), word()));
    const hashes = Array.from({ length: 60_000 }, () =>
      kind === 'scattered' ? hex(word(), word()) : flipped(centres[random(60)]!, random(12)),
    );
    const index = new HashIndex();
    await index.addAll(hashes);
    assert.equal(index.size, hashes.length);
    for (let i = 0; i < 6; i++) {
      const sought = flipped(hashes[random(hashes.length)]!, i + 3);
      assert.deepEqual(index.search(sought), scan(hashes, sought, 16));
    }
  });
}

test('an addition is found at once: before, during and after a rebuild of the tables', async () => {
  const index = new HashIndex();
  const early = hex(word(), word());
  index.add(early);
  assert.deepEqual(index.search(flipped(early, 8)), [{ entry: 0, distance: 8 }]);
  for (let i = 0; i < 60_000; i++) index.add(hex(word(), word()));
  const late = hex(word(), word());
  const entry = index.add(late);
  assert.deepEqual(index.search(late)[0], { entry, distance: 0 });
  await index.settled();
  assert.deepEqual(index.search(late)[0], { entry, distance: 0 });
  assert.deepEqual(index.search(early)[0], { entry: 0, distance: 0 });
});

test('a rebuild lets the event loop run', async () => {
  const index = new HashIndex();
  for (let i = 0; i < 200_000; i++) index.add(hex(word(), word()));
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await index.settled();
  clearInterval(timer);
  assert.ok(turns >= 5, `${turns} turns`);
});

test('equal hashes return the oldest first, up to the limit', () => {
  const index = new HashIndex();
  for (let i = 0; i < 100; i++) index.add('00000000ffffffff');
  assert.deepEqual(
    index.search('00000000ffffffff', 8, 3).map(({ entry }) => entry),
    [0, 1, 2],
  );
});

test('a distance beyond 8 is refused, because the tables would miss matches', () => {
  assert.throws(() => new HashIndex().search('0000000000000000', 9), RangeError);
});
