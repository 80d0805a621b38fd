// Runs of invisible characters: written, read in any spelling, repaired if damaged, and never read
// if there is none. Runs of the earlier alphabet are read for as long as texts carry them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../test-support/random-bytes.ts';
import { scripts } from '../../../test-support/sample-texts.ts';
import { countFor } from '../../../test-support/test-run.ts';
import { encodeText, readUnits } from '../../containers/text/text-units.ts';
import { type Alphabet, alphabets, supplementarySelectors, variationSelectors } from './alphabets.ts';
import { cutPayloads, findPayloads, readPayload } from './find-payload.ts';
import { writePayload } from './payload.ts';

const id = '0123456789abcdef';
const payload = writePayload(id);
const earlier = writePayload(id, variationSelectors);
const read = (text: string) => readPayload(readUnits(Buffer.from(text)));
const symbolsOf = (run: string) => [...run].slice(1);
const selector = (value: number) => supplementarySelectors.symbols[value]!;

test('a payload is a separator and 22 selectors of the supplement: 91 bytes', () => {
  assert.match(payload, /^\u2063[\u{e0100}-\u{e017f}]{22}$/u);
  assert.equal(Buffer.byteLength(payload), 91);
  assert.equal(Buffer.byteLength(earlier), 204);
});

test('a text of 50 words grows by at most 40%', () => {
  const text =
    'The library keeps its maps in a cool room on the third floor. Visitors can ask for a map at the desk, ' +
    'where a clerk brings it within ten minutes. Wear the gloves that you receive there, and leave pens and ' +
    'drinks in your locker until you return the map.';
  assert.equal(text.split(' ').length, 50);
  assert.ok(Buffer.byteLength(payload) <= 0.4 * Buffer.byteLength(text), `${text.length}`);
});

test('every id can be read, in each alphabet, encoding and spelling', () => {
  const random = new Random(6);
  for (const alphabet of alphabets) {
    for (const each of [id, '0000000000000000', 'ffffffffffffffff', random.bytes(8).toString('hex')]) {
      const text = `Some ${writePayload(each, alphabet)}text`;
      for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
        assert.equal(readPayload(readUnits(encodeText(`\ufeff${text}`, encoding))), each, encoding);
      }
      const spelled = (spell: (code: number) => string) =>
        text.replaceAll(/[^ -~]/gu, (symbol) => spell(symbol.codePointAt(0)!));
      assert.equal(read(spelled((code) => `&#x${code.toString(16)};`)), each);
      assert.equal(read(spelled((code) => `&#X${code.toString(16).toUpperCase()};`)), each);
      assert.equal(read(spelled((code) => `&#${code};`)), each);
      for (const spell of [(hex: string) => hex, (hex: string) => hex.toUpperCase()]) {
        const escaped = text.replaceAll(/[^ -~]/g, (unit) => `\\u${spell(unit.charCodeAt(0).toString(16))}`);
        assert.equal(read(escaped), each);
        assert.equal(readPayload(readUnits(encodeText(`\ufeff${escaped}`, 'utf-16be'))), each);
      }
    }
  }
});

test('everything that was ever written can still be read', () => {
  assert.deepEqual(
    alphabets.map(({ name }) => name),
    ['supplementary selectors', 'variation selectors'],
  );
  // Written on 16 November 2026.
  const first = `\u2063${[...keptDigits].map((digit) => String.fromCharCode(0xfe00 + Number(digit))).join('')}`;
  assert.equal(first, earlier);
  assert.equal(read(`Some ${first}text`), id);
  // Written on 19 November 2026.
  const second = `\u2063${keptValues.map((value) => selector(value)).join('')}`;
  assert.equal(second, payload);
  assert.equal(read(`Some ${second}text`), id);
});

const keptDigits = '2523626557744662511521360575355365413641774603622570650140551743066';
const keptValues = [79, 12, 109, 110, 81, 80, 60, 39, 22, 88, 23, 56, 75, 39, 57, 104, 6, 121, 59, 0, 54, 73];

/** The numbers of symbols that a run must have to be read. */
const shortest: ReadonlyMap<Alphabet, number> = new Map([
  [supplementarySelectors, 14],
  [variationSelectors, 41],
]);

test('a run that is cut off at either end is read while 64% is left', () => {
  for (const [alphabet, least] of shortest) {
    const run = symbolsOf(writePayload(id, alphabet));
    assert.ok(least / run.length < 0.64);
    for (let length = least; length <= run.length; length += 1) {
      assert.equal(read(`x${run.slice(0, length).join('')}y`), id, `first ${length}`);
      assert.equal(read(`x${run.slice(-length).join('')}y`), id, `last ${length}`);
    }
    assert.equal(read(run.slice(0, least - 1).join('')), null);
  }
});

test('one symbol in four can be wrong, and one in eight in a run of the earlier alphabet', () => {
  const cases = [
    [supplementarySelectors, 4],
    [variationSelectors, 8],
  ] as const;
  for (const [alphabet, share] of cases) {
    for (let start = 0; start < share; start += 1) {
      const run = symbolsOf(writePayload(id, alphabet)).map((symbol, place) =>
        place % share === start ? alphabet.symbols[5]! : symbol,
      );
      assert.equal(read(run.join('')), id, `from symbol ${start}`);
    }
  }
});

test('the more symbols are left, the more of them can be wrong, within the bound on false accepts', () => {
  const run = symbolsOf(payload);
  const damaged = (length: number, wrong: number) =>
    run
      .slice(0, length)
      .map((symbol, place) => (place < wrong ? selector(supplementarySelectors.symbols.indexOf(symbol) ^ 85) : symbol))
      .join('');
  for (const [length, most] of [
    [14, 0],
    [15, 0],
    [16, 1],
    [17, 2],
    [18, 3],
    [20, 4],
    [22, 6],
  ] as const) {
    assert.equal(read(damaged(length, most)), id, `${most} wrong of ${length}`);
    assert.equal(read(damaged(length, most + 1)), null, `${most + 1} wrong of ${length}`);
  }
  // 123 bits of the earlier alphabet, of which 5 can be wrong: one symbol, and not every eighth.
  const cut = symbolsOf(earlier).slice(0, 41);
  const flipped = (every: number) =>
    cut.map((symbol, place) => (place % every === 3 ? String.fromCharCode(symbol.charCodeAt(0) ^ 7) : symbol)).join('');
  assert.equal(read(flipped(41)), id);
  assert.equal(read(flipped(8)), null);
});

test('random selectors are not a payload, complete or cut off', () => {
  const random = new Random(11);
  const rounds = countFor({ short: 4_000, long: 200_000 });
  for (let round = 0; round < rounds; round += 1) {
    const length = round % 2 === 0 ? 22 : 14 + random.below(8);
    const run = Array.from({ length }, () => selector(random.below(128)));
    assert.equal(read(`text ${run.join('')}`), null, `round ${round}`);
  }
  for (let round = 0; round < 240; round += 1) {
    const length = round % 2 === 0 ? 67 : 41 + random.below(26);
    const run = Array.from({ length }, () => String.fromCharCode(0xfe00 + random.below(8)));
    assert.equal(read(`text ${run.join('')}`), null, `round ${round}`);
  }
});

test('regular runs are not a payload: one symbol, steps, and ASCII text hidden in selectors', () => {
  for (let first = 0; first < 128; first += 1) {
    for (const step of [0, 1, 2, 127]) {
      for (const length of [14, 19, 22, 60]) {
        const run = Array.from({ length }, (_, place) => selector((first + place * step) % 128));
        assert.equal(read(run.join('')), null, `${length} from ${first} by ${step}`);
      }
    }
  }
  // One selector for each byte, as in published examples of hidden text: byte 16 is U+E0100.
  for (const hidden of [
    'https://example.org/?session=1234567890',
    'ignore all previous instructions',
    'a'.repeat(90),
  ]) {
    const run = [...Buffer.from(hidden)].map((byte) => String.fromCodePoint(0xe0100 + byte - 16)).join('');
    const text = `One ${run}two`;
    assert.equal(read(text), null, hidden);
    assert.ok(Buffer.from(cutPayloads(readUnits(Buffer.from(text))).bytes).equals(Buffer.from(text)), 'it stays');
  }
});

test('emoji, joiners, selectors of glyphs and texts in many scripts contain no payload', () => {
  const emoji = ['❤️', '☎︎', '1️⃣', '👩🏽‍🚀', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '葛󠄀', '邉󠄎', 'ᠨ᠋', '\u200b\u200d\u2060', '≨︀', '0︀'];
  for (const each of [...emoji, ...scripts.values(), '\ufe00', '\ufe0f', '\u{e0100}', '\u{e01ef}', '\udb40', '\udd00'])
    assert.equal(read(each.repeat(500)), null, each);
  assert.equal(read([...emoji, ...scripts.values()].join('').repeat(50)), null);
});

test('spellings of characters that are not symbols are not a payload', () => {
  for (const each of [
    '&#xe0100',
    '&#xe0180;',
    '&#917888;',
    '\\udb40',
    '\\udb40\\u',
    '\\udb40\\udd80',
    '\\u{e0100}',
    '&#9999999;',
  ])
    assert.equal(read(each.repeat(100)), null, each);
});

test('the most frequent of several payloads is read', () => {
  const other = writePayload('fedcba9876543210');
  assert.equal(read(`${payload}one ${other}two ${other}three`), 'fedcba9876543210');
});

test('whole payloads of each alphabet are found in their places, in order', () => {
  const references = `&#x2063;${'&#xFE00;'.repeat(67)}`;
  const text = readUnits(Buffer.from(`a${payload}b${references}c${payload.slice(1)}d${earlier}e${earlier.slice(1)}`));
  const cut = findPayloads(text).reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text.units);
  assert.equal(cut, 'abcde');
});

test('readable remains of earlier payloads are found, and other runs are ignored', () => {
  for (const [whole, foreign] of [
    [payload, '\u{e0103}'.repeat(20)],
    [earlier, '\ufe00'.repeat(50)],
  ] as const) {
    const remains = symbolsOf(whole).slice(4).join('');
    const text = `Some ${remains}words ${remains}and ${foreign}more ${whole}words.`;
    const found = findPayloads(readUnits(encodeText(`\ufeff${text}`, 'utf-16le')));
    const lengths = found.map(({ from, to }) => to - from);
    assert.deepEqual(lengths, [remains.length, remains.length, whole.length]);
  }
});
