// Recovery codes: ten, each valid once, for a user who lost the second factor.
import { randomInt } from 'node:crypto';

const count = 10;
/** Without letters that look similar (0 o, 1 l i). */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
/** 31^10 is about 2^49: too many to guess with five attempts in 15 minutes. */
const length = 10;

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
  });
}

/** As people type them: with or without the dash, in any case. */
export function normalizeRecoveryCode(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
