// Passwords at rest: argon2id (RFC 9106) in the PHC string format, with OWASP's parameters. Hashing
// runs on the thread pool, a few at a time, so that a flood of logins takes neither all the memory
// nor all the threads.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { fail } from '../http/error-catalogue.ts';

const hash = promisify(argon2);

// OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane.
const memory = 19_456;
const passes = 2;
const parallelism = 1;
const saltLength = 16;
const tagLength = 32;

const mostAtOnce = Math.max(2, availableParallelism() - 1);
/** About ten seconds of work. Later callers get an error that asks them to retry. */
const mostWaiting = 500;

let atWork = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await derive(password, salt);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Costs the same for a user that does not exist: pass undefined. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const [salt, expected] = (stored ?? absent)
    .split('$')
    .slice(-2)
    .map((part) => Buffer.from(part, 'base64'));
  const tag = await derive(password, salt!);
  return timingSafeEqual(tag, expected!) && stored !== undefined;
}

const absent = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(randomBytes(saltLength))}$${unpadded(randomBytes(tagLength))}`;

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  await turn();
  try {
    // Normalized, so that the same password typed on another system matches (RFC 8265, 4.2.2).
    const message = password.normalize('NFC');
    return await hash('argon2id', { message, nonce, memory, passes, parallelism, tagLength });
  } finally {
    atWork -= 1;
    waiting.shift()?.();
  }
}

async function turn(): Promise<void> {
  if (atWork >= mostAtOnce) {
    if (waiting.length >= mostWaiting) fail('service_unavailable', {}, { 'retry-after': '5' });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  atWork += 1;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
