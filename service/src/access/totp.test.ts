// TOTP against the RFCs' own vectors and against otplib, an independent implementation.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import { generateSync } from 'otplib';
import { base32, codeAt, makeTotpSecret, matchingStep, otpauthUrl } from './totp.ts';

test('codes match RFC 6238, appendix B', () => {
  // The RFC prints eight digits. Our six are their end.
  const secret = Buffer.from('12345678901234567890');
  const vectors = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const;
  for (const [seconds, code] of vectors) assert.equal(codeAt(secret, Math.floor(seconds / 30)), code.slice(-6));
});

test('base32 matches RFC 4648, section 10, without padding', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  };
  for (const [text, encoded] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), encoded);
});

test('an authenticator app makes the same codes', () => {
  for (let round = 0; round < 200; round += 1) {
    const secret = randomBytes(20);
    const epoch = randomInt(4_000_000_000);
    assert.equal(codeAt(secret, Math.floor(epoch / 30)), generateSync({ secret: base32(secret), epoch }));
  }
});

test('a code is right in its step and one step to either side, and names its step', () => {
  const secret = Buffer.from('12345678901234567890');
  const step = 60_000_000;
  const time = (ofStep: number) => ofStep * 30_000 + 15_000;
  const code = codeAt(secret, step);
  for (const near of [step - 1, step, step + 1]) assert.equal(matchingStep(secret, code, time(near)), step);
  for (const far of [step - 2, step + 2]) assert.equal(matchingStep(secret, code, time(far)), undefined);
  for (const wrong of ['', '00000', `${code}0`, 'abcdef'])
    assert.equal(matchingStep(secret, wrong, time(step)), undefined);
});

test('the otpauth address contains what an app needs', () => {
  const secret = makeTotpSecret();
  const url = otpauthUrl(secret, 'a+b@example.org', 'Content Provenance (sandbox)');
  const { protocol, host, pathname, searchParams } = new URL(url);
  assert.equal(`${protocol}//${host}`, 'otpauth://totp');
  assert.equal(decodeURIComponent(pathname), '/Content Provenance (sandbox):a+b@example.org');
  assert.deepEqual(Object.fromEntries(searchParams), {
    secret: base32(secret),
    issuer: 'Content Provenance (sandbox)',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  // Apps read %20. Not all of them read + as a space.
  assert.doesNotMatch(url, /\+/);
});
