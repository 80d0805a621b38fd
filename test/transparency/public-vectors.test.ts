// Our code on public vectors (vectors/README.md), and on the same vectors with altered bytes.
import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  hashLeaf,
  mlDsa44Cosigner,
  openCheckpoint,
  proveConsistency,
  proveInclusion,
  readCheckpointBody,
  readLogProof,
  readNote,
  readVerifierKey,
  verifierKeyOf,
  verifyConsistency,
  verifyInclusion,
  writeCheckpointBody,
  writeLogProof,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';
import { publicKeyObject } from './independent/keys.ts';
import {
  mlDsa44,
  referenceEntries,
  referenceRoots,
  signedNote,
  sumDatabase,
  tesseroak,
} from './independent/vectors.ts';
import { base64, MemoryLog } from './memory-log.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('public vectors', () => {
  test('the reference tree of Certificate Transparency has the published roots, and its proofs hold', async () => {
    const log = new MemoryLog();
    await log.append(referenceEntries);
    const leaves = referenceEntries.map(hashLeaf);
    for (const [size, published] of referenceRoots.entries()) {
      const root = await log.root(size);
      assert.equal(hex(root), published);
      for (let index = 0; index < size; index++) {
        const proof = await proveInclusion(index, size, log);
        assert.ok(verifyInclusion({ index, size, leaf: leaves[index]!, root, proof }));
      }
      for (let from = 0; from <= size; from++) {
        const proof = await proveConsistency(from, size, log);
        const fromRoot = Buffer.from(referenceRoots[from]!, 'hex');
        assert.ok(verifyConsistency({ from, to: size, fromRoot, toRoot: root, proof }));
      }
    }
    // RFC 6962 §2.1.3 shows these proofs in a tree of 7 entries.
    assert.equal((await proveInclusion(0, 7, log)).length, 3);
    assert.equal((await proveInclusion(6, 7, log)).length, 2);
    assert.equal((await proveConsistency(3, 7, log)).length, 4);
    assert.equal((await proveConsistency(4, 7, log)).length, 1);
    assert.equal((await proveConsistency(6, 7, log)).length, 3);
  });

  test('a real entry of sum.golang.org is in its tree of 58,253,265 entries, and no altered one is', () => {
    const read = readLogProof(sumDatabase.proof)!;
    const note = readNote(read.checkpoint)!;
    const { origin, size, root } = readCheckpointBody(note.text)!;
    assert.deepEqual({ origin, size }, { origin: sumDatabase.origin, size: sumDatabase.size });
    const claim = { index: read.index, size, leaf: hashLeaf(sumDatabase.entry), root, proof: read.hashes };
    assert.ok(verifyInclusion(claim));
    for (const [at, hash] of read.hashes.entries()) {
      const proof = read.hashes.with(
        at,
        hash.map((byte) => byte ^ 1),
      );
      assert.equal(verifyInclusion({ ...claim, proof }), false);
    }
    assert.equal(verifyInclusion({ ...claim, index: read.index ^ 1 }), false);
    assert.equal(verifyInclusion({ ...claim, size: read.index + 1 }), false);
    assert.equal(writeLogProof(read), sumDatabase.proof);
    assert.equal(`${writeCheckpointBody({ origin, size, root })}`, note.text);

    const key = readVerifierKey(sumDatabase.verifierKey)!;
    assert.equal(writeVerifierKey(key), sumDatabase.verifierKey);
    const [signature] = note.signatures;
    assert.deepEqual([signature!.name, signature!.keyId], [key.name, key.keyId]);
    const publicKey = publicKeyObject('ed25519', Buffer.from(key.publicKey));
    assert.ok(verify(null, Buffer.from(note.text), publicKey, signature!.signature));
    // This log signs under a name that is not its origin. We refuse that (tlog-policy).
    assert.equal(openCheckpoint(read.checkpoint, [key]), null);
    const named = verifierKeyOf('another.example', 'ed25519', key.publicKey);
    assert.equal(openCheckpoint(read.checkpoint, [named]), null);
  });

  test('the last entry of a real Tessera log is in its tree', () => {
    const claim = {
      index: tesseroak.index,
      size: tesseroak.size,
      leaf: hashLeaf(Buffer.from(tesseroak.entry)),
      root: Buffer.from(tesseroak.root, 'base64'),
      proof: tesseroak.proof.map((hash) => Buffer.from(hash, 'base64')),
    };
    assert.ok(verifyInclusion(claim));
    assert.equal(verifyInclusion({ ...claim, index: claim.index - 1 }), false);
    assert.equal(verifyInclusion({ ...claim, leaf: hashLeaf(Buffer.from('hello')) }), false);
  });

  test('the ML-DSA-44 checkpoint of torchwood is valid, and no altered one is', () => {
    const { key } = mlDsa44Cosigner(mlDsa44.name, mlDsa44.seed);
    assert.equal(key.keyId.toString(16), mlDsa44.keyId);
    const opened = openCheckpoint(mlDsa44.note, [key])!;
    assert.equal(base64(opened.checkpoint.root), base64(hashLeaf(Buffer.from('testonly'))));
    assert.deepEqual(opened.signedBy, [key]);
    // Its time is 0, so as a cosignature it states no time.
    assert.deepEqual(openCheckpoint(mlDsa44.note, [key], [key])?.cosignedBy, [{ key, time: null }]);
    for (const [from, to] of [
      ['mldsa-log\n', 'mldsa-lof\n'],
      ['\n1\n', '\n2\n'],
      ['+zoE', '+zoF'],
      ['xQAAAA', 'xQAAAB'],
      ['AAkjFv', 'ABkjFv'],
      ['eKDU=', 'eKDY='],
    ] as const) {
      assert.ok(mlDsa44.note.includes(from));
      assert.equal(openCheckpoint(mlDsa44.note.replace(from, to), [key]), null, from);
    }
  });

  test('the example of signed-note is read, and its key and signature fit', () => {
    const key = readVerifierKey(signedNote.verifierKey)!;
    const note = readNote(signedNote.note)!;
    assert.equal(writeVerifierKey(key), signedNote.verifierKey);
    assert.equal(note.signatures[0]!.keyId, key.keyId);
    const publicKey = publicKeyObject('ed25519', Buffer.from(key.publicKey));
    assert.ok(verify(null, Buffer.from(note.text), publicKey, note.signatures[0]!.signature));
    assert.equal(openCheckpoint(signedNote.note, [key]), null, 'it is a note, but no checkpoint');
  });
});
