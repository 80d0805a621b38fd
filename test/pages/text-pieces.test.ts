// The pieces in which the verify page draws a text: nothing is lost, and no character is torn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Part, type Piece, piecesOf } from '../../dashboard/src/pages/verify/results/text-pieces.ts';

const joined = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

test('parts and what is between them are the whole text, in order', () => {
  const text = ' Ein Fuß, “zwei” Füße. ';
  const parts: Part[] = [
    { state: 'kept', start: 1, end: 8 },
    { state: 'changed', start: 11, end: 15 },
    { state: 'added', start: 17, end: 21 },
  ];
  assert.deepEqual(
    piecesOf(text, parts).map(({ state, text }) => [state, text]),
    [
      ['between', ' '],
      ['kept', 'Ein Fuß'],
      ['between', ', “'],
      ['changed', 'zwei'],
      ['between', '” '],
      ['added', 'Füße'],
      ['between', '. '],
    ],
  );
  assert.deepEqual(
    piecesOf(text, []).map(({ text }) => text),
    [text],
  );
  assert.deepEqual(piecesOf('', []), []);
});

test('a long part has a fold between its ends, cut at spaces', () => {
  const text = 'seven words make up this short sentence. '.repeat(100);
  const pieces = piecesOf(text, [{ state: 'kept', start: 0, end: text.length }]);
  assert.deepEqual(
    pieces.map(({ state, isFolded }) => [state, isFolded]),
    [
      ['kept', false],
      ['kept', true],
      ['kept', false],
    ],
  );
  assert.equal(joined(pieces), text);
  for (const piece of pieces.slice(0, 2)) assert.match(piece.text, /\s$/);
  assert.ok(pieces[0]!.text.length < 400 && pieces[2]!.text.length < 400);
});

test('a fold begins and ends between characters that a reader sees, in any script', () => {
  const characters = ['語', '👩‍🚀', 'é', 'e\u0301', 'สี', '👍🏽', '𝒳', '❤\ufe0f', 'נִ'];
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const character of characters) {
    for (let shift = 0; shift < 12; shift += 1) {
      const text = 'x'.repeat(shift) + character.repeat(2_000);
      const pieces = piecesOf(text, [{ state: 'added', start: 0, end: text.length }]);
      assert.equal(pieces.length, 3);
      assert.equal(joined(pieces), text);
      const borders = new Set([...segments.segment(text)].map(({ index }) => index));
      for (const { start } of pieces) assert.ok(borders.has(start), `${character} after ${shift} at ${start}`);
    }
  }
});

test('text that is only marks and half characters still has pieces', () => {
  for (const character of ['\u0301', '\u200d', '\udc00', '\ud800', '\u{e0001}']) {
    const text = character.repeat(3_000);
    assert.equal(joined(piecesOf(text, [])), text);
  }
});
