// Paths, growth and bundles, with the examples of C2SP tlog-tiles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryTiles } from '../../test-support/memory-tiles.ts';
import { countFor } from '../../test-support/test-run.ts';
import {
  extendTiles,
  hashLeaf,
  proveInclusion,
  readEntryBundle,
  readTilePath,
  rootOf,
  type TileLevel,
  type TileReader,
  tilePath,
  verifyInclusion,
  writeEntryBundle,
} from './index.ts';

test('paths are those of the text, and are read back', () => {
  const places: [TileLevel, number, number, string][] = [
    [0, 0, 256, 'tile/0/000'],
    [0, 1_234_067, 256, 'tile/0/x001/x234/067'],
    [0, 1_000, 256, 'tile/0/x001/000'],
    [63, 999, 1, 'tile/63/999.p/1'],
    ['entries', 273, 112, 'tile/entries/273.p/112'],
    ['entries', 2 ** 53 - 1, 255, 'tile/entries/x009/x007/x199/x254/x740/991.p/255'],
  ];
  for (const [level, index, width, path] of places) {
    assert.equal(tilePath(level, index, width), path);
    assert.deepEqual(readTilePath(path), { level, index, width });
  }
});

test('a second spelling of a path is refused', () => {
  const paths = [
    '',
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/x000/001',
    'tile/0/001/000',
    'tile/0/x001',
  ];
  const widths = [
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/',
    'tile/0/000.p',
    'tile/0/000.p/1/',
  ];
  const others = [
    '/tile/0/000',
    'tile/0/000/',
    'tile/0/000\n',
    'tile/entry/000',
    'tile/0/X001/000',
    'tile/0/٠٠٠',
    'tile/0/../000',
  ];
  const tooLarge = ['tile/0/x009/x007/x199/x254/x740/992', `tile/0/${'x001/'.repeat(20_000)}000`];
  for (const path of [...paths, ...widths, ...others, ...tooLarge])
    assert.equal(readTilePath(path), null, path.slice(0, 60));
  assert.equal(readTilePath(undefined as never), null);
  assert.throws(() => tilePath(64, 0, 256), RangeError);
  assert.throws(() => tilePath(0, -1, 256), RangeError);
  assert.throws(() => tilePath(0, 0, 257), RangeError);
});

test('a tree of 70,000 entries has the tiles of the example', async () => {
  const leaf = hashLeaf(new Uint8Array(0));
  const changed = await extendTiles(0, Array(70_000).fill(leaf), new MemoryTiles());
  const widths = [0, 1, 2].map((level) =>
    changed.filter((tile) => tile.level === level).map(({ hashes }) => hashes.length / 32),
  );
  assert.deepEqual(widths, [[...Array(273).fill(256), 112], [256, 17], [1]]);
  const full = await extendTiles(0, Array(256).fill(leaf), new MemoryTiles());
  assert.deepEqual(
    full.map(({ level, index, hashes }) => [level, index, hashes.length / 32]),
    [
      [0, 0, 256],
      [1, 0, 1],
    ],
  );
});

test('growth returns only changed tiles, whole, and reads only the partial ones', async () => {
  const tiles = new MemoryTiles();
  const leaves = Array.from({ length: 66_000 }, (_, index) => hashLeaf(Buffer.from(`${index}`)));
  await tiles.append(leaves.slice(0, 65_700));
  tiles.reads = 0;
  const changed = await extendTiles(65_700, leaves.slice(65_700, 65_800), tiles);
  assert.equal(tiles.reads, 1);
  assert.deepEqual(
    changed.map(({ level, index, hashes }) => [level, index, hashes.length / 32]),
    [
      [0, 256, 256],
      [0, 257, 8],
      [1, 1, 1],
    ],
  );
  assert.deepEqual(changed[0]!.hashes.slice(0, 32), leaves[65_536]);
  assert.deepEqual(await extendTiles(65_700, [], tiles), []);
  await assert.rejects(extendTiles(2 ** 53 - 1, leaves.slice(0, 1), tiles), RangeError);
  await assert.rejects(extendTiles(0, [new Uint8Array(31)], tiles), RangeError);
});

test('a bundle gives its entries back, and a cut or longer one is refused', () => {
  for (const entries of [
    [Buffer.alloc(0)],
    [Buffer.from('a'), Buffer.alloc(65_535, 7)],
    Array(256).fill(Buffer.from('entry')),
  ]) {
    const bundle = writeEntryBundle(entries);
    assert.deepEqual(
      readEntryBundle(bundle),
      entries.map((entry) => new Uint8Array(entry)),
    );
  }
  const bundle = writeEntryBundle([Buffer.from('one'), Buffer.from('three')]);
  assert.equal(Buffer.from(bundle).toString('latin1'), '\0\x03one\0\x05three');
  for (let length = 0; length < bundle.length; length++) {
    assert.equal(readEntryBundle(bundle.subarray(0, length))?.length, length === 5 ? 1 : undefined);
  }
  assert.equal(readEntryBundle(Buffer.concat([bundle, Buffer.from([0])])), null);
  assert.equal(readEntryBundle(new Uint8Array(2 * 257)), null);
  assert.throws(() => writeEntryBundle([]), RangeError);
  assert.throws(() => writeEntryBundle(Array(257).fill(new Uint8Array(1))), RangeError);
  assert.throws(() => writeEntryBundle([new Uint8Array(65_536)]), RangeError);
});

test('every altered byte of a tile or a bundle is detected', async () => {
  const entries = Array.from({ length: 600 }, (_, at) => Buffer.from(`entry ${at}`));
  const size = entries.length;
  const tiles = new MemoryTiles();
  await tiles.append(entries.map(hashLeaf));
  const root = await rootOf(size, tiles);
  const step = countFor({ short: 101, long: 1 });
  const alter = (level: number, index: number, at: number): TileReader => ({
    async readTile(...place) {
      const tile = Uint8Array.from(await tiles.readTile(...place));
      if (place[0] === level && place[1] === index) tile[at]! ^= 1;
      return tile;
    },
  });
  // The root covers the last tile of each level.
  for (const [level, index, width] of [
    [0, 2, 88],
    [1, 0, 2],
  ] as const) {
    for (let at = 0; at < width * 32; at += step) {
      assert.notDeepEqual(await rootOf(size, alter(level, index, at)), root, `byte ${at} of ${level}/${index}`);
    }
  }
  // A proof from an altered full tile does not lead to the root: that of the leaf next to it.
  const leaves = await tiles.readTile(0, 0, 256);
  for (let at = 0; at < leaves.length; at += step) {
    const leafAt = Math.floor(at / 32);
    const index = leafAt % 2 === 0 ? leafAt + 1 : leafAt - 1;
    const proof = await proveInclusion(index, size, alter(0, 0, at));
    const leaf = hashLeaf(entries[index]!);
    assert.equal(verifyInclusion({ index, size, leaf, root, proof }), false, `byte ${at} of 0/0`);
  }
  const bundle = writeEntryBundle(entries.slice(0, 256));
  for (let at = 0; at < bundle.length; at += step) {
    const altered = Uint8Array.from(bundle);
    altered[at]! ^= 1;
    const read = readEntryBundle(altered);
    if (read) assert.notDeepEqual(Buffer.concat(read.map(hashLeaf)), Buffer.from(leaves), `byte ${at} of the bundle`);
  }
});
