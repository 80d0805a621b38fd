// Entries and openings as an attacker writes them, and what an entry reveals.
import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  commitmentOf,
  isTaggedBy,
  type Opening,
  opensEntry,
  readEntry,
  readOpening,
  tagOf,
  writeEntry,
} from '@content-provenance/engine/transparency';

const salt = randomBytes(32).toString('base64');
const type = 'content-provenance-log-entry/1' as const;
const record: Opening = {
  type,
  kind: 'record',
  record_id: 'rec_1',
  content_hash: 'ab'.repeat(32),
  generator_id: 'gen_1',
  kid: 'kid_1',
  signed_at: '2026-11-19T05:00:00.000Z',
  salt,
};
const revoked: Opening = { type, kind: 'generator_revoked', generator_id: 'gen_1', time: record.signed_at, salt };
const retired: Opening = { type, kind: 'key_retired', generator_id: 'gen_1', kid: 'k', time: record.signed_at, salt };
const key = randomBytes(32);
const entryFor = (opening: Opening, kind = opening.kind) => {
  const nonce = randomBytes(16);
  return writeEntry({ kind, nonce, tag: tagOf(key, nonce), commitment: commitmentOf(opening) });
};

describe('entries', () => {
  test('an entry has the bytes of the specification', () => {
    for (const [kind, opening] of [
      [1, record],
      [2, revoked],
      [3, retired],
    ] as const) {
      const entry = Buffer.from(entryFor(opening));
      const sorted = JSON.stringify(opening, Object.keys(opening).sort());
      const nonce = entry.subarray(2, 18);
      assert.equal(entry.length, 82);
      assert.deepEqual([...entry.subarray(0, 2)], [1, kind]);
      assert.deepEqual(entry.subarray(18, 50), createHmac('sha256', key).update(nonce).digest());
      assert.deepEqual(entry.subarray(50), createHash('sha256').update(sorted).digest());
      assert.ok(opensEntry(entry, opening));
      assert.ok(isTaggedBy(entry, key));
    }
  });

  test('an entry of another length, version or kind is refused', () => {
    const entry = Buffer.from(entryFor(record));
    for (const length of [0, 1, 81]) assert.equal(readEntry(entry.subarray(0, length)), null);
    assert.equal(readEntry(Buffer.concat([entry, Buffer.of(0)])), null);
    for (let value = 0; value < 256; value++) {
      if (value !== 1) assert.equal(readEntry(Buffer.concat([Buffer.of(value), entry.subarray(1)])), null);
      const kind = Buffer.concat([Buffer.of(1, value), entry.subarray(2)]);
      assert.equal(readEntry(kind) !== null, value >= 1 && value <= 3, `${value}`);
      assert.equal(opensEntry(kind, record), value === 1);
    }
  });

  test('every altered bit of an entry breaks the commitment, the tag or the form', () => {
    const entry = Buffer.from(entryFor(record));
    for (let bit = 0; bit < entry.length * 8; bit++) {
      const altered = Buffer.from(entry);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      assert.ok(!(opensEntry(altered, record) && isTaggedBy(altered, key)), `bit ${bit}`);
    }
  });

  test('an opening never opens an entry of another kind', () => {
    for (const opening of [record, revoked, retired]) {
      for (const kind of ['record', 'generator_revoked', 'key_retired'] as const) {
        assert.equal(opensEntry(entryFor(opening, kind), opening), kind === opening.kind);
      }
    }
  });

  test('a changed, missing or added field does not open the entry', () => {
    const entry = entryFor(record);
    for (const name of Object.keys(record) as (keyof typeof record)[]) {
      assert.equal(opensEntry(entry, { ...record, [name]: `${record[name]} ` }), false, name);
      assert.equal(opensEntry(entry, { ...record, [name]: '' }), false, name);
      assert.equal(opensEntry(entry, { ...record, [name]: undefined }), false, name);
      assert.equal(opensEntry(entry, { ...record, [name]: [record[name]] }), false, name);
      const { [name]: _, ...others } = record;
      assert.equal(opensEntry(entry, others), false, name);
    }
    for (const added of [{ note: 'Signed by Alice' }, { time: record.signed_at }, { Salt: salt }, { '': '' }]) {
      assert.equal(opensEntry(entry, { ...record, ...added }), false);
    }
    assert.equal(opensEntry(entry, JSON.parse(`{"__proto__":{"a":1},${JSON.stringify(record).slice(1)}`)), false);
    assert.equal(opensEntry(entry, Object.assign(Object.create({ inherited: 1 }), record)), true);
    assert.equal(opensEntry(entry, Object.create(record)), false);
  });

  test('anything else that JSON can contain opens nothing and throws nothing', () => {
    const entry = entryFor(record);
    for (const value of [null, true, 0, '', 'text', [], {}, [record], { type }, { type, kind: 'constructor' }]) {
      assert.equal(opensEntry(entry, value), false);
      assert.equal(readOpening(value), null);
    }
    for (const kind of ['toString', '__proto__', 'hasOwnProperty', 'Record', 'record ']) {
      assert.equal(opensEntry(entry, { ...record, kind }), false);
    }
    for (const odd of ['\ud800', 1, {}, null]) assert.equal(opensEntry(entry, { ...record, record_id: odd }), false);
    for (const short of ['', 'AAAA', salt.slice(1), randomBytes(31).toString('base64'), `${salt}\n`]) {
      assert.equal(opensEntry(entry, { ...record, salt: short }), false);
    }
    assert.equal(opensEntry(new Uint8Array(), record), false);
  });

  test('the order of the fields does not matter', () => {
    assert.ok(opensEntry(entryFor(record), Object.fromEntries(Object.entries(record).reverse())));
  });

  test('only the monitoring key recognizes an entry, and two entries of one organization share nothing', () => {
    const entries = Array.from({ length: 200 }, () => Buffer.from(entryFor(record)));
    for (const entry of entries) {
      assert.ok(isTaggedBy(entry, key));
      assert.ok(!isTaggedBy(entry, randomBytes(32)));
    }
    const distinct = (from: number, to: number) =>
      new Set(entries.map((entry) => entry.toString('hex', from, to))).size;
    assert.equal(distinct(2, 18), 200);
    assert.equal(distinct(18, 50), 200);
    const salted = new Set(
      entries.map(() =>
        Buffer.from(commitmentOf({ ...record, salt: randomBytes(32).toString('base64') })).toString('hex'),
      ),
    );
    assert.equal(salted.size, 200);
  });
});
