// Entries: 82 bytes that only their organization recognizes, and only an opening explains.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  commitmentOf,
  isTaggedBy,
  type Opening,
  opensEntry,
  readEntry,
  readOpening,
  tagOf,
  writeEntry,
} from './index.ts';

const salt = Buffer.alloc(32, 7).toString('base64');
const record: Opening = {
  type: 'content-provenance-log-entry/1',
  kind: 'record',
  record_id: '018f2d3c-4b5a-7968-8776-655443322110',
  content_hash: 'ab'.repeat(32),
  generator_id: 'gen_1',
  kid: 'key-1',
  signed_at: '2026-11-19T04:00:00.000Z',
  salt,
};
const revoked: Opening = {
  type: record.type,
  kind: 'generator_revoked',
  generator_id: 'gen_1',
  time: '2026-11-19T04:00:00.000Z',
  salt,
};
const retired: Opening = {
  type: record.type,
  kind: 'key_retired',
  generator_id: 'gen_1',
  kid: 'key-1',
  time: '2026-11-19T04:00:00.000Z',
  salt,
};
const monitoringKey = new Uint8Array(32).fill(1);
const nonce = new Uint8Array(16).fill(2);
const entryFor = (opening: Opening) =>
  writeEntry({ kind: opening.kind, nonce, tag: tagOf(monitoringKey, nonce), commitment: commitmentOf(opening) });

test('an entry has exactly the bytes of its layout', () => {
  for (const [opening, kind] of [
    [record, 1],
    [revoked, 2],
    [retired, 3],
  ] as const) {
    const json = JSON.stringify(
      Object.fromEntries(Object.entries(opening).sort(([left], [right]) => (left < right ? -1 : 1))),
    );
    const expected = Buffer.concat([
      Buffer.from([1, kind]),
      nonce,
      createHmac('sha256', monitoringKey).update(nonce).digest(),
      createHash('sha256').update(json).digest(),
    ]);
    const entry = entryFor(opening);
    assert.equal(entry.length, 82);
    assert.deepEqual(Buffer.from(entry), expected);
    assert.deepEqual(writeEntry(readEntry(entry)!), entry);
    assert.ok(isTaggedBy(entry, monitoringKey) && isTaggedBy(readEntry(entry)!, monitoringKey));
    assert.ok(opensEntry(entry, opening) && opensEntry(readEntry(entry)!, JSON.parse(json)));
  }
});

test('every altered byte of an entry breaks its tag or its commitment', () => {
  const entry = entryFor(record);
  for (let at = 0; at < entry.length; at++) {
    const altered = entry.with(at, entry[at]! ^ 1);
    assert.ok(!(isTaggedBy(altered, monitoringKey) && opensEntry(altered, record)), `byte ${at}`);
  }
  assert.ok(!isTaggedBy(entry, monitoringKey.with(0, 2)));
});

test('an entry of another version, kind or length is not read', () => {
  const entry = entryFor(record);
  for (const other of [
    entry.with(0, 0),
    entry.with(0, 2),
    entry.with(1, 0),
    entry.with(1, 4),
    entry.subarray(1),
    new Uint8Array(83),
  ]) {
    assert.equal(readEntry(other), null);
    assert.equal(isTaggedBy(other, monitoringKey), false);
    assert.equal(opensEntry(other, record), false);
  }
  assert.throws(() => writeEntry({ ...readEntry(entry)!, nonce: new Uint8Array(15) }), RangeError);
  assert.throws(() => writeEntry({ ...readEntry(entry)!, tag: new Uint8Array(31) }), RangeError);
});

test('an opening with any other field opens nothing', () => {
  const entry = entryFor(record);
  for (const name of Object.keys(record) as (keyof Opening)[]) {
    const { [name]: _, ...rest } = record;
    for (const other of [
      rest,
      { ...record, [name]: `${record[name]} ` },
      { ...record, [name]: 1 },
      { ...record, [name]: '\ud800' },
    ]) {
      assert.equal(opensEntry(entry, other), false, name);
    }
  }
  const shortSalt = { ...record, salt: Buffer.alloc(31).toString('base64') };
  const hidden = Object.defineProperty({ ...record }, 'note', { value: 'x', enumerable: false });
  for (const other of [
    { ...record, note: 'x' },
    hidden,
    { ...record, [Symbol('x')]: 'x' },
    Object.create(record),
    revoked,
    shortSalt,
  ]) {
    assert.equal(opensEntry(entry, other), false);
  }
  for (const other of [undefined, null, 5, 'text', [], [record], { ...record, kind: '__proto__' }]) {
    assert.equal(readOpening(other), null);
    assert.equal(opensEntry(entry, other), false);
  }
  assert.throws(() => commitmentOf({ ...record, note: 'x' } as Opening), TypeError);
});
