// Words are the same, however a text was typed, wrapped or converted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText } from './text-fingerprint.ts';
import { MOST_WORDS, splitWords } from './words.ts';

const hashesOf = (text: string) => [...splitWords(text).hashes];
const same = (left: string, right: string) => assert.deepEqual(hashesOf(left), hashesOf(right), `${left} | ${right}`);
const shown = (text: string) => {
  const { starts, ends } = splitWords(text);
  return [...starts].map((start, place) => text.slice(start, ends[place]));
};

test('case, accents, quotation marks, dashes, ligatures and white space make no difference', () => {
  same('The Café’s “finest” wine — ﬁve bottles', "the cafe's 'finest' wine - five  bottles");
  same('Straße', 'STRASSE');
  same('don’t', "don't");
  same('ＡＢＣ １２３', 'abc 123');
  same('e\u0301tude', 'étude');
});

test('invisible characters within and between words make no difference', () => {
  same('vis\u00adible te\u200bxt\ufe01 here\u{e0101}', 'visible text here');
});

test('a hyphen at the end of a line joins a word, and so does one within a word', () => {
  same('an exam-\nple of a well-known rule', 'an example of a well-\nknown rule');
  assert.deepEqual(shown('an exam-\n  ple'), ['an', 'exam-\n  ple']);
  assert.deepEqual(shown('one - two -- three'), ['one', 'two', 'three']);
});

test('each character of a script without spaces is a word', () => {
  assert.deepEqual(shown('日本語 text です'), ['日', '本', '語', 'text', 'で', 'す']);
  assert.deepEqual([...splitWords('日本 text').spaceless], [1, 1, 0]);
  assert.equal(splitWords('ภาษาไทย').spaceless.every(Boolean), true);
  same('カタカナ', 'ｶﾀｶﾅ');
});

test('a text of fewer than 20 words has no fingerprint', () => {
  assert.equal(readText('one '.repeat(19)), null);
  assert.ok(readText('one '.repeat(20)));
  assert.equal(readText('字'.repeat(39)), null);
  assert.ok(readText('字'.repeat(40)));
});

test('texts that look the same have the same hash, and others do not', () => {
  const text = 'The quick brown fox jumps over the lazy dog and the cat. '.repeat(2);
  const whole = (changed: string) => Buffer.from(readText(changed)!.whole).toString('hex');
  const hash = whole(text);
  assert.equal(whole(text.replaceAll(' ', '\n')), hash);
  assert.equal(whole(text.replace('quick', 'qu\ufe01i\u2063ck')), hash);
  for (const [from, to] of [
    ['The', 'the'],
    ['cat.', 'cat'],
    ['quick', '\u202equick'],
    ['quick', 'q\u3164uick'],
    ['lazy', 'la\u200dzy'],
  ] as const) {
    assert.notEqual(whole(text.replace(from, to)), hash, to);
  }
});

test('long words and long texts are bounded', () => {
  assert.equal(splitWords('word '.repeat(MOST_WORDS + 10)).count, MOST_WORDS);
  assert.ok(splitWords('a'.repeat(1_000_000)).count > 7_000);
  assert.ok(splitWords('-\n'.repeat(500_000)).count === 0);
  assert.ok(splitWords(`a${'-'.repeat(1_000_000)}`).count === 1);
});
