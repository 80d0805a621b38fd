// What two texts share: found in excerpts, under edits and next to other text, and never in texts
// that share only what many texts contain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../test-support/random-bytes.ts';
import { compareTexts } from './compare-texts.ts';
import { soughtPlaces, storedPlaces } from './index-keys.ts';
import { type KeyedText, keyText } from './keyed-text.ts';
import { type ReadText, readText } from './text-fingerprint.ts';
import { partsOf } from './text-parts.ts';

const key = Buffer.alloc(32, 7);
const random = new Random(5);
const vocabulary = Array.from({ length: 3_000 }, () => random.bytes(4).toString('hex').replaceAll(/\d/g, 'e'));
const makeWords = (count: number) => Array.from({ length: count }, () => random.pick(vocabulary));
const rare = () => false;

const read = (text: string): ReadText => {
  const found = readText(text);
  assert.ok(found);
  return found;
};
const keyed = (text: string): KeyedText => keyText(read(text), key);
const compare = (upload: string, record: string, isCommon: (place: number) => boolean = rare) =>
  compareTexts(keyed(upload), keyed(record).codes, isCommon);

const words = makeWords(300);
const text = words.join(' ');

test('a text contains itself, and unrelated texts share nothing', () => {
  const same = compare(text, text);
  assert.deepEqual([same?.uploadShare, same?.recordShare], [1, 1]);
  for (let round = 0; round < 20; round += 1) assert.equal(compare(makeWords(400).join(' '), text), null);
});

test('every excerpt of 40 words is found, and leads to its record by the index', () => {
  const stored = keyed(text);
  const keys = new Set(storedPlaces(stored.shingles).map((place) => stored.shingles[place]));
  for (let from = 0; from + 40 <= words.length; from += 1) {
    const excerpt = words.slice(from, from + 40).join(' ');
    assert.ok(compare(excerpt, text), `from word ${from}`);
    const { shingles } = keyed(excerpt);
    assert.ok(
      soughtPlaces(shingles).some((place) => keys.has(shingles[place]!)),
      `from word ${from}`,
    );
  }
});

test('a long upload looks up every key of a text within it', () => {
  const stored = keyed(text);
  const upload = keyed([...makeWords(1_000), ...words, ...makeWords(1_000)].join(' '));
  const sought = new Set(soughtPlaces(upload.shingles).map((place) => upload.shingles[place]));
  assert.ok(sought.size < 600);
  // The last key can be the smallest of fewer than twelve.
  const missed = storedPlaces(stored.shingles).filter((place) => !sought.has(stored.shingles[place]!));
  assert.ok(missed.length <= 1, String(missed));
});

test('a text with half of its words changed is still found', () => {
  const changed = words.map((word, place) => (place % 2 === 0 ? word : random.pick(vocabulary)));
  assert.equal(compare(changed.join(' '), text), null, 'no two words in a row are left');
  const halves = words.map((word, place) => (place % 20 < 10 ? word : random.pick(vocabulary)));
  assert.ok(compare(halves.join(' '), text));
});

test('words that many texts contain count nothing, unless both texts are almost the same', () => {
  const license = makeWords(170);
  const record = [...license, ...makeWords(300)].join(' ');
  const upload = [...license, ...makeWords(300)].join(' ');
  const isLicense = (place: number) => place < 170;
  assert.ok(compare(upload, record));
  assert.equal(compare(upload, record, isLicense), null);
  assert.ok(compare(record, record, () => true));
});

test('parts name changed, added and kept words', () => {
  const edited = [...words.slice(0, 50), 'new', 'words', ...words.slice(50, 120), 'other', ...words.slice(121)];
  const upload = read(edited.join(' '));
  const record = keyed(text);
  const comparison = compareTexts(keyText(upload, key), record.codes, rare);
  assert.ok(comparison);
  const parts = partsOf(upload.words, comparison.blocks, record.codes.length);
  const shown = parts.map(({ state, start, end }) => [state, edited.join(' ').slice(start, end).split(' ').length]);
  assert.deepEqual(shown, [
    ['kept', 50],
    ['added', 2],
    ['kept', 70],
    ['changed', 1],
    ['kept', 179],
  ]);
});

test('three kept words at the beginning or the end are found next to changed ones', () => {
  for (const kept of [words.slice(0, 270), words.slice(30)]) {
    const others = makeWords(27);
    const isEnd = kept[0] === words[0];
    const edited = isEnd ? [...kept, ...others, ...words.slice(297)] : [...words.slice(0, 3), ...others, ...kept];
    const upload = read(edited.join(' '));
    const record = keyed(text);
    const comparison = compareTexts(keyText(upload, key), record.codes, rare);
    assert.ok(comparison);
    const states = partsOf(upload.words, comparison.blocks, record.codes.length).map(({ state }) => state);
    assert.deepEqual(states, ['kept', 'changed', 'kept']);
  }
});

test('parts cover every word of the upload once, whatever was edited', () => {
  for (let round = 0; round < 200; round += 1) {
    const edited = words.flatMap((word) => {
      const edit = random.below(40);
      if (edit === 0) return [];
      if (edit === 1) return [word, random.pick(vocabulary)];
      return edit === 2 ? [random.pick(vocabulary)] : [word];
    });
    const upload = read(edited.join(' '));
    const record = keyed(text);
    const comparison = compareTexts(keyText(upload, key), record.codes, rare);
    assert.ok(comparison);
    const parts = partsOf(upload.words, comparison.blocks, record.codes.length);
    assert.equal(parts[0]!.start, 0);
    assert.equal(parts.at(-1)!.end, edited.join(' ').length);
    for (const [index, { start }] of parts.entries()) {
      if (index > 0) assert.equal(start, parts[index - 1]!.end + 1);
    }
  }
});

test('another key gives other codes, shingles and hashes', () => {
  const [first, second] = [keyed(text), keyText(read(text), Buffer.alloc(32, 8))];
  assert.equal(compareTexts(first, second.codes, rare), null);
  assert.notEqual(first.whole, second.whole);
  const shingles = new Set(first.shingles);
  assert.equal(second.shingles.filter((each) => shingles.has(each)).length, 0);
});

test('repetition and length cost no more than a second of work', () => {
  const repeated = keyed('one two '.repeat(30_000));
  assert.equal(compareTexts(repeated, repeated.codes, rare), null);
  const long = makeWords(60_000).join(' ');
  assert.ok(compare(long, long));
});
