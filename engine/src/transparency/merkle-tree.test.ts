// The tree against known roots, and against RFC 6962 §2.1 written down word for word.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { MemoryTiles } from '../../test-support/memory-tiles.ts';
import { Random } from '../../test-support/random-bytes.ts';
import { countFor, longTest } from '../../test-support/test-run.ts';
import {
  emptyRoot,
  hashLeaf,
  proveConsistency,
  proveInclusion,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from './index.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leafOf = (entry: Uint8Array) => sha256(Uint8Array.of(0), entry);
const entryOf = (index: number) => Buffer.from(`entry ${index}`);

/** RFC 6962 §2.1: MTH, PATH and SUBPROOF over entries. */
class Reference {
  readonly #entries: readonly Uint8Array[];
  readonly #roots = new Map<string, Uint8Array>();

  constructor(entries: readonly Uint8Array[]) {
    this.#entries = entries;
  }

  root(start: number, end: number): Uint8Array {
    const key = `${start} ${end}`;
    const known = this.#roots.get(key);
    if (known) return known;
    const k = start + this.#split(end - start);
    const root =
      end === start
        ? sha256()
        : end - start === 1
          ? leafOf(this.#entries[start]!)
          : sha256(Uint8Array.of(1), this.root(start, k), this.root(k, end));
    this.#roots.set(key, root);
    return root;
  }

  path(m: number, start: number, end: number): Uint8Array[] {
    if (end - start === 1) return [];
    const k = this.#split(end - start);
    return m < k
      ? [...this.path(m, start, start + k), this.root(start + k, end)]
      : [...this.path(m - k, start + k, end), this.root(start, start + k)];
  }

  subproof(m: number, start: number, end: number, isWhole = true): Uint8Array[] {
    const n = end - start;
    if (m === n) return isWhole ? [] : [this.root(start, end)];
    const k = this.#split(n);
    return m <= k
      ? [...this.subproof(m, start, start + k, isWhole), this.root(start + k, end)]
      : [...this.subproof(m - k, start + k, end, false), this.root(start, start + k)];
  }

  #split(n: number): number {
    return n < 2 ? 0 : 2 ** Math.ceil(Math.log2(n) - 1);
  }
}

async function grow(entries: readonly Uint8Array[]): Promise<MemoryTiles> {
  const tiles = new MemoryTiles();
  await tiles.append(entries.map(hashLeaf));
  return tiles;
}

// From certificate-transparency (cpp/merkletree/merkle_tree_test.cc).
const knownEntries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('the roots of certificate-transparency come out', async () => {
  const tiles = await grow(knownEntries.map((entry) => Buffer.from(entry, 'hex')));
  for (const [size, root] of knownRoots.entries()) assert.equal(hex(await rootOf(size, tiles)), root, `size ${size}`);
  assert.equal(hex(emptyRoot), knownRoots[0]);
});

test('roots and proofs of every small tree are those of RFC 6962', async () => {
  const largest = countFor({ short: 48, long: 300 });
  const entries = Array.from({ length: largest }, (_, index) => entryOf(index));
  const reference = new Reference(entries);
  const tiles = await grow(entries);
  for (let size = 1; size <= largest; size++) {
    const root = await rootOf(size, tiles);
    assert.equal(hex(root), hex(reference.root(0, size)), `size ${size}`);
    // Every place in the trees of up to 64 entries, then fewer, because a proof takes milliseconds.
    for (let index = 0; index < size; index += size <= 64 ? 1 : 11) {
      const proof = await proveInclusion(index, size, tiles);
      assert.deepEqual(proof.map(hex), reference.path(index, 0, size).map(hex), `${index} of ${size}`);
      assert.ok(verifyInclusion({ index, size, leaf: leafOf(entries[index]!), root, proof }), `${index} of ${size}`);
      const from = index + 1;
      const consistency = await proveConsistency(from, size, tiles);
      assert.deepEqual(consistency.map(hex), reference.subproof(from, 0, size).map(hex), `${from} to ${size}`);
      const fromRoot = reference.root(0, from);
      assert.ok(
        verifyConsistency({ from, to: size, fromRoot, toRoot: root, proof: consistency }),
        `${from} to ${size}`,
      );
    }
  }
});

test('roots and proofs of larger trees are those of RFC 6962, however the tree grew', async () => {
  const random = new Random(35);
  const largest = 70_000;
  const entries = Array.from({ length: largest }, (_, index) => entryOf(index));
  const reference = new Reference(entries);
  const tiles = new MemoryTiles();
  while (tiles.size < largest) {
    const next = entries.slice(tiles.size, tiles.size + 1 + random.below(random.pick([3, 300, 20_000])));
    await tiles.append(next.map(hashLeaf));
  }
  const sizes = [255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, largest];
  for (let round = 0; round < countFor({ short: 40, long: 600 }); round++) {
    const size = round < sizes.length ? sizes[round]! : 1 + random.below(largest);
    const [index, from] = [random.below(size), 1 + random.below(size)];
    assert.equal(hex(await rootOf(size, tiles)), hex(reference.root(0, size)), `size ${size}`);
    assert.deepEqual(
      await proveInclusion(index, size, tiles),
      reference.path(index, 0, size).map((hash) => new Uint8Array(hash)),
    );
    assert.deepEqual(
      await proveConsistency(from, size, tiles),
      reference.subproof(from, 0, size).map((hash) => new Uint8Array(hash)),
    );
  }
});

test('every altered bit, index, size and length of a proof is refused', async () => {
  const entries = Array.from({ length: 23 }, (_, index) => entryOf(index));
  const tiles = await grow(entries);
  const other = hashLeaf(Buffer.from('other'));
  for (const [index, size] of [
    [0, 1],
    [0, 2],
    [22, 23],
    [7, 23],
    [16, 17],
    [15, 16],
  ] as const) {
    const claim = {
      index,
      size,
      leaf: hashLeaf(entries[index]!),
      root: await rootOf(size, tiles),
      proof: await proveInclusion(index, size, tiles),
    };
    assert.ok(verifyInclusion(claim));
    for (const flipped of flips(claim.leaf)) assert.ok(!verifyInclusion({ ...claim, leaf: flipped }));
    for (const flipped of flips(claim.root)) assert.ok(!verifyInclusion({ ...claim, root: flipped }));
    for (const proof of alteredProofs(claim.proof, other)) assert.ok(!verifyInclusion({ ...claim, proof }));
    for (let wrong = 0; wrong < 40; wrong++) {
      if (wrong !== index)
        assert.ok(!verifyInclusion({ ...claim, index: wrong }), `${wrong} instead of ${index} of ${size}`);
    }
  }
  for (const [from, to] of [
    [1, 2],
    [3, 7],
    [4, 7],
    [8, 23],
    [22, 23],
    [16, 17],
  ] as const) {
    const claim = {
      from,
      to,
      fromRoot: await rootOf(from, tiles),
      toRoot: await rootOf(to, tiles),
      proof: await proveConsistency(from, to, tiles),
    };
    assert.ok(verifyConsistency(claim));
    for (const flipped of flips(claim.fromRoot)) assert.ok(!verifyConsistency({ ...claim, fromRoot: flipped }));
    for (const flipped of flips(claim.toRoot)) assert.ok(!verifyConsistency({ ...claim, toRoot: flipped }));
    for (const proof of alteredProofs(claim.proof, other)) assert.ok(!verifyConsistency({ ...claim, proof }));
  }
});

test('a proof for numbers beyond 32 bits uses all their bits', () => {
  // The rightmost leaf of a tree of 2^52 + 1 leaves has one sibling, the root of all others.
  const [leaf, sibling] = [hashLeaf(Buffer.from('leaf')), hashLeaf(Buffer.from('left'))];
  const root = sha256(Uint8Array.of(1), sibling, leaf);
  const size = 2 ** 52 + 1;
  const claim = { index: 2 ** 52, size, leaf, root: new Uint8Array(root), proof: [sibling] };
  assert.ok(verifyInclusion(claim));
  for (const index of [0, 2 ** 51, 2 ** 52 - 1, size]) assert.ok(!verifyInclusion({ ...claim, index }));
  const consistency = { from: 2 ** 52, to: size, fromRoot: sibling, toRoot: new Uint8Array(root), proof: [leaf] };
  assert.ok(verifyConsistency(consistency));
  assert.ok(!verifyConsistency({ ...consistency, from: 2 ** 20 }));
});

test('the largest tree has proofs, and they read few tiles', async () => {
  const size = Number.MAX_SAFE_INTEGER;
  // All leaves are equal, so all complete subtrees of a level are, and any tile can be made.
  const levels = [hashLeaf(Buffer.from('leaf'))];
  for (let height = 0; height < 53; height++)
    levels.push(new Uint8Array(sha256(Uint8Array.of(1), levels[height]!, levels[height]!)));
  let reads = 0;
  const tiles = {
    readTile: async (level: number, index: number, width: number) => {
      reads += 1;
      assert.equal(width, Math.min(256, Math.floor(size / 256 ** level) - index * 256));
      return new Uint8Array(Buffer.concat(Array.from({ length: width }, () => levels[8 * level]!)));
    },
  };
  const root = await rootOf(size, tiles);
  assert.ok(reads <= 7);
  for (const index of [0, 2 ** 32, 2 ** 52, size - 1]) {
    reads = 0;
    const proof = await proveInclusion(index, size, tiles);
    assert.ok(reads <= 14, `${reads} tiles`);
    assert.ok(verifyInclusion({ index, size, leaf: levels[0]!, root, proof }));
    assert.ok(!verifyInclusion({ index, size, leaf: root, root, proof }));
  }
  const from = 2 ** 45 + 12_345;
  reads = 0;
  const proof = await proveConsistency(from, size, tiles);
  assert.ok(reads <= 14, `${reads} tiles`);
  // In a tree of equal leaves, the tiles of an earlier size are prefixes.
  const fromRoot = await rootOf(from, {
    readTile: async (level, _, width) =>
      new Uint8Array(Buffer.concat(Array.from({ length: width }, () => levels[8 * level]!))),
  });
  assert.ok(verifyConsistency({ from, to: size, fromRoot, toRoot: root, proof }));
});

test('malformed claims are false and never throw', () => {
  const hash = new Uint8Array(32);
  const good = { index: 0, size: 1, leaf: hash, root: hash, proof: [] };
  assert.ok(verifyInclusion(good));
  const odd: unknown[] = [
    undefined,
    null,
    -1,
    0.5,
    Number.NaN,
    2 ** 53,
    '0',
    0n,
    {},
    [],
    [null],
    new Uint8Array(31),
    Array(64).fill(hash),
    Array(3),
  ];
  for (const name of Object.keys(good)) {
    for (const value of odd) {
      if (name === 'proof' && Array.isArray(value) && value.length === 0) continue;
      assert.equal(verifyInclusion({ ...good, [name]: value } as never), false, `${name} ${String(value)}`);
    }
  }
  const consistent = { from: 1, to: 1, fromRoot: hash, toRoot: hash, proof: [] };
  assert.ok(verifyConsistency(consistent));
  assert.ok(verifyConsistency({ ...consistent, from: 0, fromRoot: emptyRoot }));
  assert.ok(!verifyConsistency({ ...consistent, from: 0 }));
  assert.ok(!verifyConsistency({ ...consistent, from: 0, fromRoot: emptyRoot, proof: [hash] }));
  for (const name of Object.keys(consistent)) {
    for (const value of odd) {
      if (name === 'proof' && Array.isArray(value) && value.length === 0) continue;
      assert.equal(verifyConsistency({ ...consistent, [name]: value } as never), false, `${name} ${String(value)}`);
    }
  }
});

test('a reader that returns the wrong number of bytes stops a proof', async () => {
  const tiles = { readTile: async () => new Uint8Array(31) };
  await assert.rejects(rootOf(5, tiles), RangeError);
  await assert.rejects(proveInclusion(1, 5, tiles), RangeError);
  await assert.rejects(proveInclusion(5, 5, tiles), RangeError);
  await assert.rejects(proveConsistency(6, 5, tiles), RangeError);
});

longTest('a tree of a million entries proves 10,000 random pairs, and refuses altered ones', async () => {
  const random = new Random(7);
  const count = 1_000_000;
  const leaves = Array.from({ length: count }, (_, index) => hashLeaf(entryOf(index)));
  const tiles = new MemoryTiles();
  await tiles.append(leaves.slice(0, 1));
  await tiles.append(leaves.slice(1, 300_001));
  await tiles.append(leaves.slice(300_001));
  const trees = [1, 2, 65_536, count];
  while (trees.length < 200) trees.push(2 + random.below(count - 1));
  trees.sort((left, right) => left - right);
  const roots = await Promise.all(trees.map((size) => rootOf(size, tiles)));
  for (let round = 0; round < 10_000; round++) {
    const later = 1 + random.below(trees.length - 1);
    const earlier = random.below(later);
    const [from, size, fromRoot, root] = [trees[earlier]!, trees[later]!, roots[earlier]!, roots[later]!];
    const index = random.below(size);
    tiles.reads = 0;
    const proof = await proveInclusion(index, size, tiles);
    assert.ok(tiles.reads <= 6);
    const inclusion = { index, size, leaf: leaves[index]!, root, proof };
    assert.ok(verifyInclusion(inclusion), `${index} of ${size}`);
    assert.ok(!verifyInclusion({ ...inclusion, leaf: leaves[(index + 1) % size]! }));
    assert.ok(!verifyInclusion({ ...inclusion, proof: flipOne(proof, random) }));
    if (from === size) continue;
    const consistency = {
      from,
      to: size,
      fromRoot,
      toRoot: root,
      proof: await proveConsistency(from, size, tiles),
    };
    assert.ok(verifyConsistency(consistency), `${from} to ${size}`);
    assert.ok(!verifyConsistency({ ...consistency, fromRoot: root }));
    assert.ok(!verifyConsistency({ ...consistency, proof: flipOne(consistency.proof, random) }));
  }
});

/** Every byte altered once. */
function flips(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (byte, at) => bytes.with(at, byte ^ (1 << (at % 8))));
}

function alteredProofs(proof: readonly Uint8Array[], other: Uint8Array): Uint8Array[][] {
  const flipped = proof.flatMap((hash, at) => flips(hash).map((altered) => proof.with(at, altered)));
  const shorter = proof.map((_, at) => proof.toSpliced(at, 1));
  const longer = [...proof, other].map((_, at) => proof.toSpliced(at, 0, other));
  return [...flipped, ...shorter, ...longer];
}

function flipOne(proof: readonly Uint8Array[], random: Random): Uint8Array[] {
  const [at, byte] = [random.below(proof.length), random.below(32)];
  return proof.with(at, proof[at]!.with(byte, proof[at]![byte]! ^ (1 << random.below(8))));
}
