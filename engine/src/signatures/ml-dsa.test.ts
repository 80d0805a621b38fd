// Behavior of our functions, with @noble/post-quantum as an independent second implementation.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { ml_dsa65 as oracle } from '@noble/post-quantum/ml-dsa.js';
import {
  generateSigningSeed,
  isMlDsaPublicKey,
  mlDsa65,
  publicKeyFromSeed,
  signMessage,
  verifySignature,
} from './ml-dsa.ts';

const seed = Buffer.alloc(32, 7);
const publicKey = publicKeyFromSeed(seed);
const message = Buffer.from('signed by the engine');

test('keys and signatures have the sizes of FIPS 204, table 2', async () => {
  assert.equal(generateSigningSeed().length, 32);
  assert.equal(publicKey.length, 1952);
  assert.equal((await signMessage(seed, message)).length, 3309);
  assert.equal(oracle.lengths.publicKey, mlDsa65.publicKeySize);
  assert.equal(oracle.lengths.signature, mlDsa65.signatureSize);
});

test('generated seeds differ', () => {
  assert.notDeepEqual(generateSigningSeed(), generateSigningSeed());
});

test('the same seed gives the same public key as the independent implementation', () => {
  for (let round = 0; round < 20; round++) {
    const anySeed = generateSigningSeed();
    assert.deepEqual(publicKeyFromSeed(anySeed), Buffer.from(oracle.keygen(anySeed).publicKey));
  }
});

test('the independent implementation accepts our signatures, and we accept its', async () => {
  for (const size of [0, 1, 135, 136, 137, 5000]) {
    const anySeed = generateSigningSeed();
    const text = randomBytes(size);
    const keys = oracle.keygen(anySeed);
    assert.equal(oracle.verify(await signMessage(anySeed, text), text, keys.publicKey), true);
    assert.equal(await verifySignature(keys.publicKey, text, oracle.sign(text, keys.secretKey)), true);
    const deterministic = oracle.sign(text, keys.secretKey, { extraEntropy: false });
    assert.equal(await verifySignature(keys.publicKey, text, deterministic), true);
  }
});

test('a signature with a context is refused, because our context is empty', async () => {
  const { secretKey } = oracle.keygen(seed);
  const signature = oracle.sign(message, secretKey, { context: Buffer.from('other use') });
  assert.equal(await verifySignature(publicKey, message, signature), false);
});

test('two signatures of one message differ and both are valid', async () => {
  const [first, second] = await Promise.all([signMessage(seed, message), signMessage(seed, message)]);
  assert.notDeepEqual(first, second);
  assert.deepEqual(
    await Promise.all([verifySignature(publicKey, message, first), verifySignature(publicKey, message, second)]),
    [true, true],
  );
});

test('a flipped bit in the signature, the message or the key is refused', async () => {
  const signature = await signMessage(seed, message);
  const flipped = (bytes: Uint8Array, bit: number) => {
    const copy = Buffer.from(bytes);
    copy[bit >> 3]! ^= 1 << (bit & 7);
    return copy;
  };
  for (let bit = 0; bit < signature.length * 8; bit += 97) {
    assert.equal(await verifySignature(publicKey, message, flipped(signature, bit)), false, `signature bit ${bit}`);
  }
  for (let bit = 0; bit < message.length * 8; bit++) {
    assert.equal(await verifySignature(publicKey, flipped(message, bit), signature), false, `message bit ${bit}`);
  }
  for (let bit = 0; bit < publicKey.length * 8; bit += 97) {
    assert.equal(await verifySignature(flipped(publicKey, bit), message, signature), false, `key bit ${bit}`);
  }
});

test('a signature of any other size is refused without an error', async () => {
  const signature = await signMessage(seed, message);
  for (const other of [Buffer.alloc(0), signature.subarray(1), Buffer.concat([signature, Buffer.alloc(1)])]) {
    assert.equal(await verifySignature(publicKey, message, other), false);
  }
});

test('seeds and public keys of any other size are errors', async () => {
  for (const size of [0, 31, 33, 64, 4032]) {
    assert.throws(() => publicKeyFromSeed(Buffer.alloc(size)), RangeError);
    await assert.rejects(signMessage(Buffer.alloc(size), message), RangeError);
  }
  const signature = await signMessage(seed, message);
  for (const size of [0, 1951, 1953, 1312, 2592]) {
    assert.equal(isMlDsaPublicKey(Buffer.alloc(size, 1)), false);
    await assert.rejects(verifySignature(Buffer.alloc(size, 1), message, signature), RangeError);
  }
});

test('a generated key is a public key; one whose t1 is zero is not', () => {
  assert.equal(isMlDsaPublicKey(publicKey), true);
  const forgeable = Buffer.from(publicKey);
  forgeable.fill(0, 32);
  assert.equal(isMlDsaPublicKey(forgeable), false);
  forgeable[1951] = 1;
  assert.equal(isMlDsaPublicKey(forgeable), true);
});

test('views into larger buffers are read at their own place', async () => {
  const around = Buffer.concat([Buffer.alloc(5, 9), seed, publicKey, message, Buffer.alloc(5, 9)]);
  const view = (start: number, end: number) => new Uint8Array(around.buffer, around.byteOffset + start, end - start);
  const signature = await signMessage(view(5, 37), view(1989, 1989 + message.length));
  assert.equal(await verifySignature(view(37, 1989), view(1989, 1989 + message.length), signature), true);
});

test('the caller can change the bytes as soon as the call is made', async () => {
  const [volatileSeed, volatileMessage] = [Buffer.from(seed), Buffer.from(message)];
  const signing = signMessage(volatileSeed, volatileMessage);
  volatileSeed.fill(0);
  volatileMessage.fill(0);
  const signature = Buffer.from(await signing);
  const volatile = [Buffer.from(publicKey), Buffer.from(message), Buffer.from(signature)] as const;
  const verifying = verifySignature(...volatile);
  for (const bytes of volatile) bytes.fill(0);
  assert.equal(await verifying, true);
});
