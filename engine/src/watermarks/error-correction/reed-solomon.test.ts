// The code over 128 elements: any stretch of a word is decoded, with errors up to half of what
// exceeds the message, and more errors never go unnoticed as the sent message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../test-support/random-bytes.ts';
import { decodeSymbols, encodeSymbols, FIELD_SIZE } from './reed-solomon.ts';

const messageLength = 10;
const length = 22;

function randomWord(random: Random): { message: number[]; word: number[] } {
  const message = Array.from({ length: messageLength }, () => random.below(FIELD_SIZE));
  return { message, word: encodeSymbols(message, length) };
}

/** The word with so many symbols changed, in random places. */
function damaged(word: readonly number[], count: number, random: Random): number[] {
  const places = new Set<number>();
  while (places.size < count) places.add(random.below(word.length));
  return word.map((value, place) => (places.has(place) ? value ^ (1 + random.below(FIELD_SIZE - 1)) : value));
}

test('the powers of x are all 127 elements except zero', () => {
  assert.equal(new Set(encodeSymbols([0, 1], FIELD_SIZE - 1)).size, FIELD_SIZE - 1);
  // x^7 = x^3 + 1 by the modulus.
  assert.deepEqual(encodeSymbols([0, 1], 8), [1, 2, 4, 8, 16, 32, 64, 9]);
  assert.deepEqual(encodeSymbols([5], 3), [5, 5, 5]);
});

test('every stretch is decoded with as many errors as the code corrects', () => {
  const random = new Random(1);
  for (let known = messageLength; known <= length; known += 1) {
    const most = Math.floor((known - messageLength) / 2);
    for (let first = 0; first + known <= length; first += 1) {
      for (let wrong = 0; wrong <= most; wrong += 1) {
        const { message, word } = randomWord(random);
        const received = damaged(word.slice(first, first + known), wrong, random);
        assert.deepEqual(decodeSymbols(received, first, messageLength), message, `${known} from ${first}, ${wrong}`);
      }
    }
  }
});

test('messages of zeros and of few symbols are decoded', () => {
  for (const message of [Array(10).fill(0), [7, ...Array(9).fill(0)], [...Array(9).fill(0), 1]] as number[][]) {
    const word = encodeSymbols(message, length);
    assert.deepEqual(decodeSymbols(word, 0, messageLength), message);
    assert.deepEqual(decodeSymbols(word.with(3, word[3]! ^ 1), 0, messageLength), message);
  }
});

test('two words differ in at least 13 of 22 symbols', () => {
  const random = new Random(2);
  for (let round = 0; round < 500; round += 1) {
    const { message, word } = randomWord(random);
    const other = encodeSymbols(damaged(message, 1 + random.below(messageLength), random), length);
    const same = word.filter((value, place) => value === other[place]).length;
    assert.ok(length - same >= length - messageLength + 1, `${length - same}`);
  }
});

test('one error more than the code corrects is never decoded as the sent message', () => {
  const random = new Random(3);
  for (let round = 0; round < 300; round += 1) {
    const { message, word } = randomWord(random);
    assert.notDeepEqual(decodeSymbols(damaged(word, 7, random), 0, messageLength), message);
  }
});
