// Proofs, tiles, bundles and entries as an attacker writes them. Our readers return false or null
// and throw nothing.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  ed25519Cosigner,
  ed25519Signer,
  emptyRoot,
  hashLeaf,
  mlDsa44Cosigner,
  proveInclusion,
  readEntryBundle,
  readLogProof,
  readPolicy,
  readTilePath,
  tilePath,
  verifyConsistency,
  verifyInclusion,
  verifyLogProof,
  writeCheckpointBody,
  writeEntryBundle,
  writeLogProof,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';
import { impliedRoot, impliedRoots, leafHash, nodeHash } from './independent/merkle.ts';
import { MemoryLog } from './memory-log.ts';

const oddNumbers = [-1, -0.5, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2 ** 64, -(2 ** 32)];

describe('proofs of huge trees', () => {
  const sizes = [2 ** 31, 2 ** 32, 2 ** 33, 2 ** 40, 2 ** 48, 2 ** 52].flatMap((size) => [size - 1, size, size + 1]);
  const all = [...sizes, Number.MAX_SAFE_INTEGER];

  test('inclusion is valid where the independent reader says so, beyond 32 bits', () => {
    for (const size of all) {
      for (const index of new Set([0, 1, size - 1, size - 2, Math.floor(size / 2), 2 ** 31, 2 ** 32 % size])) {
        if (index >= size) continue;
        const leaf = randomBytes(32);
        const { path, root } = anyPath((candidate) =>
          impliedRoot({ index: BigInt(index), size: BigInt(size), leaf, path: candidate }),
        );
        assert.ok(verifyInclusion({ index, size, leaf, root, proof: path }), `${index} of ${size}`);
        assert.ok(!verifyInclusion({ index, size, leaf, root, proof: [...path, root] }));
        // The same position in the low 32 bits.
        const wrapped = index % 2 ** 32;
        if (wrapped !== index) assert.ok(!verifyInclusion({ index: wrapped, size, leaf, root, proof: path }));
      }
    }
  });

  test('consistency is valid where the independent reader says so, beyond 32 bits', () => {
    for (const to of all) {
      for (const from of new Set([1, 2, to - 1, Math.floor(to / 2), 2 ** 31, 2 ** 31 + 1, 2 ** 30])) {
        if (from >= to) continue;
        const known = randomBytes(32);
        const { path, root: roots } = anyPath((candidate) =>
          impliedRoots({ from: BigInt(from), to: BigInt(to), fromRoot: known, path: candidate }),
        );
        const [fromRoot, toRoot] = roots;
        assert.ok(verifyConsistency({ from, to, fromRoot, toRoot, proof: path }), `${from} to ${to}`);
        assert.ok(!verifyConsistency({ from, to, fromRoot, toRoot, proof: path.slice(1) }));
      }
    }
  });

  test('sizes and indexes that are not safe whole numbers prove nothing', () => {
    const leaf = randomBytes(32);
    for (const odd of oddNumbers) {
      for (const proof of [[], [leaf], Array.from({ length: 64 }, () => leaf)]) {
        assert.equal(verifyInclusion({ index: odd, size: 5, leaf, root: leaf, proof }), false, `${odd}`);
        assert.equal(verifyInclusion({ index: 0, size: odd, leaf, root: leaf, proof }), false, `${odd}`);
        const roots = { fromRoot: leaf, toRoot: leaf, proof };
        assert.equal(verifyConsistency({ from: odd, to: 5, ...roots }), false, `${odd}`);
        assert.equal(verifyConsistency({ from: odd, to: odd, ...roots }), false, `${odd}`);
        assert.equal(verifyConsistency({ from: 1, to: odd, ...roots }), false, `${odd}`);
      }
    }
  });

  test('size 0, equal sizes and smaller sizes', () => {
    const root = randomBytes(32);
    assert.equal(verifyInclusion({ index: 0, size: 0, leaf: root, root, proof: [] }), false);
    assert.equal(verifyInclusion({ index: 1, size: 1, leaf: root, root, proof: [] }), false);
    assert.equal(verifyInclusion({ index: 0, size: 1, leaf: root, root, proof: [] }), true);
    const roots = { fromRoot: root, toRoot: root };
    assert.equal(verifyConsistency({ from: 7, to: 7, ...roots, proof: [] }), true);
    assert.equal(verifyConsistency({ from: 7, to: 7, ...roots, proof: [root] }), false);
    assert.equal(verifyConsistency({ from: 8, to: 7, ...roots, proof: [] }), false);
    assert.equal(verifyConsistency({ from: 7, to: 7, fromRoot: emptyRoot, toRoot: root, proof: [] }), false);
    assert.equal(verifyConsistency({ from: 0, to: 7, fromRoot: emptyRoot, toRoot: root, proof: [] }), true);
    assert.equal(verifyConsistency({ from: 0, to: 7, fromRoot: root, toRoot: root, proof: [] }), false);
    assert.equal(verifyConsistency({ from: 0, to: 7, fromRoot: emptyRoot, toRoot: root, proof: [root] }), false);
    assert.equal(verifyConsistency({ from: 0, to: 0, fromRoot: emptyRoot, toRoot: root, proof: [] }), false);
    assert.equal(verifyConsistency({ from: 0, to: 0, fromRoot: emptyRoot, toRoot: emptyRoot, proof: [] }), true);
    // From a power of two, the old root is part of the path. Without any hash, nothing is proven.
    assert.equal(verifyConsistency({ from: 4, to: 8, ...roots, proof: [] }), false);
  });

  test('hashes of another length prove nothing', () => {
    for (const length of [0, 31, 33, 64]) {
      const [odd, hash] = [randomBytes(length), randomBytes(32)];
      const root = nodeHash(hash, odd);
      assert.equal(verifyInclusion({ index: 0, size: 2, leaf: hash, root, proof: [odd] }), false);
      assert.equal(verifyInclusion({ index: 0, size: 1, leaf: odd, root: odd, proof: [] }), false);
      assert.equal(verifyConsistency({ from: 1, to: 2, fromRoot: hash, toRoot: root, proof: [odd] }), false);
      assert.equal(verifyConsistency({ from: 1, to: 1, fromRoot: odd, toRoot: odd, proof: [] }), false);
    }
  });
});

describe('tlog-proof texts', async () => {
  const origin = 'log.example/proofs';
  const log = new MemoryLog();
  const entries = Array.from({ length: 40 }, () => randomBytes(82));
  await log.append(entries);
  const signer = ed25519Signer(origin, randomBytes(32));
  const signed = { origin, size: log.size, root: await log.root() };
  const body = writeCheckpointBody(signed);
  const checkpoint = `${body}\n${signer.sign(signed, 1)}`;
  const proof = writeLogProof({ index: 9, hashes: await proveInclusion(9, log.size, log), checkpoint });
  const [header, indexLine, ...rest] = proof.split('\n');
  const check = (text: string, entry: Uint8Array = entries[9]!) =>
    verifyLogProof({ proof: text, entry, logKeys: [signer.key] }).valid;

  test('an interior node never passes as an entry', async () => {
    const [left, right] = [leafHash(entries[8]!), leafHash(entries[9]!)];
    const path = (await proveInclusion(8, log.size, log)).slice(1);
    for (const entry of [Buffer.concat([left, right]), Buffer.concat([Buffer.of(1), left, right])]) {
      for (const index of [4, 8, 9]) assert.ok(!check(writeLogProof({ index, hashes: path, checkpoint }), entry));
    }
  });

  const alterations = {
    'another version': proof.replace('@v1', '@v2'),
    'no header': proof.slice(proof.indexOf('\n') + 1),
    'a byte order mark': `\ufeff${proof}`,
    CRLF: proof.replaceAll('\n', '\r\n'),
    'a leading zero': proof.replace('index 9', 'index 09'),
    'a plus': proof.replace('index 9', 'index +9'),
    'a space': proof.replace('index 9', 'index  9'),
    'a space after the index': proof.replace('index 9', 'index 9 '),
    'an exponent': proof.replace('index 9', 'index 9e0'),
    'a negative index': proof.replace('index 9', 'index -9'),
    'an index beyond safe integers': proof.replace('index 9', `index ${2n ** 64n + 9n}`),
    'no index': proof.replace('index 9\n', ''),
    'two indexes': proof.replace('index 9\n', 'index 9\nindex 9\n'),
    'extra after the index': [header, indexLine, 'extra AAAA', ...rest].join('\n'),
    'two extra lines': [header, 'extra AAAA', 'extra AAAA', indexLine, ...rest].join('\n'),
    'an extra line that is not base64': [header, 'extra !', indexLine, ...rest].join('\n'),
    'an extra line with unused bits': [header, 'extra AB==', indexLine, ...rest].join('\n'),
    'a hash with unused bits': proof.replace(/([AEIMQUYcgkosw048])=\n/, (_, last: string) => `${next(last)}=\n`),
    'a hash without padding': proof.replace('=\n', '\n'),
    'a hash of 33 bytes': [header, indexLine, randomBytes(33).toString('base64'), ...rest].join('\n'),
    'an empty line more': proof.replace('\n\n', '\n\n\n'),
    'no empty line': proof.replace('\n\n', '\n'),
    'one hash too many': [header, indexLine, randomBytes(32).toString('base64'), ...rest].join('\n'),
    'one hash too few': [header, indexLine, ...rest.slice(1)].join('\n'),
    'ten thousand hashes': [header, indexLine, ...Array(10_000).fill(rest[0]), ...rest].join('\n'),
    'no checkpoint': proof.slice(0, proof.indexOf('\n\n') + 2),
    'a second checkpoint': `${proof}\n${checkpoint}`,
    'an empty text': '',
  };
  for (const [what, altered] of Object.entries(alterations)) {
    test(`a proof with ${what} does not hold`, () => {
      assert.ok(check(proof));
      assert.notEqual(altered, proof);
      assert.equal(check(altered), false);
    });
  }

  test('a long extra line is read, and megabytes of anything throw nothing', () => {
    const extra = `extra ${randomBytes(3_000).toString('base64')}`;
    assert.ok(check([header, extra, indexLine, ...rest].join('\n')));
    for (const piece of ['\n', 'index 9\n', 'AAAA\n', `${rest[0]}\n`, 'extra AAAA\n']) {
      const flood = piece.repeat(1_000_000 / piece.length);
      assert.equal(check(`${header}\n${flood}`), false);
      assert.equal(readLogProof(flood), null);
    }
  });

  test('a quorum counts each witness once, and only witnesses of the policy', () => {
    const [a, b, stranger] = ['a', 'b', 's'].map((name) => ed25519Cosigner(`${name}.example`, randomBytes(32)));
    const post = mlDsa44Cosigner('c.example', randomBytes(32));
    const lines = [a, b, post].map((key, i) => `witness w${i} ${writeVerifierKey(key!.key)}\n`).join('');
    const policyOf = (rule: string) => readPolicy(`log ${writeVerifierKey(signer.key)}\n${lines}${rule}`);
    const two = policyOf('group g 2 w0 w1 w2\nquorum g\n');
    const cosigned = (...lines: string[]) =>
      verifyLogProof({ proof: `${proof}${lines.join('')}`, entry: entries[9]!, logKeys: [signer.key], policy: two })
        .valid;
    const [byA, again, byB, byPost, byStranger] = [a, a, b, post, stranger].map((key, i) => key!.sign(signed, 100 + i));
    assert.equal(cosigned(), false);
    assert.equal(cosigned(byA!), false);
    assert.equal(cosigned(byA!, byA!), false);
    assert.equal(cosigned(byA!, again!), false);
    assert.equal(cosigned(byA!, byStranger!), false);
    assert.equal(cosigned(byA!, byB!), true);
    assert.equal(cosigned(byPost!, byB!), true);
    // A cosignature of another checkpoint makes the note invalid.
    assert.equal(cosigned(byA!, byB!, post.sign({ ...signed, size: 41 }, 100)), false);
  });
});

describe('tile paths', () => {
  const spelling =
    /^(?:(?:[0-9]|[1-5][0-9]|6[0-3])|entries)\/(?:x[0-9]{3}\/)*[0-9]{3}(?:\.p\/(?:[1-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]))?$/;
  const prefix = tilePath(0, 0, 256).slice(0, -'0/000'.length);
  const hostile = [
    '',
    '/',
    '0',
    '0/',
    '0/0',
    '0/00',
    '0/0000',
    '0/1000',
    '00/000',
    '01/000',
    '64/000',
    '-1/000',
    '1e0/000',
    '0x0/000',
    '0/000/',
    '/0/000',
    '0//000',
    '0/000.p',
    '0/000.p/',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/000.p/+1',
    '0/000.p/1/',
    '0/000.p/1.p/1',
    '0/000.p/-1',
    '0/000.p/1e1',
    '0/x000/000',
    '0/x000/001',
    '0/001/000',
    '0/x001/x000',
    '0/X001/000',
    '0/x01/000',
    '0/x0001/000',
    '0/٠٠٠',
    '0/0 0',
    '0/000 ',
    ' 0/000',
    '0/000\n',
    '0/000\0',
    'data/000',
    'Entries/000',
    'entries/',
    'entries/x000/000',
    'entries/000.p/256',
    '../checkpoint',
    '0/../0/000',
    '0/%30%30%30',
    '0/000?x',
    '0/000#x',
    '8/0/000',
    '0/x999/x999/x999/x999/x999/999',
    `0/${'x001/'.repeat(1_000)}000`,
    '63/x001/000',
  ];

  test('only the one spelling of a tile is read, and it is written again the same', () => {
    for (const path of hostile.flatMap((text) => [text, prefix + text])) {
      const read = readTilePath(path);
      if (!read) continue;
      assert.equal(tilePath(read.level, read.index, read.width), path, JSON.stringify(path));
      assert.match(path.slice(prefix.length), spelling);
      assert.ok(Number.isSafeInteger(read.index));
    }
    for (const text of hostile.filter((candidate) => !spelling.test(candidate))) {
      assert.equal(readTilePath(prefix + text), null, JSON.stringify(text));
    }
  });

  test('every path that is written is read again', () => {
    for (let round = 0; round < 3_000; round++) {
      const index = randomInt(2 ** randomInt(1, 47));
      const level = round % 5 === 0 ? 'entries' : randomInt(64);
      const width = round % 2 ? 256 : randomInt(1, 256);
      const read = readTilePath(tilePath(level, index, width));
      // A tile above what safe integers can count need not be read.
      if (typeof level === 'number' && index * 256 ** level > Number.MAX_SAFE_INTEGER) continue;
      assert.deepEqual(read, { level, index, width });
    }
    assert.equal(tilePath(0, 1_234_067, 256).slice(prefix.length), '0/x001/x234/067');
  });
});

describe('entry bundles', () => {
  test('entries of 0 and of 65,535 bytes are read again, a longer one cannot be written', () => {
    const entries = [Buffer.alloc(0), randomBytes(65_535), Buffer.alloc(0), randomBytes(256)];
    const read = readEntryBundle(writeEntryBundle(entries))!;
    assert.deepEqual(
      read.map((entry) => Buffer.from(entry)),
      entries,
    );
    assert.throws(() => writeEntryBundle([randomBytes(65_536)]));
  });

  test('a bundle that is cut, or has bytes left over, is refused', () => {
    const bundle = writeEntryBundle([randomBytes(3), randomBytes(300)]);
    for (let length = 1; length < bundle.length; length++) {
      if (length !== 5) assert.equal(readEntryBundle(bundle.subarray(0, length)), null, `${length}`);
    }
    for (const extra of [[0], [255], [0, 1], [255, 255]]) {
      assert.equal(readEntryBundle(Buffer.concat([bundle, Buffer.from(extra)])), null);
    }
  });

  test('an empty bundle has no entries, and one with 257 entries is refused', () => {
    assert.equal(readEntryBundle(new Uint8Array())?.length ?? 0, 0);
    assert.equal(readEntryBundle(new Uint8Array(2 * 257))?.length ?? null, null);
    assert.equal(readEntryBundle(new Uint8Array(2 * 256))?.length, 256);
  });

  test('a view into a larger buffer is read from its own start', () => {
    const large = Buffer.concat([randomBytes(7), writeEntryBundle([Buffer.from('entry')]), randomBytes(9)]);
    const read = readEntryBundle(large.subarray(7, large.length - 9))!;
    assert.deepEqual(read.map(hashLeaf), [new Uint8Array(leafHash(Buffer.from('entry')))]);
  });
});

/** Random hashes, as many as fit. */
function anyPath<Result>(imply: (path: Buffer[]) => Result | null): { path: Buffer[]; root: Result } {
  for (let path: Buffer[] = []; path.length < 130; path = [...path, randomBytes(32)]) {
    const root = imply(path);
    if (root) return { path, root };
  }
  throw new Error('no path fits');
}

function next(character: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return alphabet[alphabet.indexOf(character) + 1]!;
}
