// Proofs as text: what a stranger can check with keys and a policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryTiles } from '../../test-support/memory-tiles.ts';
import { countFor } from '../../test-support/test-run.ts';
import {
  commitmentOf,
  ed25519Signer,
  hashLeaf,
  mlDsa44Cosigner,
  openingType,
  opensEntry,
  proveInclusion,
  readLogProof,
  readPolicy,
  rootOf,
  tagOf,
  verifyLogProof,
  writeCheckpointBody,
  writeEntry,
  writeLogProof,
  writeNote,
  writeVerifierKey,
} from './index.ts';

const origin = 'log.example/log';
const log = ed25519Signer(origin, new Uint8Array(32).fill(1));
const logMlDsa = mlDsa44Cosigner(origin, new Uint8Array(32).fill(2));
const witness = mlDsa44Cosigner('witness.example', new Uint8Array(32).fill(3));
const entries = Array.from({ length: 11 }, (_, index) => Buffer.from(`entry ${index}`));
const index = 6;
const entry = entries[index]!;

const tiles = new MemoryTiles();
await tiles.append(entries.map(hashLeaf));
const checkpoint = { origin, size: entries.length, root: await rootOf(entries.length, tiles) };
const hashes = await proveInclusion(index, entries.length, tiles);
const note = (...signers: (typeof witness)[]) =>
  writeNote(
    writeCheckpointBody(checkpoint),
    signers.map((signer) => signer.sign(checkpoint, 5)),
  );
const signed = note(log, logMlDsa, witness);
const proof = writeLogProof({ index, hashes, checkpoint: signed });
const logKeys = [log.key, logMlDsa.key];

test('a proof has the form of the text and is read back', () => {
  assert.equal(proof.split('\n').slice(0, 2).join(' | '), 'c2sp.org/tlog-proof@v1 | index 6');
  assert.ok(proof.endsWith(`\n\n${signed}`));
  assert.deepEqual(readLogProof(proof), { index, hashes, checkpoint: signed });
  const single = writeLogProof({ index: 0, hashes: [], checkpoint: signed });
  assert.deepEqual(readLogProof(single)?.hashes, []);
  const extra = Uint8Array.of(1, 2, 3);
  assert.deepEqual(readLogProof(writeLogProof({ index, hashes, checkpoint: signed, extra }))?.extra, extra);
});

test('a proof is valid for its entry and names the keys that signed', () => {
  const found = verifyLogProof({ proof, entry, logKeys });
  assert.deepEqual(found, { valid: true, index, checkpoint, signedBy: logKeys, cosignedBy: [] });
  assert.equal(verifyLogProof({ proof, entry: entries[5]!, logKeys }).reason, 'entry_not_included');
  assert.equal(verifyLogProof({ proof, entry, logKeys: [] }).reason, 'checkpoint_not_signed');
  assert.deepEqual(verifyLogProof({ proof, entry, logKeys: [log.key] }).signedBy, [log.key]);
});

test('a policy requires its witnesses and its logs', () => {
  const witnessed = readPolicy(`witness W ${writeVerifierKey(witness.key)}\nquorum W\n`);
  const found = verifyLogProof({ proof, entry, logKeys, policy: witnessed });
  assert.deepEqual([found.valid, found.cosignedBy], [true, [{ key: witness.key, time: 5 }]]);
  const unwitnessed = writeLogProof({ index, hashes, checkpoint: note(log) });
  const missing = verifyLogProof({ proof: unwitnessed, entry, logKeys, policy: witnessed });
  assert.deepEqual([missing.valid, missing.reason], [false, 'quorum_not_met']);
  const listed = readPolicy(`log ${writeVerifierKey(logMlDsa.key)}\nquorum none\n`);
  assert.ok(verifyLogProof({ proof, entry, logKeys, policy: listed }).valid);
  assert.equal(verifyLogProof({ proof: unwitnessed, entry, logKeys, policy: listed }).reason, 'log_not_in_policy');
});

test('every altered byte of a proof is refused', () => {
  const short = Buffer.from(writeLogProof({ index, hashes, checkpoint: note(log) }));
  for (let at = 0; at < short.length; at++) {
    for (const bit of [1, 16].slice(0, countFor({ short: 1, long: 2 }))) {
      const altered = Buffer.from(short);
      altered[at]! ^= bit;
      assert.equal(verifyLogProof({ proof: altered.toString(), entry, logKeys }).valid, false, `byte ${at}`);
    }
  }
  for (let at = 0; at < entry.length; at++) {
    const altered = Buffer.from(entry);
    altered[at]! ^= 1;
    assert.equal(verifyLogProof({ proof, entry: altered, logKeys }).reason, 'entry_not_included');
  }
});

test('a second spelling of a proof is malformed', () => {
  const first = hashes[0]!;
  const line = Buffer.from(first).toString('base64');
  const others = [
    '',
    'c2sp.org/tlog-proof@v1',
    proof.replace('@v1', '@v2'),
    proof.replace('index 6', 'index 06'),
    proof.replace('index 6', 'index  6'),
    proof.replace('index 6', 'index 6 '),
    proof.replace('index 6', 'index 9007199254740992'),
    proof.replace('index 6\n', ''),
    proof.replace('index 6', 'index 6\nindex 6'),
    proof.replace('index 6', 'extra \nindex 6'),
    proof.replace('index 6', 'extra AB\nindex 6'),
    proof.replace('index 6', 'extra AA==\nextra AA==\nindex 6'),
    proof.replace('\nindex 6', '\nindex 6\nextra AA=='),
    proof.replace(line, line.replace('=', '')),
    proof.replace(line, ` ${line}`),
    proof.replace('\n', '\r\n'),
    proof.slice(0, -1),
    `${proof}\n`,
    proof.replace('\n\n', '\n'),
    proof.replace('index 6\n', `index 6\n${`${line}\n`.repeat(64)}`),
    'x'.repeat(10 ** 6),
  ];
  for (const text of others) assert.equal(readLogProof(text), null, JSON.stringify(text.slice(0, 80)));
  for (const value of [undefined, null, 5, {}, [proof]])
    assert.equal(verifyLogProof({ proof: value as string, entry, logKeys }).reason, 'malformed');
  assert.throws(() => writeLogProof({ index: -1, hashes, checkpoint: signed }), TypeError);
  assert.throws(() => writeLogProof({ index, hashes: Array(64).fill(first), checkpoint: signed }), TypeError);
  assert.throws(() => writeLogProof({ index, hashes, checkpoint: 'none' }), TypeError);
  assert.throws(() => writeLogProof({ index, hashes, checkpoint: signed, extra: new Uint8Array(0) }), TypeError);
});

test("a proof is checked without Node's globals, as in a browser", () => {
  const { Buffer: nodeBuffer, process: nodeProcess } = globalThis;
  const policy = readPolicy(`witness W ${writeVerifierKey(witness.key)}\nquorum W\n`);
  Object.assign(globalThis, { Buffer: undefined, process: undefined });
  let found: ReturnType<typeof verifyLogProof>;
  let opens: boolean;
  try {
    found = verifyLogProof({ proof, entry, logKeys, policy });
    const salt = btoa('s'.repeat(32));
    const opening = {
      type: openingType,
      kind: 'generator_revoked',
      generator_id: 'g',
      time: '2026-11-19T00:00:00Z',
      salt,
    } as const;
    const commitment = commitmentOf(opening);
    const nonce = new Uint8Array(16);
    const key = new Uint8Array(32);
    opens = opensEntry(writeEntry({ kind: opening.kind, nonce, tag: tagOf(key, nonce), commitment }), opening);
  } finally {
    Object.assign(globalThis, { Buffer: nodeBuffer, process: nodeProcess });
  }
  assert.deepEqual([found.valid, opens], [true, true]);
});
