// What our code writes, an independent reader accepts. What the independent writer writes, our code
// accepts. Both refuse altered bytes.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  type CheckpointSigner,
  ed25519Cosigner,
  ed25519Signer,
  hashLeaf,
  mlDsa44Cosigner,
  openCheckpoint,
  proveConsistency,
  proveInclusion,
  readVerifierKey,
  verifyConsistency,
  verifyInclusion,
  verifyLogProof,
  writeCheckpointBody,
  writeLogProof,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';
import { countFor } from '../../engine/test-support/test-run.ts';
import {
  type Kind,
  keyId,
  kinds,
  readVerifierKeyText,
  type Signer,
  signerFrom,
  verifierKey,
} from './independent/keys.ts';
import {
  consistencyPath,
  includes,
  inclusionPath,
  isConsistent,
  leafHash,
  rootOfLeaves,
} from './independent/merkle.ts';
import { bodyText, noteSignature, openNote } from './independent/note.ts';
import { holds, readProofText, writeProofText } from './independent/proof.ts';
import { base64, MemoryLog } from './memory-log.ts';

const origin = 'log.example/both';
const seconds = 1_790_000_000;
const rounds = countFor({ short: 1, long: 20 });
const ours: Record<Kind, (name: string, seed: Uint8Array) => CheckpointSigner> = {
  ed25519: ed25519Signer,
  'ed25519-cosignature': ed25519Cosigner,
  'ml-dsa-44': mlDsa44Cosigner,
};

interface Pair {
  readonly ours: CheckpointSigner;
  readonly theirs: Signer;
}

function pairOf(kind: Kind, name: string): Pair {
  const seed = randomBytes(32);
  return { ours: ours[kind](name, seed), theirs: signerFrom(name, kind, seed) };
}

const checkpoint = () => ({ origin, size: randomInt(2 ** 47), root: randomBytes(32) });
const ourNote = (body: string, lines: readonly string[]) => `${body}\n${lines.join('')}`;

describe('keys', () => {
  for (const kind of Object.keys(kinds) as Kind[]) {
    test(`a ${kind} key has the same public key, key ID and verifier key on both sides`, () => {
      const pair = pairOf(kind, 'log.example/é—1');
      assert.deepEqual(Buffer.from(pair.ours.key.publicKey), pair.theirs.bytes);
      assert.equal(pair.ours.key.keyId, keyId(pair.theirs).readUInt32BE());
      assert.equal(pair.ours.key.type, kind);
      const text = writeVerifierKey(pair.ours.key);
      assert.equal(text, verifierKey(pair.theirs));
      assert.deepEqual(readVerifierKeyText(text)?.bytes, pair.theirs.bytes);
      assert.deepEqual(readVerifierKey(verifierKey(pair.theirs)), pair.ours.key);
      for (let i = 0; i < text.length; i += kind === 'ml-dsa-44' ? 41 : 1) {
        const altered = alterCharacter(text, i);
        assert.equal(readVerifierKey(altered), null, altered);
        assert.equal(readVerifierKeyText(altered), null, altered);
      }
    });
  }
});

describe('checkpoints', () => {
  for (const kind of ['ed25519', 'ml-dsa-44'] as const) {
    test(`a checkpoint signed with ${kind} is accepted in both directions, and no altered one`, () => {
      const { ours: signer, theirs } = pairOf(kind, origin);
      for (let round = 0; round < rounds; round++) {
        const signed = checkpoint();
        const theirBody = { ...signed, size: BigInt(signed.size) };
        assert.equal(writeCheckpointBody(signed), bodyText(theirBody));
        const notes = [
          ourNote(writeCheckpointBody(signed), [signer.sign(signed, seconds)]),
          ourNote(bodyText(theirBody), [noteSignature(theirs, bodyText(theirBody), BigInt(seconds))]),
        ];
        for (const note of notes) {
          assert.deepEqual(openCheckpoint(note, [signer.key])?.checkpoint.root, new Uint8Array(signed.root));
          assert.deepEqual(openNote(note, [theirs])?.body, theirBody);
          assert.equal(openNote(note, [theirs])?.signers[0]?.time, kind === 'ml-dsa-44' ? BigInt(seconds) : null);
          refuseAltered(note, (altered) => [openCheckpoint(altered, [signer.key]), openNote(altered, [theirs])]);
        }
      }
    });
  }

  for (const kind of ['ed25519-cosignature', 'ml-dsa-44'] as const) {
    test(`a witness's ${kind} cosignature is accepted in both directions with its time`, () => {
      const log = pairOf('ed25519', origin);
      const witness = pairOf(kind, 'witness.example/w1');
      const signed = checkpoint();
      const body = writeCheckpointBody(signed);
      const logLine = log.ours.sign(signed, seconds);
      const lines = [witness.ours.sign(signed, seconds), noteSignature(witness.theirs, body, BigInt(seconds))];
      for (const line of lines) {
        const note = ourNote(body, [logLine, line]);
        const opened = openCheckpoint(note, [log.ours.key], [witness.ours.key]);
        assert.deepEqual(opened?.cosignedBy, [{ key: witness.ours.key, time: seconds }]);
        assert.deepEqual(openNote(note, [log.theirs], [witness.theirs])?.signers[1], {
          key: witness.theirs,
          time: BigInt(seconds),
        });
        // An altered cosignature makes the note invalid, unless it no longer names the witness.
        for (const altered of alteredSignatures(line)) {
          const changed = ourNote(body, [logLine, altered]);
          assert.equal(openCheckpoint(changed, [log.ours.key], [witness.ours.key]), null);
          assert.equal(openNote(changed, [log.theirs], [witness.theirs]), null);
        }
        // Without the witness's key, the line is ignored.
        assert.deepEqual(openCheckpoint(note, [log.ours.key])?.cosignedBy, []);
      }
    });
  }

  test('a cosignature of one kind never passes as another kind under the same name', () => {
    const seed = randomBytes(32);
    const log = pairOf('ed25519', origin);
    const signed = checkpoint();
    const body = writeCheckpointBody(signed);
    const timed = signerFrom('w.example', 'ed25519-cosignature', seed);
    const plain = ed25519Signer('w.example', seed).key;
    const note = ourNote(body, [log.ours.sign(signed, seconds), noteSignature(timed, body, BigInt(seconds))]);
    assert.deepEqual(openCheckpoint(note, [log.ours.key], [plain])?.cosignedBy, []);
  });
});

describe('proofs', () => {
  test('inclusion and consistency proofs hold in both directions for every size up to 70, and no altered one', async () => {
    const log = new MemoryLog();
    const leaves: Buffer[] = [];
    for (let size = 1; size <= 70; size++) {
      const entry = randomBytes(randomInt(100));
      await log.append([entry]);
      leaves.push(leafHash(entry));
      assert.deepEqual(hashLeaf(entry), new Uint8Array(leaves.at(-1)!));
      const root = rootOfLeaves(leaves);
      assert.deepEqual(await log.root(), new Uint8Array(root));
      for (const index of [0, size - 1, randomInt(size), size >> 1]) {
        const proof = await proveInclusion(index, size, log);
        const path = inclusionPath(index, leaves);
        assert.deepEqual(proof.map(base64), path.map(base64));
        const leaf = leaves[index]!;
        assert.ok(verifyInclusion({ index, size, leaf, root, proof: path }));
        assert.ok(includes({ index: BigInt(index), size: BigInt(size), leaf, root, path: proof }));
        for (const altered of alteredPaths(path)) {
          assert.ok(!verifyInclusion({ index, size, leaf, root, proof: altered }));
          assert.ok(!includes({ index: BigInt(index), size: BigInt(size), leaf, root, path: altered }));
        }
      }
      for (const from of [0, 1, size, randomInt(size + 1), size >> 1]) {
        const proof = await proveConsistency(from, size, log);
        const path = consistencyPath(from, leaves);
        assert.deepEqual(proof.map(base64), path.map(base64), `${from} to ${size}`);
        const fromRoot = rootOfLeaves(leaves.slice(0, from));
        assert.ok(verifyConsistency({ from, to: size, fromRoot, toRoot: root, proof: path }));
        for (const altered of alteredPaths(path)) {
          assert.ok(!verifyConsistency({ from, to: size, fromRoot, toRoot: root, proof: altered }));
          const asked = { from: BigInt(from), to: BigInt(size), fromRoot, toRoot: root, path: altered };
          assert.ok(!isConsistent(asked));
        }
      }
    }
  });

  test('a tlog-proof is valid in both directions, and no altered one', async () => {
    const log = new MemoryLog();
    const entries = Array.from({ length: 300 }, () => randomBytes(82));
    await log.append(entries);
    const { ours: signer, theirs } = pairOf('ed25519', origin);
    const signed = { origin, size: log.size, root: await log.root() };
    const note = ourNote(writeCheckpointBody(signed), [signer.sign(signed, seconds)]);
    for (const index of [0, 255, 256, 299]) {
      const entry = entries[index]!;
      const text = writeLogProof({ index, hashes: await proveInclusion(index, log.size, log), checkpoint: note });
      const path = inclusionPath(index, entries.map(leafHash));
      assert.equal(text, writeProofText({ index: BigInt(index), hashes: path, checkpoint: note }));
      assert.equal(readProofText(text)?.checkpoint, note);
      for (const extra of [undefined, Buffer.from('opaque')]) {
        const written = writeProofText({
          index: BigInt(index),
          hashes: path,
          checkpoint: note,
          ...(extra && { extra }),
        });
        const verified = verifyLogProof({ proof: written, entry, logKeys: [signer.key] });
        assert.ok(verified.valid, verified.reason ?? 'no reason');
        assert.equal(verified.index, index);
        assert.ok(holds(written, entry, [theirs]));
      }
      assert.ok(
        !verifyLogProof({ proof: text, entry: entries[index - 1] ?? entry.subarray(1), logKeys: [signer.key] }).valid,
      );
      refuseAltered(text, (altered) => [
        verifyLogProof({ proof: altered, entry, logKeys: [signer.key] }).valid || null,
        holds(altered, entry, [theirs]),
      ]);
    }
  });
});

/** Every character of a short text, about 200 of a longer one. */
function refuseAltered(text: string, open: (altered: string) => readonly unknown[]): void {
  const step = Math.max(1, Math.floor(text.length / 200));
  for (let i = randomInt(step); i < text.length; i += step) {
    const altered = alterCharacter(text, i);
    for (const [reader, opened] of open(altered).entries()) {
      assert.equal(opened, null, `reader ${reader} accepts a change of character ${i}: ${JSON.stringify(altered)}`);
    }
  }
}

function alterCharacter(text: string, index: number): string {
  const code = text.charCodeAt(index);
  return `${text.slice(0, index)}${String.fromCharCode(code ^ 1)}${text.slice(index + 1)}`;
}

/** The line with single changed bits in time and signature. Name and key ID stay. */
function alteredSignatures(line: string): string[] {
  const [dash, name, text] = line.trimEnd().split(' ');
  return [4, 11, 12, 43, 44, 100].map((index) => {
    const bytes = Buffer.from(text!, 'base64');
    if (index < bytes.length) bytes[index]! ^= 1;
    else bytes[bytes.length - 1]! ^= 1;
    return `${dash} ${name} ${bytes.toString('base64')}\n`;
  });
}

function alteredPaths(path: readonly Buffer[]): Buffer[][] {
  const changed = path.map((_, at) =>
    path.map((hash, i) => (i === at ? Buffer.from(hash.map((byte) => byte ^ 1)) : hash)),
  );
  const swapped = path.length > 1 && !path[0]!.equals(path[1]!) ? [[path[1]!, path[0]!, ...path.slice(2)]] : [];
  return [
    ...changed,
    ...swapped,
    [...path, randomBytes(32)],
    ...(path.length > 0 ? [path.slice(1), path.slice(0, -1)] : []),
  ];
}
