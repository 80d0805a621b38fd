// A search is announced once, before it starts, and only if there is something to search. A refusal
// ends the verification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeNoise, makeWav } from '../test-support/made-wav.ts';
import { RecordShelf } from '../test-support/record-shelf.ts';
import type { MediaKind } from './formats/media-format.ts';
import { verify } from './verify.ts';

function listeningShelf() {
  const announced: MediaKind[] = [];
  const beginSearch = async (kind: MediaKind) => void announced.push(kind);
  return Object.assign(new RecordShelf(), { announced, beginSearch });
}

test('sound without a mark is announced once', async () => {
  const shelf = listeningShelf();
  const { reason } = await verify(makeNoise(1), {}, shelf);
  assert.equal(reason, 'no_provenance_found');
  assert.deepEqual(shelf.announced, ['audio']);
});

test('silence, a short loop, text, and sound with a known token or mark are not announced', async () => {
  const shelf = listeningShelf();
  const { bytes } = await shelf.sign(makeNoise(1));
  for (const content of [makeWav(() => 0), makeWav((i) => 300 * (i % 80)), Buffer.from('A text.'), bytes]) {
    await verify(content, {}, shelf);
  }
  assert.deepEqual(shelf.announced, []);
  assert.ok(!shelf.asked.includes('sound'));
});

test('sound that comes with a token is compared with its record, which is not a search', async () => {
  const shelf = listeningShelf();
  const { token } = await shelf.sign(makeNoise(1));
  const { likeness } = await verify(makeNoise(2), { token }, shelf);
  assert.equal(likeness, 'far');
  assert.deepEqual(shelf.announced, []);
});

test('a refusal ends the verification', async () => {
  const shelf = Object.assign(new RecordShelf(), { beginSearch: () => Promise.reject(new Error('Not now.')) });
  await assert.rejects(verify(makeNoise(1), {}, shelf), /Not now/);
  assert.ok(!shelf.asked.includes('sound'));
});
