// A certificate whose dates cannot be read is never valid, although comparisons with such dates
// are false.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { makeP256Leaf } from '../../../test-support/p256-authority.ts';
import { findProfileFault } from './certificate-profile.ts';
import { isValidAt } from './validity.ts';

const now = new Date();

test('a certificate is valid between its dates', async () => {
  const certificate = new X509Certificate((await makeP256Leaf()).leaf);
  assert.equal(isValidAt(certificate, now), true);
  assert.equal(isValidAt(certificate, new Date(0)), false);
  assert.equal(isValidAt(certificate, new Date('2100-01-01')), false);
  assert.equal(findProfileFault(certificate, now), null);
});

test('a certificate with a date that is not a date is not valid', async () => {
  const { leaf } = await makeP256Leaf();
  for (const place of datesIn(leaf)) {
    const altered = Buffer.from(leaf);
    // The second digit of the month: there is no month 1x.
    altered.write('x', place + 3, 'latin1');
    const certificate = new X509Certificate(altered);
    assert.equal(isValidAt(certificate, now), false);
    assert.match(findProfileFault(certificate, now) ?? '', /^The certificate is not valid before/);
  }
});

/** Where the two dates begin (UTCTime: twelve digits and a Z). */
function datesIn(der: Uint8Array): number[] {
  return [
    ...Buffer.from(der)
      .toString('latin1')
      .matchAll(/\d{12}Z/g),
  ].map(({ index }) => index);
}
