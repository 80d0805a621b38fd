import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import { bandsOf, hashDistance, MOST_DISTANCE, nearBandsOf } from './hash-bands.ts';

function flip(hash: string, count: number): string {
  let value = BigInt(`0x${hash}`);
  const places = new Set<number>();
  while (places.size < count) places.add(randomInt(64));
  for (const place of places) value ^= 1n << BigInt(place);
  return value.toString(16).padStart(16, '0');
}

test('the bands are the 22, 21 and 21 bits of a hash', () => {
  assert.deepEqual(bandsOf('ffffffffffffffff'), [2 ** 22 - 1, 2 ** 21 - 1, 2 ** 21 - 1]);
  assert.deepEqual(bandsOf('8000020000100001'), [2 ** 21, 2 ** 20, 2 ** 20 + 1]);
  assert.deepEqual(bandsOf('0000000000000000'), [0, 0, 0]);
});

test('a search looks up 718 different values', () => {
  const near = nearBandsOf('0123456789abcdef');
  assert.deepEqual(
    near.map((values) => new Set(values).size),
    [254, 232, 232],
  );
});

test('of two hashes within distance 8, one band of the second is among the values of the first', () => {
  for (let round = 0; round < 500; round += 1) {
    const hash = randomBytes(8).toString('hex');
    const other = flip(hash, round % (MOST_DISTANCE + 1));
    const near = nearBandsOf(hash);
    assert.ok(
      bandsOf(other).some((value, band) => near[band]!.includes(value)),
      `${hash} ${other}`,
    );
  }
});

test('the distance is the number of bits that differ', () => {
  assert.equal(hashDistance('ffffffffffffffff', '0000000000000000'), 64);
  for (const count of [0, 1, 8, 9, 40]) {
    const hash = randomBytes(8).toString('hex');
    assert.equal(hashDistance(hash, flip(hash, count)), count);
  }
});
