// Checkpoints and their signatures, in the form of C2SP tlog-checkpoint and tlog-cosignature,
// and with Node's own Ed25519 and ML-DSA-44.
import assert from 'node:assert/strict';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { test } from 'node:test';
import { ed25519 } from '@noble/curves/ed25519.js';
import { countFor } from '../../test-support/test-run.ts';
import {
  type Checkpoint,
  ed25519Cosigner,
  ed25519Signer,
  mlDsa44Cosigner,
  openCheckpoint,
  readCheckpointBody,
  readNote,
  signatureLine,
  type VerifierKey,
  type VerifierKeyType,
  verifierKeyOf,
  writeCheckpointBody,
  writeNote,
} from './index.ts';

const exampleBody = `log.example/1\n20852163\n${Buffer.alloc(32, 9).toString('base64')}\n`;
const checkpoint: Checkpoint = { origin: 'log.example/log', size: 2 ** 40 + 5, root: new Uint8Array(32).fill(9) };
const body = writeCheckpointBody(checkpoint);
const seed = (value: number) => new Uint8Array(32).fill(value);
const logEd25519 = ed25519Signer(checkpoint.origin, seed(1));
const logMlDsa = mlDsa44Cosigner(checkpoint.origin, seed(2));
const witnessEd25519 = ed25519Cosigner('witness.example/1', seed(3));
const witnessMlDsa = mlDsa44Cosigner('witness.example/2', seed(4));
const seconds = 1_679_315_147;
const noteOf = (...signers: { sign(checkpoint: Checkpoint, seconds: number): string }[]) =>
  writeNote(
    body,
    signers.map((signer) => signer.sign(checkpoint, seconds)),
  );

test('a checkpoint is read and written back', () => {
  const read = readCheckpointBody(exampleBody)!;
  assert.deepEqual([read.origin, read.size, read.root], ['log.example/1', 20_852_163, new Uint8Array(32).fill(9)]);
  assert.equal(writeCheckpointBody(read), exampleBody);
});

test('a checkpoint in any other spelling is refused', () => {
  const [origin, size, root] = exampleBody.split('\n') as [string, string, string];
  const bodies = [
    '',
    '\n',
    exampleBody.slice(0, -1),
    `${exampleBody}\n`,
    `\n${size}\n${root}\n`,
    `${origin}\n0${size}\n${root}\n`,
    `${origin}\n+1\n${root}\n`,
    `${origin}\n1e3\n${root}\n`,
    `${origin}\n-1\n${root}\n`,
    `${origin}\n \n${root}\n`,
    `${origin}\n9007199254740992\n${root}\n`,
    `${origin}\n${size}\n${root.slice(0, -1)}\n`,
    `${origin}\n${size}\n${root.replace('k=', 'l=')}\n`,
    `${origin}\n${size}\n${root} \n`,
    `${origin}\n${size}\nAAAA\n`,
    `${origin}\n${size}\n`,
    `${origin}\r\n${size}\n${root}\n`,
    `${exampleBody}\nextension\n`,
    `${origin}\n0\n${root}\n`,
  ];
  for (const text of bodies) assert.equal(readCheckpointBody(text), null, JSON.stringify(text));
  assert.equal(readCheckpointBody(undefined as never), null);
  assert.equal(readCheckpointBody(`${exampleBody}extension\n`)?.size, 20_852_163);
  assert.throws(() => writeCheckpointBody({ ...checkpoint, origin: 'a\nb' }), TypeError);
  assert.throws(() => writeCheckpointBody({ ...checkpoint, size: 2 ** 53 }), TypeError);
  assert.throws(() => writeCheckpointBody({ ...checkpoint, root: seed(1).subarray(1) }), TypeError);
});

test('the keys that signed are named, witnesses with their time', () => {
  const note = noteOf(logEd25519, logMlDsa, witnessEd25519, witnessMlDsa, witnessMlDsa);
  const opened = openCheckpoint(note, [logEd25519.key, logMlDsa.key], [witnessEd25519.key, witnessMlDsa.key])!;
  assert.deepEqual(opened.checkpoint, checkpoint);
  assert.equal(opened.body, body);
  assert.deepEqual(opened.signedBy, [logEd25519.key, logMlDsa.key]);
  assert.deepEqual(opened.cosignedBy, [
    { key: witnessEd25519.key, time: seconds },
    { key: witnessMlDsa.key, time: seconds },
  ]);
  assert.deepEqual(openCheckpoint(note, [logMlDsa.key])?.signedBy, [logMlDsa.key]);
  assert.deepEqual(openCheckpoint(note, [logMlDsa.key])?.cosignedBy, []);
});

test('a note without a signature of a known key of the log is refused', () => {
  const note = noteOf(logEd25519, witnessMlDsa);
  assert.equal(openCheckpoint(note, []), null);
  assert.equal(openCheckpoint(note, [logMlDsa.key], [witnessMlDsa.key]), null);
  assert.equal(openCheckpoint(noteOf(witnessMlDsa), [witnessMlDsa.key]), null, 'its name is not the origin');
  const otherName = ed25519Signer('log.example/other', seed(1));
  assert.equal(openCheckpoint(noteOf(otherName), [otherName.key]), null);
  assert.deepEqual(openCheckpoint(noteOf(logEd25519, otherName), [logEd25519.key, otherName.key])?.signedBy, [
    logEd25519.key,
  ]);
});

test('one wrong signature of a known key refuses the note, one of an unknown key does not', () => {
  const stranger = mlDsa44Cosigner('witness.example/3', seed(5));
  const other = { ...checkpoint, size: checkpoint.size + 1 };
  const wrong = (signer: typeof stranger) =>
    writeNote(body, [logEd25519.sign(checkpoint, seconds), signer.sign(other, seconds)]);
  const known = [witnessEd25519.key, witnessMlDsa.key];
  assert.ok(openCheckpoint(wrong(stranger), [logEd25519.key], known));
  for (const signer of [witnessEd25519, witnessMlDsa]) {
    assert.ok(openCheckpoint(wrong(signer), [logEd25519.key]), 'not known');
    assert.equal(openCheckpoint(wrong(signer), [logEd25519.key], known), null);
  }
  assert.equal(openCheckpoint(wrong(logMlDsa), [logEd25519.key, logMlDsa.key]), null);
  assert.equal(
    openCheckpoint(wrong(logEd25519), [logEd25519.key]),
    null,
    'the second signature of the same key is wrong',
  );
});

test('every altered byte of a signed checkpoint is refused', () => {
  for (const signers of [[logEd25519], [logEd25519, witnessEd25519]]) {
    const note = Buffer.from(noteOf(...signers));
    for (let at = 0; at < note.length; at++) {
      const altered = Buffer.from(note);
      altered[at]! ^= 1;
      // An altered name or key ID is that of an unknown key. The others still count.
      const opened = openCheckpoint(altered.toString('utf8'), [logEd25519.key], [witnessEd25519.key]);
      assert.ok(!opened || opened.signedBy.length + opened.cosignedBy.length < signers.length, `byte ${at}`);
    }
  }
});

test('every altered byte of an ML-DSA-44 cosignature, its time included, is refused', () => {
  const line = witnessMlDsa.sign(checkpoint, seconds);
  const [start, text] = [line.slice(0, line.lastIndexOf(' ') + 1), line.slice(line.lastIndexOf(' ') + 1, -1)];
  const bytes = Buffer.from(text, 'base64');
  assert.equal(bytes.length, 4 + 8 + 2_420);
  const step = countFor({ short: 201, long: 1 });
  for (let at = 4; at < bytes.length; at += at < 40 ? 1 : step) {
    const altered = Buffer.from(bytes);
    altered[at]! ^= 0x10;
    const note = writeNote(body, [logEd25519.sign(checkpoint, 0), `${start}${altered.toString('base64')}\n`]);
    assert.equal(openCheckpoint(note, [logEd25519.key], [witnessMlDsa.key]), null, `byte ${at}`);
  }
});

test('repeated lines count once', () => {
  const [signed, cosigned] = [logEd25519.sign(checkpoint, 0), witnessMlDsa.sign(checkpoint, seconds)];
  const note = writeNote(body, [signed, cosigned, signed, cosigned]);
  const opened = openCheckpoint(note, [logEd25519.key], [witnessMlDsa.key]);
  assert.deepEqual(opened?.signedBy, [logEd25519.key]);
  assert.deepEqual(opened?.cosignedBy, [{ key: witnessMlDsa.key, time: seconds }]);
});

test('a signature that only some Ed25519 programs accept is refused', () => {
  const { Point, utils } = ed25519;
  const order = Point.Fn.ORDER;
  const ofOrderEight = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';
  const torsion = Point.fromBytes(Buffer.from(ofOrderEight, 'hex'), true);
  const littleEndian = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const nonce = 123_456_789n;
  const first = Point.BASE.multiply(nonce).add(torsion).toBytes();
  const { publicKey } = logEd25519.key;
  const hash = createHash('sha512').update(first).update(publicKey).update(body).digest();
  const { scalar } = utils.getExtendedPublicKey(seed(1));
  const second = (nonce + (littleEndian(hash) % order) * scalar) % order;
  const signature = Buffer.concat([first, Buffer.from(second.toString(16).padStart(64, '0'), 'hex').reverse()]);
  assert.ok(ed25519.verify(signature, Buffer.from(body), publicKey, { zip215: false }), 'noble accepts it');
  const line = signatureLine(checkpoint.origin, logEd25519.key.keyId, signature);
  assert.equal(openCheckpoint(writeNote(body, [line]), [logEd25519.key]), null);
});

test('a cosignature without a time has the time null', () => {
  const note = writeNote(body, [logMlDsa.sign(checkpoint, 0), witnessMlDsa.sign(checkpoint, 0)]);
  assert.deepEqual(openCheckpoint(note, [logMlDsa.key], [witnessMlDsa.key])?.cosignedBy, [
    { key: witnessMlDsa.key, time: null },
  ]);
  assert.throws(() => witnessMlDsa.sign(checkpoint, 0.5), RangeError);
  assert.throws(() => mlDsa44Cosigner('w'.repeat(256), seed(1)).sign(checkpoint, 1), RangeError);
});

test('extension lines are covered by Ed25519 only', () => {
  const mlDsaLine = logMlDsa.sign(checkpoint, 1);
  const withExtension = `${body}extension\n`;
  assert.equal(openCheckpoint(writeNote(withExtension, [mlDsaLine]), [logMlDsa.key])?.body, withExtension);
  assert.equal(openCheckpoint(writeNote(withExtension, [logEd25519.sign(checkpoint, 1)]), [logEd25519.key]), null);
});

test('a plain Ed25519 signature of a witness is not a cosignature', () => {
  const witness = ed25519Signer('witness.example/1', seed(3));
  assert.deepEqual(openCheckpoint(noteOf(logEd25519, witness), [logEd25519.key], [witness.key])?.cosignedBy, []);
});

/** The message of C2SP tlog-cosignature, built here a second time. */
function cosignedMessage(name: string, time: number): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value));
    return bytes;
  };
  const text = (value: string) => Buffer.concat([Buffer.from([Buffer.byteLength(value)]), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from('subtree/v1\n\0'),
    text(name),
    number(time),
    text(checkpoint.origin),
    number(0),
    number(checkpoint.size),
    checkpoint.root,
  ]);
}

const messages: Record<VerifierKeyType, (name: string, time: number) => Buffer> = {
  ed25519: () => Buffer.from(body),
  'ed25519-cosignature': (_, time) => Buffer.from(`cosignature/v1\ntime ${time}\n${body}`),
  'ml-dsa-44': cosignedMessage,
};

test("Node's own Ed25519 and ML-DSA-44 accept our signatures", () => {
  for (const signer of [logEd25519, witnessEd25519, witnessMlDsa]) {
    const { signature } = readNote(writeNote(body, [signer.sign(checkpoint, seconds)]))!.signatures[0]!;
    const { type, name, publicKey } = signer.key;
    const bytes = type === 'ed25519' ? signature : signature.subarray(8);
    assert.ok(verify(null, messages[type](name, seconds), nativeKey(type, publicKey), bytes), type);
  }
});

test("we accept the signatures of Node's own Ed25519 and ML-DSA-44", () => {
  for (const type of ['ed25519', 'ed25519-cosignature', 'ml-dsa-44'] as const) {
    const pair = generateKeyPairSync((type === 'ml-dsa-44' ? 'ml-dsa-44' : 'ed25519') as 'ed25519');
    const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(type === 'ml-dsa-44' ? -1_312 : -32);
    const key = verifierKeyOf(checkpoint.origin, type, new Uint8Array(raw));
    const native = sign(null, messages[type](key.name, seconds), pair.privateKey);
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const id = Buffer.alloc(4);
    id.writeUInt32BE(key.keyId);
    const signature = Buffer.concat([id, ...(type === 'ed25519' ? [] : [time]), native]).toString('base64');
    const note = `${body}\n— ${key.name} ${signature}\n`;
    assert.deepEqual(openCheckpoint(note, [key])?.signedBy, [key], type);
  }
});

test('a signer can use a native function, and gives the same line for Ed25519', () => {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed(1)]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const native = ed25519Signer(checkpoint.origin, seed(1), (message) => sign(null, message, privateKey));
  assert.equal(native.sign(checkpoint, seconds), logEd25519.sign(checkpoint, seconds));
});

function nativeKey(type: VerifierKeyType, publicKey: VerifierKey['publicKey']): KeyObject {
  // The SubjectPublicKeyInfo headers of RFC 8410 and RFC 9881.
  const header = type === 'ml-dsa-44' ? '30820532300b06096086480165030403110382052100' : '302a300506032b6570032100';
  return createPublicKey({ key: Buffer.concat([Buffer.from(header, 'hex'), publicKey]), format: 'der', type: 'spki' });
}
