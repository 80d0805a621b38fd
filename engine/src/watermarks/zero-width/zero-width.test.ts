// Runs of invisible characters: written, read in any spelling, repaired if damaged, and never read
// if there is none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../test-support/random-bytes.ts';
import { scripts } from '../../../test-support/sample-texts.ts';
import { encodeText, readUnits } from '../../containers/text/text-units.ts';
import { alphabets, variationSelectors } from './alphabets.ts';
import { findPayloads, readPayload } from './find-payload.ts';
import { runLength, shortestRun, writePayload } from './payload.ts';

const id = '0123456789abcdef';
const payload = writePayload(id);
const read = (text: string) => readPayload(readUnits(Buffer.from(text)));

test('a payload is a separator and 67 variation selectors, none of which chooses how emoji are drawn', () => {
  assert.match(payload, /^\u2063[\ufe00-\ufe07]{67}$/);
  assert.equal(runLength(variationSelectors), 67);
});

test('every id can be read, in each encoding and spelling', () => {
  const random = new Random(6);
  for (const each of [id, '0000000000000000', 'ffffffffffffffff', random.bytes(8).toString('hex')]) {
    const text = `Some ${writePayload(each)}text`;
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
      assert.equal(readPayload(readUnits(encodeText(`\ufeff${text}`, encoding))), each, encoding);
    }
    const spelled = (spell: (code: number) => string) =>
      text.replaceAll(/[^ -~]/g, (symbol) => spell(symbol.charCodeAt(0)));
    assert.equal(read(spelled((code) => `&#x${code.toString(16)};`)), each);
    assert.equal(read(spelled((code) => `&#X${code.toString(16).toUpperCase()};`)), each);
    assert.equal(read(spelled((code) => `&#${code};`)), each);
    assert.equal(read(spelled((code) => `\\u${code.toString(16)}`)), each);
  }
});

test('everything that was ever written can still be read', () => {
  assert.deepEqual(
    alphabets.map(({ name }) => name),
    ['variation selectors'],
  );
  // Written on 16 November 2026.
  const kept = `\u2063${[...keptSymbols].map((digit) => String.fromCharCode(0xfe00 + Number(digit))).join('')}`;
  assert.equal(kept, payload);
  assert.equal(read(kept), id);
});

const keptSymbols = '2523626557744662511521360575355365413641774603622570650140551743066';

test('a run that is cut off at either end is read while 60% is left', () => {
  const run = payload.slice(1);
  for (let length = shortestRun(variationSelectors); length <= run.length; length += 1) {
    assert.equal(read(`x${run.slice(0, length)}y`), id, `first ${length}`);
    assert.equal(read(`x${run.slice(-length)}y`), id, `last ${length}`);
  }
  assert.equal(read(run.slice(0, 40)), null);
});

test('one symbol in eight can be wrong', () => {
  for (let start = 0; start < 8; start += 1) {
    const run = [...payload.slice(1)].map((symbol, place) => (place % 8 === start ? '\ufe05' : symbol));
    assert.equal(read(run.join('')), id, `from symbol ${start}`);
  }
});

test('random selectors are not a payload, complete or cut off, and neither is one with too many contradictions', () => {
  const random = new Random(11);
  for (let round = 0; round < 240; round += 1) {
    const length = round % 2 === 0 ? 67 : 41 + random.below(26);
    const run = Array.from({ length }, () => String.fromCharCode(0xfe00 + random.below(8)));
    assert.equal(read(`text ${run.join('')}`), null, `round ${round}`);
  }
  // A cut-off run has 123 bits, of which 5 can be wrong: one symbol, and not every eighth.
  const cut = [...payload.slice(1, 1 + shortestRun(variationSelectors))];
  const damaged = (every: number) =>
    cut.map((symbol, place) => (place % every === 3 ? flipped(symbol) : symbol)).join('');
  assert.equal(read(damaged(41)), id);
  assert.equal(read(damaged(8)), null);
});

const flipped = (symbol: string) => String.fromCharCode(symbol.charCodeAt(0) ^ 7);

test('emoji, joiners, selectors of glyphs and texts in many scripts contain no payload', () => {
  const emoji = ['❤️', '☎︎', '1️⃣', '👩🏽‍🚀', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '葛󠄀', 'ᠨ᠋', '\u200b\u200d\u2060', '≨︀', '0︀'];
  for (const each of [...emoji, ...scripts.values(), '\ufe00', '\ufe0f'])
    assert.equal(read(each.repeat(500)), null, each);
  assert.equal(read([...emoji, ...scripts.values()].join('').repeat(50)), null);
});

test('the most frequent of several payloads is read', () => {
  const other = writePayload('fedcba9876543210');
  assert.equal(read(`${payload}one ${other}two ${other}three`), 'fedcba9876543210');
});

test('whole payloads are found in their places, in order', () => {
  const text = readUnits(Buffer.from(`a${payload}b&#x2063;${'&#xFE00;'.repeat(67)}c${payload.slice(1)}`));
  const cut = findPayloads(text).reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text.units);
  assert.equal(cut, 'abc');
});

test('readable remains of earlier payloads are found, and other runs are ignored', () => {
  const remains = payload.slice(4);
  const foreign = '\ufe00'.repeat(50);
  const text = `Some ${remains}words ${remains}and ${foreign}more ${payload}words.`;
  const found = findPayloads(readUnits(encodeText(`\ufeff${text}`, 'utf-16le')));
  const lengths = found.map(({ from, to }) => to - from);
  assert.deepEqual(lengths, [remains.length, remains.length, payload.length]);
});
