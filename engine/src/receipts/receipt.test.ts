// The form of a receipt, with a signer that is not ours: what is written is read again, in one
// spelling only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ml_dsa65 as noble } from '@noble/post-quantum/ml-dsa.js';
import { fromBase64url, toBase64url } from './base64url.ts';
import { checkReceipt, type ReceiptStatement, readReceipt, receiptType, writeReceipt } from './index.ts';

const { publicKey, secretKey } = noble.keygen(new Uint8Array(32).fill(7));
const sign = async (message: Uint8Array) => noble.sign(message, secretKey);
const verify = async (key: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
  noble.verify(signature, message, key);
const statement: ReceiptStatement = {
  type: receiptType,
  service: { url: 'https://provenance.example', environment: 'live' },
  examined: { content_hash: `sha3-256:${'a'.repeat(64)}`, bytes: 1, format: null },
  verdict: 'nothing_found',
  authentic: false,
  tampered: false,
  confidence: 'none',
  likeness: 'unknown',
  token_source: null,
  signals: { record_found: false },
  reason: 'no_provenance_found',
  provenance: null,
  checked_at: '2026-11-18T10:00:00.000Z',
  detector: { name: 'a detector for Zoë', version: '1' },
  log_checkpoint: null,
  nothing_retained: true,
};

test('base64url has one spelling, and is that of Node', () => {
  for (let length = 0; length < 20_000; length = length * 2 + 1) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 151) % 256);
    const text = toBase64url(bytes);
    assert.equal(text, Buffer.from(bytes).toString('base64url'));
    assert.deepEqual(fromBase64url(text), bytes);
  }
  for (const text of ['A', 'AB', 'AAB', 'AA==', 'A A', 'AA\n', '+/+/', 'AAAAA', 'é', 'AA.']) {
    assert.equal(fromBase64url(text), null, text);
  }
});

test('what is written is read again, and a check names each fault', async () => {
  const receipt = await writeReceipt('receipt-12', statement, sign);
  const opened = readReceipt(receipt);
  assert.deepEqual([opened?.kid, opened?.statement], ['receipt-12', statement]);
  const keys = [{ kid: 'receipt-12', publicKey }];
  assert.deepEqual(await checkReceipt({ receipt, keys, verify }), { valid: true, statement });
  const reason = async (given: object) => (await checkReceipt({ receipt, keys, verify, ...given })).reason;
  assert.equal(await reason({ contentHash: statement.examined.content_hash }), undefined);
  assert.equal(await reason({ contentHash: 'another' }), 'receipt_for_other_content');
  assert.equal(await reason({ keys: [] }), 'receipt_key_unknown');
  assert.equal(await reason({ isExpectedService: () => false }), 'receipt_from_other_service');
  assert.equal(await reason({ receipt: `${receipt}A` }), 'receipt_malformed');
  const other = noble.keygen(new Uint8Array(32)).publicKey;
  assert.equal(await reason({ keys: [{ kid: 'receipt-12', publicKey: other }] }), 'receipt_signature_invalid');
  // After a mistake of the operator, two keys can have one name.
  assert.equal(await reason({ keys: [{ kid: 'receipt-12', publicKey: other }, ...keys] }), undefined);
});

test('a statement without a field, or with another type in it, is not a receipt', async () => {
  for (const name of Object.keys(statement).filter((each) => each !== 'reason')) {
    const { [name as never]: _, ...rest } = statement as unknown as Record<string, unknown>;
    for (const changed of [rest, { ...rest, [name]: [] }]) {
      const text = await writeReceipt('receipt-1', changed as never, sign);
      assert.equal(readReceipt(text), null, name);
    }
  }
  const inherited = { ...statement, signals: JSON.parse('{"__proto__":{"record_found":true}}') };
  assert.equal(readReceipt(await writeReceipt('receipt-1', inherited as never, sign)), null);
});

test('a key name that no receipt has is refused', async () => {
  for (const kid of ['receipt-0', 'receipt-', 'receipt-01', 'attestation-1', 'receipt-1"', 'receipt-1234567890']) {
    assert.equal(readReceipt(await writeReceipt(kid, statement, sign)), null, kid);
  }
});
