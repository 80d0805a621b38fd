// An archive file gives back what was written, and any change of any byte is detected.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { FileDamaged } from '../../adapters/object-store/object-store.ts';
import { footerLength, writeFooter } from './archive-format.ts';
import { type ArchivedRow, findBlock, readBlock, readEverything, readIndex, readSignature } from './read-archive.ts';
import { type Entry, writeArchive } from './write-archive.ts';

const key = randomBytes(32);
const about = { archive_id: 'arc_1', environment: 'live', created_at: '2026-11-18T00:00:00.000Z' };

function entriesOf(count: number, signatureLength: number): Entry[] {
  const ids = Array.from({ length: count }, () => randomUUIDv7()).sort();
  return ids.map((id) => ({
    key: id,
    row: { record_id: id, model: 'Größe 🙂', content_hash: randomBytes(32).toString('hex'), phash: null },
    signature: randomBytes(signatureLength),
  }));
}

async function readerOf(bytes: Buffer, indexOffset: number, id = 'arc_1') {
  const read = async (offset: number, length: number) => {
    if (offset < 0 || length < 0 || offset + length > bytes.length) throw new FileDamaged('outside the file');
    return bytes.subarray(offset, offset + length);
  };
  return { read, index: await readIndex(read, bytes.length, { archiveId: id, indexOffset }, key) };
}

async function readAll(bytes: Buffer, indexOffset: number) {
  const { read, index } = await readerOf(bytes, indexOffset);
  const rows: (ArchivedRow & { signatureBytes: Buffer })[] = [];
  for await (const some of readEverything(read, index, 'record_id')) rows.push(...some);
  return rows;
}

test('gives back every entry, as a whole and one by one', async () => {
  const entries = entriesOf(300, 3_309);
  const { bytes, indexOffset } = await writeArchive(about, entries, key);
  const rows = await readAll(bytes, indexOffset);
  assert.deepEqual(
    rows.map(({ signature: _, signatureBytes, ...row }) => ({ row, signature: signatureBytes })),
    entries.map(({ row, signature }) => ({ row, signature })),
  );
  const { read, index } = await readerOf(bytes, indexOffset);
  for (const entry of [entries[0]!, entries[127]!, entries[128]!, entries[299]!]) {
    const block = findBlock(index, entry.key)!;
    const { signature, ...row } = (await readBlock(read, block, 'record_id')).get(entry.key)!;
    assert.deepEqual(row, entry.row);
    assert.deepEqual(await readSignature(read, index, signature), entry.signature);
  }
});

test('an unknown key almost never needs a block', async () => {
  const entries = entriesOf(1_000, 10);
  const { bytes, indexOffset } = await writeArchive(about, entries, key);
  const { index } = await readerOf(bytes, indexOffset);
  const strangers = entries.flatMap(({ key: known }) =>
    Array.from({ length: 10 }, () => known.slice(0, 24) + randomBytes(6).toString('hex')),
  );
  const asked = strangers.filter((stranger) => findBlock(index, stranger)).length;
  // 128 of 65,536 tails are taken in each block: about 20 of 10,000.
  assert.ok(asked < 100, `${asked} of ${strangers.length}`);
  assert.equal(findBlock(index, '00000000-0000-7000-8000-000000000000'), undefined);
  assert.equal(findBlock(index, 'ffffffff-ffff-7fff-bfff-ffffffffffff'), undefined);
});

test('a bit flipped in any byte is detected', async () => {
  const { bytes, indexOffset } = await writeArchive(about, entriesOf(5, 40), key);
  await readAll(bytes, indexOffset);
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes);
    changed[place]! ^= 1 << (place % 8);
    await assert.rejects(readAll(changed, indexOffset), FileDamaged, `byte ${place} of ${bytes.length}`);
  }
});

test('a file that is cut, empty, replaced or written under another key is refused', async () => {
  const { bytes, indexOffset } = await writeArchive(about, entriesOf(5, 40), key);
  for (const length of [0, 7, 8, footerLength - 1, footerLength, indexOffset, bytes.length - 1]) {
    await assert.rejects(readAll(bytes.subarray(0, length), indexOffset), FileDamaged, `${length} bytes`);
  }
  const other = await writeArchive({ ...about, archive_id: 'arc_2' }, entriesOf(5, 40), key);
  await assert.rejects(readAll(other.bytes, other.indexOffset), /another one/);
  const foreign = await writeArchive(about, entriesOf(5, 40), randomBytes(32));
  await assert.rejects(readAll(foreign.bytes, foreign.indexOffset), /another service/);
});

test('a bomb under the right key is refused before it is unpacked', async () => {
  const { bytes, indexOffset } = await writeArchive(about, entriesOf(5, 40), key);
  const bomb = zstdCompressSync(Buffer.alloc(256 * 1024 * 1024));
  const file = Buffer.concat([bytes.subarray(0, indexOffset), bomb, writeFooter(key, indexOffset, bomb)]);
  const before = process.memoryUsage().arrayBuffers;
  await assert.rejects(readAll(file, indexOffset), FileDamaged);
  assert.ok(process.memoryUsage().arrayBuffers - before < 64 * 1024 * 1024);
});

test('an index with wrong numbers under the right key is refused', async () => {
  const { bytes, indexOffset } = await writeArchive(about, entriesOf(300, 40), key);
  const packed = bytes.subarray(indexOffset, -footerLength);
  const index = JSON.parse(zstdDecompressSync(packed).toString());
  const block = index.blocks[0];
  const wrong = [
    null,
    [],
    { ...index, format: 'content-provenance-archive/2' },
    { ...index, entries: 1 },
    { ...index, blocks: [] },
    { ...index, blocks: [...index.blocks].reverse() },
    { ...index, blocks: [{ ...block, offset: -1 }, ...index.blocks.slice(1)] },
    { ...index, blocks: [{ ...block, length: 2 ** 40 }, ...index.blocks.slice(1)] },
    { ...index, blocks: [{ ...block, entries: 127 }, ...index.blocks.slice(1)] },
    { ...index, blocks: [{ ...block, size: block.size - 1 }, ...index.blocks.slice(1)] },
    { ...index, signatures: { offset: 8, length: 0 } },
    { ...index, signatures: { ...index.signatures, length: index.signatures.length - 1 } },
  ];
  for (const value of wrong) {
    const changed = zstdCompressSync(Buffer.from(JSON.stringify(value)));
    const file = Buffer.concat([bytes.subarray(0, indexOffset), changed, writeFooter(key, indexOffset, changed)]);
    await assert.rejects(readAll(file, indexOffset), FileDamaged, JSON.stringify(value)?.slice(0, 80));
  }
});

test('the hashes can be checked without the service, from the description of the format alone', async () => {
  const { bytes } = await writeArchive(about, entriesOf(200, 3_309), key);
  const footer = bytes.subarray(-88);
  const [offset, length] = [Number(footer.readBigUInt64BE(0)), Number(footer.readBigUInt64BE(8))];
  const packed = bytes.subarray(offset, offset + length);
  const hash = (part: Uint8Array) => createHash('sha256').update(part).digest('hex');
  assert.equal(hash(packed), footer.subarray(16, 48).toString('hex'));
  const index = JSON.parse(zstdDecompressSync(packed).toString());
  for (const block of index.blocks) {
    const content = bytes.subarray(block.offset, block.offset + block.length);
    assert.equal(hash(content), block.sha256);
    for (const line of zstdDecompressSync(content).toString().trimEnd().split('\n')) {
      const { signature } = JSON.parse(line);
      const start = index.signatures.offset + signature.offset;
      assert.equal(hash(bytes.subarray(start, start + signature.length)), signature.sha256);
    }
  }
});
