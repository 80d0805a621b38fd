// Files of any size get exactly what the recipes in memory give: the same bytes, hashes and
// verdicts. Only headers are read to place a token.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileMovies } from '../../test-support/hostile-large-videos.ts';
import { longRun, MemorySink, sourceOf, sparseSource } from '../../test-support/large-content.ts';
import { RecordShelf } from '../../test-support/record-shelf.ts';
import { box, sampleVideos, word } from '../../test-support/sample-videos.ts';
import { sharedFile } from '../../test-support/shared-media.ts';
import { contentHashOf } from '../canonical-content.ts';
import { BrokenMedia, UnsupportedMedia } from '../containers/broken-media.ts';
import { readTopBoxes } from '../containers/isobmff/boxes.ts';
import { findOffsetFields } from '../containers/isobmff/offset-fields.ts';
import { readFromSource } from '../containers/reading.ts';
import { allFormats } from '../formats/all-formats.ts';
import { sign, verify } from '../index.ts';
import { signLargeFile, signStreamed } from '../sign-large-file.ts';
import { verifyLargeFile, verifyStreamed } from '../verify-large-file.ts';
import { AssembledSource, flatten } from './assembled-source.ts';
import { readExactly } from './content-source.ts';
import { readCanonicalSource, withToken } from './large-container.ts';
import { detectLargeFormat } from './large-format.ts';

const gigabyte = 2 ** 30;
const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const { signal } = new AbortController();
const large = allFormats.filter(({ tokenPlace }) => tokenPlace);
const clips: Readonly<Record<string, string>> = {
  mp4: 'birds.mp4',
  mov: 'motion.mov',
  matroska: 'house_keeping.mkv',
  webm: 'oa4_launch.webm',
};

/** Signs it in both ways. The shelf keeps the record. */
async function signBoth(shelf: RecordShelf, bytes: Uint8Array) {
  const sink = new MemorySink();
  const run = longRun();
  const { inMemory, streamed } = await shelf.signBy(async (request, ports) => {
    const inMemory = await sign(bytes, request, ports);
    return { ...inMemory, inMemory, streamed: await signStreamed(sourceOf(bytes), sink, request, ports, run) };
  });
  return { inMemory, streamed, bytes: sink.bytes, progress: run.progress };
}

async function verifyBoth(shelf: RecordShelf, bytes: Uint8Array) {
  const { c2pa: _, notes: known = [], checks, ...inMemory } = await verify(bytes, {}, shelf);
  const { notes = [], ...streamed } = await verifyStreamed(sourceOf(bytes), {}, shelf, longRun());
  assert.deepEqual(notes.slice(0, -1), known);
  assert.match(notes.at(-1)!, /C2PA/);
  return { inMemory: { ...inMemory, checks: checks.filter(({ name }) => name !== 'credentials') }, streamed };
}

for (const { name } of large) {
  test(`${name}: the streamed recipes give what the recipes in memory give`, async (context) => {
    const clip = sharedFile(context, `media/video/${clips[name]}`);
    for (const [kind, bytes] of [...sampleVideos[name]!(), ...(clip ? [['a real clip', clip] as const] : [])]) {
      const shelf = new RecordShelf();
      const { inMemory: signed, streamed, bytes: file, progress } = await signBoth(shelf, bytes);
      assert.ok(file.equals(signed.bytes), kind);
      for (const key of ['signedPayload', 'originalHash', 'exactFormat', 'carries', 'kind', 'mimeType'] as const)
        assert.deepEqual(streamed[key], signed[key], `${kind}: ${key}`);
      assert.equal(streamed.originalHash, contentHashOf(bytes), kind);
      assert.deepEqual(
        progress,
        progress.toSorted((left, right) => left - right),
        kind,
      );
      assert.equal(progress.at(-1), 1, kind);

      const verified = await verifyBoth(shelf, file);
      assert.deepEqual(verified.streamed, verified.inMemory, kind);
      assert.equal(verified.streamed.verdict, 'authentic', kind);
      // A signed file that is signed again loses the first token.
      assert.equal((await signBoth(new RecordShelf(), file)).streamed.originalHash, signed.originalHash, kind);
    }
  });

  test(`${name}: a changed byte, a second token and added bytes are not authentic`, async () => {
    const format = allFormats.find((each) => each.name === name)!;
    for (const [kind, bytes] of sampleVideos[name]!()) {
      const shelf = new RecordShelf();
      const { bytes: file } = await signBoth(shelf, bytes);
      const changed: Record<string, Buffer> = {
        'another token': Buffer.concat(format.writeToken(file, token)),
        'a byte behind': Buffer.concat([file, Buffer.from([0])]),
        'a byte less': file.subarray(0, -1),
        'a box behind': Buffer.concat([file, box('free', 'Somebody')]),
        'the file twice': Buffer.concat([file, file]),
      };
      for (let at = 0; at < file.length; at += 1 + Math.floor(file.length / 97)) {
        const flipped = Buffer.from(file);
        flipped[at]! ^= 1;
        changed[`byte ${at}`] = flipped;
      }
      for (const [change, altered] of Object.entries(changed)) {
        const inMemory = await verify(altered, {}, shelf);
        assert.notEqual(inMemory.verdict, 'authentic', `${kind}, ${change}`);
        if ((await detectLargeFormat(sourceOf(altered)))?.name !== name) continue;
        const streamed = await verifyStreamed(sourceOf(altered), {}, shelf, longRun());
        assert.notEqual(streamed.verdict, 'authentic', `${kind}, ${change}`);
        // Manifests are not examined in large files.
        if (!inMemory.c2pa) assert.equal(streamed.verdict, inMemory.verdict, `${kind}, ${change}`);
      }
    }
  });
}

test('small content of any format goes through the recipes in memory, larger content is refused', async () => {
  const shelf = new RecordShelf();
  const sink = new MemorySink();
  const text = sourceOf(Buffer.from('The first sentence. The second sentence. The third sentence.'));
  const signed = await shelf.signBy((request, ports) => signLargeFile(text, sink, request, ports, longRun()));
  assert.equal(signed.exactFormat, 'plain-text');
  assert.equal((await verifyLargeFile(sourceOf(sink.bytes), {}, shelf, longRun())).verdict, 'authentic');
  const zeros = sparseSource(gigabyte, []);
  const signing = shelf.signBy((request, ports) => signLargeFile(zeros, sink, request, ports, longRun()));
  await assert.rejects(signing, UnsupportedMedia);
  await assert.rejects(verifyLargeFile(zeros, {}, shelf, longRun()), UnsupportedMedia);
});

const long = (value: number) => Buffer.concat([word(Math.floor(value / 2 ** 32)), word(value % 2 ** 32)]);

/** A movie of this size with its header last, which names one place in its media data. */
function movieOf(size: number, table: 'stco' | 'co64', place: number) {
  const head = box('ftyp', 'isom', word(512), 'isom');
  const entry = table === 'stco' ? word(place) : long(place);
  const stbl = box('stbl', box(table, word(0), word(1), entry));
  const moov = box('moov', box('mvhd', word(0)), box('trak', box('mdia', box('minf', stbl))));
  const start = size - moov.length;
  return sparseSource(size, [
    { at: 0, bytes: Buffer.concat([head, word(1), Buffer.from('mdat'), long(start - head.length)]) },
    { at: place, bytes: Buffer.from('a sample') },
    { at: start, bytes: moov },
  ]);
}

test('places around 4 GB move with the token, and back', async () => {
  const format = (await detectLargeFormat(movieOf(5 * gigabyte, 'co64', 5000)))!;
  for (const place of [2 ** 32 - 81, 2 ** 32 - 80, 2 ** 32 - 1, 2 ** 32, Math.floor(4.9 * gigabyte)]) {
    const original = movieOf(5 * gigabyte, 'co64', place);
    const file = (await withToken(format, original, token, signal))!;
    assert.equal(file.size, original.size + 80);
    const moov = await readExactly(file, file.size - 76, 76);
    const [field] = findOffsetFields(moov, readTopBoxes(moov));
    const named = Number(Buffer.from(moov).readBigUInt64BE(field!.at));
    assert.equal(Buffer.from(await readExactly(file, named, 8)).toString(), 'a sample', `${place}`);
    const { content, token: found } = await readCanonicalSource(format, file, signal);
    assert.equal(found, token);
    const back = Buffer.from(await readExactly(content, original.size - 76, 76));
    assert.ok(back.equals(await readExactly(original, original.size - 76, 76)));
  }
  const tooFar = movieOf(5 * gigabyte, 'stco', 2 ** 32 - 80);
  await assert.rejects(withToken(format, tooFar, token, signal), BrokenMedia);
  assert.ok(await withToken(format, movieOf(5 * gigabyte, 'stco', 2 ** 32 - 81), token, signal));
});

test('a token is placed by reading headers only', async () => {
  const movie = movieOf(5 * gigabyte, 'co64', 2 ** 32 + 5);
  let bytes = 0;
  const counted = {
    size: movie.size,
    read(at: number, length: number) {
      bytes += length;
      return movie.read(at, length);
    },
  };
  const format = (await detectLargeFormat(counted))!;
  assert.ok(await withToken(format, counted, token, signal));
  assert.ok(bytes < 2 * 1024 * 1024, `${bytes} bytes were read`);
});

test('a file that is made of ranges reads like its bytes', async () => {
  const parts = [Buffer.from('ab'), { from: 2, to: 5 }, Buffer.from('c'), { from: 9, to: 10 }];
  const assembled = new AssembledSource(sourceOf(Buffer.from('0123456789')), parts);
  const whole = 'ab234c9';
  assert.equal(assembled.size, whole.length);
  for (let at = 0; at <= whole.length; at += 1) {
    for (let length = 0; length <= whole.length - at; length += 1) {
      assert.equal(Buffer.from(await assembled.read(at, length)).toString(), whole.slice(at, at + length));
    }
  }
});

test('many ranges of a file of many ranges take time in proportion to their number', () => {
  const count = 5_000;
  let looks = 0;
  const parts = Array.from({ length: count }, (_, index) => ({
    get from() {
      looks += 1;
      return 2 * index;
    },
    to: 2 * index + 1,
  }));
  const assembled = new AssembledSource(sourceOf(Buffer.alloc(2 * count)), parts);
  const each = Array.from({ length: count }, (_, index) => ({ from: index, to: index + 1 }));
  assert.equal(flatten(assembled, each).length, count);
  assert.ok(looks < 10 * count, `${looks} looks at ${count} parts`);
});

for (const [kind, source] of hostileMovies()) {
  test(`a hostile file is refused with a sentence: ${kind}`, async () => {
    const format = await detectLargeFormat(source);
    assert.ok(format);
    const started = process.memoryUsage().rss;
    await assert.rejects(
      readFromSource(source, format.tokenPlace.writeToken(source.size, token)),
      (problem) => problem instanceof BrokenMedia && problem.message.endsWith('.'),
    );
    assert.ok(process.memoryUsage().rss - started < 400 * 2 ** 20);
    const canonical = await readCanonicalSource(format, source, signal);
    assert.equal(canonical.token, null);
  });
}

test('an aborted run stops, and says why', async () => {
  const abort = new AbortController();
  const run = longRun(new Map(), abort.signal);
  const stopped = { ...run, onProgress: () => abort.abort(new Error('enough')) };
  const [bytes] = sampleVideos.mp4!().values();
  const padded = sourceOf(Buffer.concat([bytes!, box('free', Buffer.alloc(9 * 1024 * 1024))]));
  const sink = new MemorySink();
  const signing = new RecordShelf().signBy((request, ports) => signStreamed(padded, sink, request, ports, stopped));
  await assert.rejects(signing, /enough/);
  assert.equal(sink.bytes.length, 0);
});
