// Values that break programs: texts, numbers, JSON, headers and addresses.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import { Members, RawJson } from './raw-json.ts';

export const hostileTexts: readonly string[] = [
  ...['', ' ', '\t\r\n', 'null', 'undefined', 'NaN', 'true', '-1', '0', '1e309', '9007199254740993', '00', '0x10'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '*',
    '%',
    '%00',
    '%2e%2e%2f',
    '../../etc/passwd',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE users; --',
    '#{7*7}',
    '{{7*7}}',
    '$(id)',
    '`id`',
    '<script>alert(1)</script>',
    '=1+1',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202eabc',
    '\u200b',
    '\ufeff',
    '\uffff',
    '\u2028',
    '\u0007\u001b[2J',
    'é',
    'e\u0301',
  ],
  ...[
    'İ',
    'ß',
    '👩‍👩‍👧‍👦',
    '𝒳',
    'ﷺ',
    '１２７．０．０．１',
    '\r\nset-cookie: a=b',
    'a\nb',
    '.',
    '..',
    '/',
    '\\',
    '//',
    '?',
    '#',
    '&',
    ';',
  ],
  ...[
    '2026-02-30',
    '0000-00-00T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    '9999-12-31T23:59:60Z',
    '2026-01-01T00:00:00+99:99',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    'svc_',
    'svc_key_',
    'svc_test_key_',
    'usr_',
    'me',
  ],
  ...[
    'a@b',
    '@',
    'a@@b.c',
    `${'a'.repeat(64)}@${'b'.repeat(180)}.org`,
    '"a b"@example.org',
    'a@[127.0.0.1]',
    'a@xn--nxasmq6b',
    'a@example.org\n',
  ],
  ...[
    'https://',
    'https://[::1',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a:b@c/',
    'https://127.0.0.1:1/\u0000',
    'https://127.0.0.1:65536/',
    'file:///etc/passwd',
  ],
  ...[
    '#ffffff',
    '#GGGGGG',
    'sha3-256:',
    `sha3-256:${'f'.repeat(64)}`,
    'ffffffffffffffff',
    '====',
    'A'.repeat(4412),
    '-----BEGIN',
  ],
];

const longTexts: readonly string[] = [
  'x'.repeat(129),
  'x'.repeat(255),
  'x'.repeat(1_025),
  'é'.repeat(5_000),
  '\u0301'.repeat(3_000),
  'x'.repeat(70_000),
];

const hostileJson: readonly unknown[] = [
  ...[
    '1e999',
    '-1e999',
    '-0',
    '1e-400',
    '9007199254740993',
    '1'.repeat(400),
    '0.1',
    '2147483648',
    '-9223372036854775809',
  ],
  ...['"\\ud800"', '"\\u0000"', '"\\udc00\\ud800"', 'null', 'true', 'false', '[]', '{}', '[[]]', '[null]', '{"":""}'],
  ...[
    'NaN',
    'Infinity',
    '-',
    '01',
    "'a'",
    'undefined',
    '"\\x41"',
    '"\\u12"',
    '"a',
    '[1,]',
    '{"a":1,}',
    '/**/1',
    '"\u0001"',
  ],
].map((text) => new RawJson(text));

export function hostileText(random: Random): string {
  return random.below(8) === 0 ? random.pick(longTexts) : random.pick(hostileTexts);
}

export function hostileValue(random: Random): unknown {
  switch (random.below(6)) {
    case 0:
    case 1:
      return hostileText(random);
    case 2:
      return new Members([
        [
          random.pick(['__proto__', 'constructor', 'length', 'then', 'toJSON', '0']),
          random.pick([null, 1, { prototype: { a: 1 } }, {}]),
        ],
      ]);
    case 3:
      return nested(random.pick([10, 100, 3_000, 50_000]), random.below(2) === 0);
    default:
      return random.pick(hostileJson);
  }
}

function nested(depth: number, inArrays: boolean): RawJson {
  return new RawJson(
    inArrays ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  );
}

/** Each can come next to the ordinary ones, or in their place. */
export const hostileHeaders: readonly (readonly [string, string])[] = [
  ['accept', 'text/html'],
  ['accept', '*/*;q=NaN, \u00ff'],
  ['accept-encoding', 'gzip, br;q=0, *;q=999'],
  ['accept-language', 'x'.repeat(4_000)],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['access-control-request-method', 'PATCH'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-for', `${'1.2.3.4, '.repeat(500)}::1`],
  ['x-forwarded-for', 'not an address, 999.1.1.1, [::1]:99, "'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['forwarded', 'for="[::1]";proto=https'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', '../../../x\u007f'],
  ['idempotency-key', 'x'.repeat(300)],
  ['idempotency-key', ''],
  ['idempotency-key', 'é\u00ff'],
  ['idempotency-key', 'the same'],
  ['idempotency-key', '__proto__'],
  ['range', 'bytes=0-,5-1,-9999999999999999999'],
  ['if-none-match', '*, "a", W/"'],
  ['if-modified-since', 'Thu, 99 Foo 99999 99:99:99 GMT'],
  ['cookie', `a=${'b'.repeat(4_000)}`],
  ['expect', '100-continue'],
  ['expect', 'the unexpected'],
  ['upgrade', 'websocket'],
  ['upgrade', 'h2c'],
  ['connection', 'close, keep-alive, upgrade'],
  ['te', 'trailers, deflate;q=0.5'],
  ['via', '1.1 a, '.repeat(300)],
  ['__proto__', 'a'],
  ['constructor', 'a'],
  ['x-long', 'y'.repeat(9_000)],
];

export const contentTypes: readonly string[] = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json; charset="',
  'application/json, text/plain',
  'application/vnd.api+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  'application/octet-stream',
  'application/',
  '/',
  '\u00ff\u00fe',
  '',
];
