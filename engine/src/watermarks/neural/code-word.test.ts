import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODE_BITS, codeWord, FILE_EXPONENT, readLogits, soundWording } from './code-word.ts';

const id = '9e3779b97f4a7c15';
const logitsOf = (word: Uint8Array) => Float32Array.from(word, (bit) => (bit ? 3 : -3));

// Reproducible values from 0 to 1.
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('the code word matches training/payload.py', () => {
  assert.equal(CODE_BITS, 160);
  assert.equal(codeWord(id).subarray(0, 16).join(''), '1000010111111000');
  assert.equal(codeWord(id, soundWording).subarray(0, 16).join(''), '0010011011011001');
});

test('a word of pictures is not a word of sounds', () => {
  assert.equal(readLogits(logitsOf(codeWord(id, soundWording)), soundWording).id, id);
  assert.ok(readLogits(logitsOf(codeWord(id)), soundWording).exponent > FILE_EXPONENT);
});

test('an id is read from its own bits, with the best bound that 160 bits allow', () => {
  for (const each of [id, '0000000000000000', 'ffffffffffffffff']) {
    const reading = readLogits(logitsOf(codeWord(each)));
    assert.equal(reading.id, each);
    // 2^64 words, 2^160 outcomes.
    assert.ok(Math.abs(reading.exponent + 96 * Math.log10(2)) < 0.1, `${reading.exponent}`);
  }
});

test('one wrong bit in sixteen is corrected and still certain enough, and one in five is not', () => {
  for (const [every, sure] of [
    [16, true],
    [5, false],
  ] as const) {
    const logits = logitsOf(codeWord(id)).map((value, i) => (i % every === 3 ? -value : value));
    const reading = readLogits(logits);
    assert.equal(reading.exponent < FILE_EXPONENT, sure, `${every}: ${reading.exponent}`);
    if (sure) assert.equal(reading.id, id);
  }
});

test('fair coins of any magnitudes are far from every id', () => {
  const random = uniform(5);
  for (let i = 0; i < 30; i++) {
    const logits = Float32Array.from({ length: CODE_BITS }, () => (random() < 0.5 ? -1 : 1) * random() ** (i % 4) * 5);
    assert.ok(readLogits(logits).exponent > FILE_EXPONENT / 2, `${i}`);
  }
});

test('silence and logits of one sign are not an id', () => {
  for (const value of [0, 4, -4]) {
    const { exponent } = readLogits(new Float32Array(CODE_BITS).fill(value));
    assert.ok(exponent > FILE_EXPONENT, `${value}: ${exponent}`);
  }
});
