import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWatermarkId, PROTECTED_BITS, protectId, recoverId } from './protected-id.ts';

const ids = ['0000000000000000', 'ffffffffffffffff', '0123456789abcdef', 'fedcba9876543210', '8000000000000001'];
const soft = (code: Uint8Array) => Float32Array.from(code, (bit) => (bit ? -1 : 1));

// Reproducible standard normal values.
function gaussian(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

test('an id can be read from its own code bits', () => {
  for (const id of ids) assert.equal(recoverId(soft(protectId(id))), id);
});

test('an id takes 200 code bits', () => {
  assert.equal(PROTECTED_BITS, 200);
  assert.equal(protectId(ids[0]!).length, 200);
});

test('one wrong bit in ten is corrected, in any place', () => {
  const code = protectId(ids[2]!);
  for (let start = 0; start < 10; start++) {
    const received = soft(code);
    for (let i = start; i < 200; i += 10) received[i]! *= -1;
    assert.equal(recoverId(received), ids[2], `from bit ${start}`);
  }
});

test('an id is read from noise as strong as the signal in at least nine of ten tries', () => {
  const noise = gaussian(7);
  let read = 0;
  for (let i = 0; i < 30; i++) {
    const received = soft(protectId(ids[i % 5]!)).map((value) => 1.1 * value + noise());
    if (recoverId(received) === ids[i % 5]) read++;
  }
  assert.ok(read >= 27, `${read} of 30 read`);
});

test('silence and plain noise are not a message', () => {
  assert.equal(recoverId(new Float32Array(200)), null);
  const noise = gaussian(11);
  let accepted = 0;
  for (let i = 0; i < 40; i++) if (recoverId(Float32Array.from({ length: 200 }, noise))) accepted++;
  assert.ok(accepted <= 1, `${accepted} of 40 accepted`);
});

test('only 16 lowercase hex digits are an id', () => {
  assert.ok(isWatermarkId('0123456789abcdef'));
  for (const wrong of ['', '0123', '0123456789ABCDEF', '0123456789abcdeg', '0123456789abcdef0']) {
    assert.equal(isWatermarkId(wrong), false);
    assert.throws(() => protectId(wrong), TypeError);
  }
});
