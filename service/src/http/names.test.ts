// Which names are accepted, and how names from before the rule are shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './documents/html.ts';
import { asPrintable, containsWebAddress, isPrintable, withoutLinks } from './names.ts';

const ordinaryNames = [
  'Lamps & Sons',
  'ACME, Inc.',
  'S.p.A. Lampade',
  'Müller GmbH & Co. KG',
  'Node.js Foundation',
  'Booking.com',
  'Studio 2.0',
  'Data: Berlin',
  'Ärzte ohne Grenzen',
  '株式会社ランプ',
  'شركة المصابيح',
  'Лампы и сыновья',
  'x/y',
  'Vintage 😀',
];

test('ordinary names are printable and contain no web address', () => {
  for (const name of ordinaryNames) {
    assert.equal(isPrintable(name), true, name);
    assert.equal(containsWebAddress(name), false, name);
    assert.equal(asPrintable(name), name);
  }
});

test('control, line-break, direction and invisible characters are not printable, each on its own', () => {
  const points = [
    ...range(0x00, 0x1f),
    ...range(0x7f, 0x9f),
    0xad,
    0x34f,
    0x61c,
    0x115f,
    0x180e,
    ...range(0x200b, 0x200f),
    0x2028,
    0x2029,
    ...range(0x202a, 0x202e),
    ...range(0x2060, 0x206f),
    0x3164,
    0xfe0f,
    0xfeff,
    0xffa0,
    0xe000,
    0xffff,
    0xe0041,
    0xe0100,
  ];
  for (const point of points) {
    const text = `A${String.fromCodePoint(point)}B`;
    assert.equal(isPrintable(text), false, `U+${point.toString(16)}`);
    assert.equal(asPrintable(text), 'A B');
  }
});

const addresses = [
  'http://evil.example',
  'https://evil.example/path',
  'Visit HTTP://EVIL.EXAMPLE now',
  'www.evil.example',
  'Win at WWW.evil.example',
  'evil.example/login',
  'evil.example:8080',
  'evil.example?x=1',
  'пример.рф/вход',
  'mailto:a@evil.example',
  'ftp://evil.example',
  'ｗｗｗ．evil．example',
  'evil。example/login',
  'ｈｔｔｐ：／／evil',
];

test('web addresses are found in every spelling', () => {
  for (const text of addresses) assert.equal(containsWebAddress(text), true, text);
});

test('in an email, no part of a name becomes a link', () => {
  for (const text of [
    ...addresses,
    'Booking.com',
    'a.b.c.example',
    'evil.example/@a',
    'x\r\n\r\nhttp://evil.example\u202e',
  ]) {
    const shown = withoutLinks(text);
    assert.doesNotMatch(shown, /:\/\/|\.\p{L}|[\r\n\u202e]/u, text);
  }
  for (const text of ['ACME, Inc.', 'Studio 2.0', 'Friends of lamps@example.org'])
    assert.equal(withoutLinks(text), text);
});

test('HTML removes characters that would change the direction of a page', () => {
  assert.equal(html`<p>${'gpj.\u202etxt\u2066 \u200f<b>\u0007\n'}</p>`.text, '<p>gpj.txt &lt;b&gt;\n</p>');
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}
