// Time-based one-time passwords as authenticator apps make them (RFC 6238 over RFC 4226: HMAC-SHA1,
// 30 seconds, 6 digits), and the otpauth address in their QR codes.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepMilliseconds = 30_000;
const digits = 6;
/** Accepted steps before and after now, for clocks that differ (RFC 6238, 5.2). */
const tolerance = 1;
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 bits, as RFC 4226 (section 4, R6) recommends. */
export function makeTotpSecret(): Buffer {
  return randomBytes(20);
}

/** The time step of a code, if it is right now. The caller must accept each step only once. */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const current = Math.floor(now / stepMilliseconds);
  let match: number | undefined;
  for (let step = current - tolerance; step <= current + tolerance; step += 1) {
    if (sameText(codeAt(secret, step), code)) match = step;
  }
  return match;
}

export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  // Dynamic truncation, RFC 4226, 5.3.
  const offset = mac.at(-1)! & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

export function otpauthUrl(secret: Uint8Array, account: string, issuer: string): string {
  const parameters = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${parameters}`.replaceAll(
    '+',
    '%20',
  );
}

/** RFC 4648, section 6, without padding, as apps expect it. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let held = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += base32Alphabet[(buffer >> held) & 31];
    }
    buffer &= (1 << held) - 1;
  }
  return held > 0 ? text + base32Alphabet[(buffer << (5 - held)) & 31] : text;
}

function sameText(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
