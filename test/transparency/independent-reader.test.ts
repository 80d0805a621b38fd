// The independent reader is itself held against public vectors, so that an agreement with it says
// something.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyId, readVerifierKeyText, signerFrom, verifierKey, verifyBytes } from './independent/keys.ts';
import {
  consistencyPath,
  includes,
  inclusionPath,
  isConsistent,
  leafHash,
  rootOfLeaves,
} from './independent/merkle.ts';
import { openNote, parseBody, parseNote } from './independent/note.ts';
import { readProofText } from './independent/proof.ts';
import {
  mlDsa44,
  referenceEntries,
  referenceRoots,
  signedNote,
  sumDatabase,
  tesseroak,
} from './independent/vectors.ts';

test('the reference tree has the published roots, and every proof in it is valid', () => {
  const leaves = referenceEntries.map(leafHash);
  for (const [size, hex] of referenceRoots.entries()) {
    const part = leaves.slice(0, size);
    const root = rootOfLeaves(part);
    assert.equal(root.toString('hex'), hex);
    for (const [index, leaf] of part.entries()) {
      const path = inclusionPath(index, part);
      assert.ok(includes({ index: BigInt(index), size: BigInt(size), leaf, root, path }));
      assert.ok(!includes({ index: BigInt(index) + 1n, size: BigInt(size), leaf, root, path }));
    }
    for (let from = 0; from <= size; from++) {
      const fromRoot = rootOfLeaves(leaves.slice(0, from));
      const path = consistencyPath(from, part);
      const asked = { from: BigInt(from), to: BigInt(size), fromRoot, toRoot: root, path };
      assert.ok(isConsistent(asked), `${from} to ${size}`);
      assert.ok(!isConsistent({ ...asked, path: [...path, root] }));
    }
  }
});

test('the real proofs of two public logs hold', () => {
  const proof = readProofText(sumDatabase.proof)!;
  const note = parseNote(proof.checkpoint)!;
  const { origin, size, root } = parseBody(note.text)!;
  assert.equal(origin, sumDatabase.origin);
  assert.equal(size, BigInt(sumDatabase.size));
  assert.ok(includes({ index: proof.index, size, root, leaf: leafHash(sumDatabase.entry), path: proof.hashes }));
  const key = readVerifierKeyText(sumDatabase.verifierKey)!;
  assert.ok(verifyBytes(key, Buffer.from(note.text), note.signatures[0]!.bytes));

  assert.ok(
    includes({
      index: BigInt(tesseroak.index),
      size: BigInt(tesseroak.size),
      leaf: leafHash(Buffer.from(tesseroak.entry)),
      root: Buffer.from(tesseroak.root, 'base64'),
      path: tesseroak.proof.map((hash) => Buffer.from(hash, 'base64')),
    }),
  );
});

test('the published ML-DSA-44 checkpoint and the example of signed-note are valid', () => {
  const signer = signerFrom(mlDsa44.name, 'ml-dsa-44', mlDsa44.seed);
  assert.equal(keyId(signer).toString('hex'), mlDsa44.keyId);
  assert.deepEqual(openNote(mlDsa44.note, [signer])?.signers, [{ key: signer, time: 0n }]);
  assert.equal(openNote(mlDsa44.note.replace('log\n1\n', 'log\n2\n'), [signer]), null);

  const key = readVerifierKeyText(signedNote.verifierKey)!;
  const note = parseNote(signedNote.note)!;
  assert.equal(verifierKey(key), signedNote.verifierKey);
  assert.ok(verifyBytes(key, Buffer.from(note.text), note.signatures[0]!.bytes));
});
