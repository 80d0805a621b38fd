// Random identifiers and secrets, and how a secret that a person has is stored.
import { createHash, randomBytes, randomInt } from 'node:crypto';

/** `usr_`, `org_`, `kid_` … followed by 128 random bits. */
export function makeIdentifier(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}

/** The secret of a link in an email, or of a challenge: 256 random bits. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** For secrets of 256 random bits, which cannot be guessed, so no slow hash is needed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Six digits for a person to copy. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
