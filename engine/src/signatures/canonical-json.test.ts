// Rules of RFC 8785 that its vectors leave open, and everything that must be refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CanonicalJsonError, canonicalJson } from './canonical-json.ts';

const refused = (value: unknown, path?: string) =>
  assert.throws(
    () => canonicalJson(value),
    (error) => error instanceof CanonicalJsonError && (path === undefined || error.path === path),
  );

test('names are sorted by UTF-16 code units, not by code points', () => {
  // U+1F600 starts with the unit d83d, which comes before U+FB33 although its code point is
  // greater.
  assert.equal(canonicalJson({ '\ufb33': 1, '😀': 2, a: 3, '': 4, A: 5 }), '{"":4,"A":5,"a":3,"😀":2,"\ufb33":1}');
});

test('the order in which an object was built does not matter, at any depth', () => {
  assert.equal(
    canonicalJson({ b: [{ d: 1, c: 2 }], a: { 10: 'x', 9: 'y' } }),
    canonicalJson({ a: { 9: 'y', 10: 'x' }, b: [{ c: 2, d: 1 }] }),
  );
});

test('a value that JSON cannot represent is refused, with its place', () => {
  const unwritable = [undefined, Number.NaN, Infinity, -Infinity, 1n, Symbol('s'), () => 1];
  for (const value of unwritable) {
    refused(value, '$');
    refused({ a: [1, { b: value }] }, '$.a[1].b');
  }
});

test('lone surrogates are refused in values and in names', () => {
  for (const text of ['\ud800', '\udc00', 'a\ud83d', '\ude00\ud83d']) {
    refused(text);
    refused({ [text]: 1 });
  }
  assert.equal(canonicalJson('\ud83d\ude00'), '"😀"');
});

test('only plain objects and arrays are written, and toJSON is never called', () => {
  class Account {}
  const boxed = [new String('a'), new Number(1), new Boolean(true)];
  for (const value of [new Date(0), new Map(), new Account(), Buffer.from('a'), /a/, ...boxed]) refused(value);
  refused({ toJSON: () => 'other' }, '$.toJSON');
  assert.equal(canonicalJson(Object.assign(Object.create(null), { a: 1 })), '{"a":1}');
});

test('nothing is skipped silently: holes, symbols and hidden properties are refused', () => {
  refused(new Array(1));
  refused(Object.assign([1], { extra: 1 }));
  refused({ [Symbol('s')]: 1 });
  refused(Object.defineProperty({}, 'hidden', { value: 1 }));
});

test('a member named __proto__ is a member like any other', () => {
  const text = '{"__proto__":{"polluted":1},"constructor":2}';
  assert.equal(canonicalJson(JSON.parse(text)), text);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('64 levels are written, and one more or a value that contains itself is refused', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  assert.equal(canonicalJson(nested(64)).length, 128);
  refused(nested(65));
  refused(nested(5000));
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  refused(circle);
});
