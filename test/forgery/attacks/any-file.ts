// Attacks that do not depend on the format: bytes before and after the file, bytes cut off, and
// tokens of other records.
import type { Forgery, Target } from '../forgery.ts';
import { foreignStore, forgedPage, storeType } from '../stores.ts';
import { madeUpToken, withToken } from '../tokens.ts';

const additions = (target: Target): ReadonlyMap<string, Buffer> =>
  new Map([
    ['a line end', Buffer.from('\n')],
    ['a zero byte', Buffer.alloc(1)],
    ['a page', Buffer.from(forgedPage)],
    ['its token as text', Buffer.from(target.token)],
    ['a foreign store', foreignStore],
    ['the UUID of a store', storeType],
    ['an empty ZIP archive', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
    ['a whole file of the attacker', target.stranger.delivered],
    ['the file once more', target.delivered],
  ]);

export function* anyFileAttacks(target: Target): Generator<Forgery> {
  const { delivered, canonical, token, stranger, embedded } = target;
  const added = [...additions(target)];
  for (const [name, bytes] of target.thorough ? added : added.slice(0, 3)) {
    yield { name: `appends ${name}`, bytes: Buffer.concat([delivered, bytes]) };
    yield { name: `appends ${name} to the canonical file`, bytes: Buffer.concat([canonical, bytes]) };
    yield { name: `prepends ${name}`, bytes: Buffer.concat([bytes, delivered]) };
    yield { name: `prepends ${name} to the canonical file`, bytes: Buffer.concat([bytes, canonical]) };
    if (embedded)
      yield { name: `appends ${name} behind a manifest`, bytes: Buffer.concat([embedded.delivered, bytes]) };
  }
  yield { name: 'cuts off the last byte', bytes: delivered.subarray(0, -1) };
  yield { name: 'cuts off the first byte', bytes: delivered.subarray(1) };
  yield { name: 'cuts off the second half', bytes: delivered.subarray(0, delivered.length >> 1) };
  yield { name: 'flips the last bit', bytes: withFlippedBit(delivered, delivered.length - 1) };
  yield* tokensExchanged(target);
  yield {
    name: 'gives the token of this record to a file of their own',
    bytes: withToken(target, stranger.delivered, stranger.token, token),
  };
}

function* tokensExchanged(target: Target): Generator<Forgery> {
  const { delivered, token, stranger, clientToken, formatToken } = target;
  const others = {
    'a made-up token': madeUpToken,
    'the token of another record': stranger.token,
    'the token in small letters': token.toLowerCase(),
    'the token with another last bit': withLastBits(token, 1),
    'the token with other last bits': withLastBits(token, 3),
  };
  for (const [name, other] of Object.entries(others)) {
    yield { name: `puts ${name} into our container`, bytes: withToken(target, delivered, token, other) };
  }
  // The record covers all canonical bytes: nothing can be added, not even by the service's own
  // recipe.
  const claimed = withToken(target, delivered, token, clientToken);
  yield { name: 'adds our container to a file that was submitted with only a hash', bytes: claimed, claims: 'client' };
  const behind = Buffer.concat([withToken(target, delivered, token, formatToken), Buffer.from('\n')]);
  yield { name: 'appends a line end to a file that was submitted with its format', bytes: behind, claims: 'format' };
}

// 47 characters of base64url have two bits more than their 35 bytes.
function withLastBits(token: string, bits: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ bits];
}

function withFlippedBit(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  copy[at]! ^= 1;
  return copy;
}
