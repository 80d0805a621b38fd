// Exactly the four fields are signed, and the result names every other field of the input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPayloadFaults, type SignedPayload, signedPayloadBytes } from './signed-payload.ts';

const payload: SignedPayload = {
  watermark_id: '00112233445566ff',
  model: 'Bildgenerator "Ä" 2',
  generator_id: '018f2d3c-4b5a-7968-8776-655443322110',
  content_hash: `sha3-256:${'ab'.repeat(32)}`,
};

const faultPaths = (candidate: unknown, outer = payload) => findPayloadFaults(candidate, outer).map(({ path }) => path);

test('the signed bytes are the canonical JSON of the four fields, in UTF-8', () => {
  const expected =
    `{"content_hash":"sha3-256:${'ab'.repeat(32)}","generator_id":"018f2d3c-4b5a-7968-8776-655443322110",` +
    `"model":"Bildgenerator \\"Ä\\" 2","watermark_id":"00112233445566ff"}`;
  assert.deepEqual(signedPayloadBytes(payload), Buffer.from(expected, 'utf8'));
});

test('a payload with exactly the outer fields has no fault, in any order', () => {
  assert.deepEqual(faultPaths(payload), []);
  assert.deepEqual(faultPaths(JSON.parse(JSON.stringify(payload))), []);
});

test('each missing, different or wrongly typed field is named', () => {
  for (const name of Object.keys(payload) as (keyof SignedPayload)[]) {
    const { [name]: value, ...rest } = payload;
    const path = `signed_payload.${name}`;
    assert.deepEqual(faultPaths(rest), [path]);
    for (const other of [`${value} `, '', null, undefined, 1, [value], { value }]) {
      assert.deepEqual(faultPaths({ ...payload, [name]: other }), [path]);
    }
  }
});

test('each additional field is named', () => {
  const extra = JSON.parse(`{"__proto__":{},"toString":1,"":2,"Model":"x",${JSON.stringify(payload).slice(1)}`);
  assert.deepEqual(faultPaths(extra).sort(), [
    'signed_payload.',
    'signed_payload.Model',
    'signed_payload.__proto__',
    'signed_payload.toString',
  ]);
});

test('inherited fields do not count', () => {
  assert.equal(faultPaths(Object.create(payload)).length, 4);
});

test('a value that is not an object is one fault', () => {
  for (const candidate of [null, undefined, 'text', 5, [payload]]) {
    assert.deepEqual(faultPaths(candidate), ['signed_payload']);
  }
});

test('a lone surrogate is a fault of the input, even if the outer field has it too', () => {
  const model = 'model \ud800';
  assert.deepEqual(faultPaths({ ...payload, model }, { ...payload, model }), ['signed_payload.model']);
});

test('text that only looks the same is different, because nothing is normalized', () => {
  assert.deepEqual(faultPaths({ ...payload, model: 'e\u0301' }, { ...payload, model: '\u00e9' }), [
    'signed_payload.model',
  ]);
});

test('only the four fields are ever signed', () => {
  assert.throws(() => signedPayloadBytes({ ...payload, note: 'unseen' } as SignedPayload), TypeError);
  assert.throws(() => signedPayloadBytes({ ...payload, model: 5 } as unknown as SignedPayload), TypeError);
});
