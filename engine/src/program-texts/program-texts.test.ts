// Which texts programs read: by name, as JSON or as a script. Everything else is prose.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Random } from '../../test-support/random-bytes.ts';
import { markdown, sampleTexts, scripts } from '../../test-support/sample-texts.ts';
import { countFor } from '../../test-support/test-run.ts';
import { detectFormat } from '../formats/all-formats.ts';
import { chooseWatermark } from './default-watermark.ts';
import { isJsonText } from './json-text.ts';
import { isProgramName } from './program-names.ts';

function watermarkOf(text: string | Uint8Array, fileName?: string): string {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return chooseWatermark(detectFormat(bytes)!, bytes, { fileName }).watermark;
}

test('names of code, data and settings are those of programs', () => {
  const programs =
    'a.json A.JSON a.jsonl a.csv a.tsv a.b.xml a.yaml a.yml a.toml a.py a.js a.d.ts a.tsx a.go a.rs a.c a.h a.java a.sh ' +
    'a.sql a.css a.tex a.ipynb a.patch a.vue Makefile src/Makefile C:\\a\\Dockerfile .env .env.local .gitignore ' +
    'CMakeLists.txt requirements.txt package-lock.json a.ps1';
  for (const name of programs.split(' ')) assert.ok(isProgramName(name), name);
  const prose =
    'a.txt README README.md a.rst a.html a.htm a.pdf a notes json a.json.txt a.json/b . .. a. story.log content';
  for (const name of prose.split(' ')) assert.ok(!isProgramName(name), name);
});

test('a text with the name of a program has no watermark by default, whatever is in it', () => {
  assert.equal(watermarkOf('name,value\none,1\n', 'table.csv'), 'none');
  assert.equal(watermarkOf('name,value\none,1\n', 'table.txt'), 'balanced');
  assert.equal(watermarkOf('let a = 1;', 'a.js'), 'none');
  assert.equal(watermarkOf('let a = 1;'), 'balanced');
  assert.equal(watermarkOf('<template><p>Words</p></template>', 'page.vue'), 'none');
  assert.equal(watermarkOf('<p>Words</p>', 'page.html'), 'balanced');
});

test('JSON and scripts have no watermark by default, whatever their name', () => {
  for (const text of ['{"a":1}', '[1, 2]', '{"a":1}\n{"a":2}\n', '#!/bin/sh\necho a\n', '\ufeff{"a":"é"}']) {
    assert.equal(watermarkOf(text), 'none', text);
    assert.equal(watermarkOf(text, 'answer.txt'), 'none', text);
  }
  for (const encoding of ['utf16le', 'swapped'] as const) {
    const bytes = Buffer.from('\ufeff{"a":"é"}', 'utf16le');
    assert.equal(watermarkOf(encoding === 'swapped' ? bytes.swap16() : bytes), 'none');
  }
  for (const text of [
    '{"a":1',
    '"a"',
    '12',
    'true',
    '{a: 1}',
    'Answer: {"a":1}',
    '```json\n{"a":1}\n```',
    '[link](a.json)',
  ])
    assert.equal(watermarkOf(text), 'balanced', text);
});

test('prose and other content have the usual watermark', () => {
  for (const text of [...scripts.values(), markdown]) assert.equal(watermarkOf(text), 'balanced');
  for (const [name, bytes] of sampleTexts.html!()) assert.equal(watermarkOf(bytes, 'index.html'), 'balanced', name);
  assert.equal(watermarkOf(Buffer.from('89504e470d0a1a0a', 'hex'), 'a.json'), 'balanced');
});

test('what the caller chooses applies to every text', () => {
  const json = Buffer.from('{"a":1}');
  const format = detectFormat(json)!;
  for (const watermark of ['balanced', 'strong', 'faint', 'none'] as const) {
    const chosen = chooseWatermark(format, json, { watermark, fileName: 'a.json' });
    assert.deepEqual(chosen, { watermark, isForPrograms: false });
  }
});

/** Several values in a row are JSON Lines. */
function parses(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

test('a text is JSON exactly if a parser reads an object or an array', () => {
  const texts = [
    ...['{}', '[]', ' {} ', '[ ]', '[[]]', '{"a":{}}', '[1,2]', '[1 2]', '[1,]', '[,1]', '{"a"}', '{"a":}', '{"a":1,}'],
    ...['{,}', '{"a":1 "b":2}', '[}', '{]', '[1]]', '[[1]', '{}:', '{},', '[]]', '', ' ', 'null', '"a"', '1', '{1:2}'],
    ...[
      '[-0]',
      '[01]',
      '[1.]',
      '[.5]',
      '[1e5]',
      '[1E+5]',
      '[1e]',
      '[+1]',
      '[--1]',
      '[0x1]',
      '[NaN]',
      '[1_0]',
      '[1.2.3]',
    ],
    ...['["\\u00e9"]', '["\\u00g9"]', '["\\x"]', '["\\/"]', '["\t"]', '["\n"]', '["', '["\\"]', '["\\\\"]', '["é"]'],
    ...['[true,false,null]', '[True]', '[nulls]', '[truefalse]', '{"a":"b"}', "{'a':1}", '{a:1}', '[1]//', '[\u00a01]'],
  ];
  for (const text of texts) assert.equal(isJsonText(text), parses(text), text);
  for (const text of ['{}\n{}', '{"a":1}\n[2]\n', '{}{}']) assert.ok(isJsonText(text), text);
  for (const text of ['{}\n1', '{}\n{', '{},{}', '{}\nend']) assert.ok(!isJsonText(text), text);
});

test('random JSON is recognized as by a parser, complete and with one character changed', () => {
  const random = new Random(4);
  const value = (depth: number): unknown => {
    const kind = random.below(depth > 4 ? 4 : 6);
    if (kind === 0) return random.below(2 ** 31) / (1 + random.below(1000));
    if (kind === 1) return `${random.below(1000)}"\\\u0001\n é😀${' '.repeat(random.below(4))}`;
    if (kind === 2) return [null, true, false, -0.5, 1e-9, 1e300][random.below(6)];
    const several = Array.from({ length: random.below(5) }, () => value(depth + 1));
    return kind % 2 === 0 ? several : Object.fromEntries(several.map((each, place) => [`key ${place}`, each]));
  };
  const rounds = countFor({ short: 400, long: 20_000 });
  for (let round = 0; round < rounds; round += 1) {
    const text = JSON.stringify([value(0)], null, random.below(3));
    assert.ok(isJsonText(text), text);
    const place = random.below(text.length);
    const other = '{}[],:"\\01e.- \n\tabtnu'[random.below(20)]!;
    const changed = text.slice(0, place) + other + text.slice(place + random.below(2));
    // A changed bracket can end the first value early, which makes JSON Lines of the rest.
    if (parses(changed)) assert.ok(isJsonText(changed), changed);
    else if (isJsonText(changed)) assert.match(changed, /[\]}]\s*[[{]/, changed);
  }
});

test('real files of this repository are recognized', () => {
  for (const name of ['package.json', 'package-lock.json', 'biome.json']) {
    const text = readFileSync(new URL(`../../../${name}`, import.meta.url), 'latin1');
    assert.equal(isJsonText(text), parses(text), name);
  }
});

test('texts that are made to be slow are examined in linear time, within bounded memory', () => {
  const size = 5_000_000;
  const seconds = (text: string) => {
    const start = process.cpuUsage();
    isJsonText(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
  for (const unit of [
    '[',
    '{"a":',
    '[],',
    '"',
    '["a",',
    '{}',
    '1',
    '[1,',
    '\\',
    ' ',
    '{"\\u0000":',
    '-',
    '["\\',
    'true',
  ]) {
    const text = `[${unit.repeat(size / unit.length)}`;
    assert.ok(seconds(text) < 2, `${unit}: ${seconds(text)} s`);
  }
  assert.ok(!isJsonText(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'too deep for most programs');
});
