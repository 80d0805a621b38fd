// References to keys: which texts are one, and that no private key is mistaken for one.
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { asSecret, inWords, readReference, referenceIn } from './key-reference.ts';

test('a reference survives being stored in place of a private key', () => {
  for (const text of [
    'pkcs11:01ab',
    'kms:studio',
    'kms:arn:aws:kms:eu-west-1:123:key/ab-cd',
    'kms:a'.padEnd(260, 'b'),
  ]) {
    assert.equal(inWords(referenceIn(asSecret(readReference(text)!))!), text);
  }
});

test('other texts are not references', () => {
  const bad = [
    '',
    'kms:',
    'kms',
    'file:/etc/passwd',
    'kms:../sign',
    'kms:a b',
    'kms:a\nb',
    'kms:"',
    'pkcs11:',
    'pkcs11:0',
  ];
  for (const text of [...bad, 'pkcs11:zz', 'pkcs11:--login', 'KMS:a', 'kms:a'.padEnd(262, 'b')]) {
    assert.equal(readReference(text), undefined, text);
  }
});

test('a private key is never taken for a reference', () => {
  const pkcs8 = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' });
  for (const secret of [randomBytes(32), Buffer.from('kms:studio'.padEnd(32, 'x')), pkcs8]) {
    assert.equal(referenceIn(secret), undefined);
  }
});
