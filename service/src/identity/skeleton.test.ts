// Names that look the same have one skeleton, names that do not have two, and only the same word
// has the same spelling.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skeletonOf, spellingOf } from './skeleton.ts';

const alike: Readonly<Record<string, readonly string[]>> = {
  Reuters: [
    'REUTERS',
    'r e u t e r s',
    'Reuters™',
    'Re-uters.',
    'Rеutеrs', // Cyrillic е
    'Ꭱeuters', // Cherokee
    'Ｒｅｕｔｅｒｓ',
    '𝐑𝐞𝐮𝐭𝐞𝐫𝐬',
    '𝕽𝖊𝖚𝖙𝖊𝖗𝖘',
    'Ⓡⓔⓤⓣⓔⓡⓢ',
    'Reυters', // Greek υ
    'Reuterѕ', // Cyrillic ѕ
    'Réutërs',
    'Re\u200buters',
    'Reu\u00adters',
    'RΕUΤΕRЅ', // Greek and Cyrillic capitals
    'Reutҽrs',
  ],
  Google: ['G00gle', 'Goog1e', 'GoogIe', 'ԌΟΟGLΕ', 'Gооglе', 'Gօօgle'],
  Lumen: ['Iumen', '1umen', '|umen', 'lurnen', 'LUΜEΝ', 'Ӏumen', 'łumen'],
  'Acme Studio': ['acme-studio', 'ACME_STUDIO', 'Acme·Studio', 'аcmе studiо'],
  Nova: ['ΝOVA', 'Nοva', 'Noνa', 'Nоvа'],
  BBC: ['ВВС', 'ΒΒϹ', 'ввс'],
};

test('names that look the same have one skeleton', () => {
  for (const [name, others] of Object.entries(alike))
    for (const other of others) assert.equal(skeletonOf(other), skeletonOf(name), `${other} and ${name}`);
});

test('names that look different have two', () => {
  const names = [
    'Reuters',
    'Routers',
    'Renters',
    'Lumen',
    'Lumina',
    'Nova',
    'Nora',
    'Моя',
    'Ευρώ',
    '株式会社ランプ',
    'שלום',
    'Lumen 2',
  ];
  assert.equal(new Set(names.map(skeletonOf)).size, names.length);
});

test('the spelling is that of a word, regardless of case and punctuation', () => {
  assert.equal(spellingOf('ACME-Studio™'), spellingOf('acme studio'));
  for (const [word, other] of [
    ['paypal', 'paypa1'],
    ['müller', 'muller'],
    ['reuters', 'rеuters'],
  ] as const) {
    assert.notEqual(spellingOf(word), spellingOf(other));
    assert.equal(skeletonOf(word), skeletonOf(other));
  }
});

test('a name without letters has an empty skeleton, and one of 100 characters is fast', () => {
  assert.equal(skeletonOf('!?* …'), '');
  const start = process.threadCpuUsage();
  for (let count = 0; count < 1_000; count += 1) skeletonOf('\u{1D11E}ﷺ'.repeat(50));
  assert.ok(process.threadCpuUsage(start).user < 5_000_000);
});
