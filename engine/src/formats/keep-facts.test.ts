// The metadata of a file is copied unchanged into a file that was encoded again, and the places
// that the copy names in itself stay right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceOf } from '../../test-support/large-content.ts';
import { box, element, word } from '../../test-support/sample-videos.ts';
import { readElement } from '../containers/ebml/elements.ts';
import { AssembledSource } from '../large-files/assembled-source.ts';
import { keepFactsInSource as keepInLargeMatroska, keepFacts as keepInMatroska } from './matroska/keep-facts.ts';
import { keepFactsInSource as keepInLargeMovie, keepFacts as keepInMovie } from './mp4/keep-facts.ts';

const ftyp = box('ftyp', 'isom', word(0));
const xmp = box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), '<x:xmpmeta/>');
const title = box('udta', box('\xa9nam', 'A film'));
const keys = box('meta', box('hdlr', word(0)), box('keys', 'location'));
const track = box('trak', box('tkhd', 'new'));
const copy = Buffer.concat([
  ftyp,
  box('mdat', 'samples'),
  box('moov', track, box('udta', box('free', 'of the encoder'))),
]);

test('a movie keeps its user data, metadata, XMP and chapters, and loses those of the encoder', () => {
  const original = Buffer.concat([ftyp, xmp, box('moov', box('trak', 'old'), title, keys), box('mdat', 'samples')]);
  const chapters = [
    { seconds: 0, title: 'One' },
    { seconds: 1.5, title: 'Zwei — zwei' },
  ];
  const list = Buffer.concat([
    Buffer.from('010000000000000002', 'hex'),
    Buffer.from('000000000000000003', 'hex'),
    Buffer.from('One'),
    Buffer.from('0000000000e4e1c00d', 'hex'),
    Buffer.from('Zwei — zwei'),
  ]);
  const facts = [track, title, keys];
  const whole = (...more: Buffer[]) =>
    Buffer.concat([ftyp, box('mdat', 'samples'), box('moov', ...facts, ...more), xmp]);
  assert.deepEqual(keepInMovie(original, copy, []), { bytes: whole(), leftOut: [] });
  assert.deepEqual(keepInMovie(original, copy, chapters).bytes, whole(box('udta', box('chpl', list))));
});

test('an existing list of chapters is not written twice, and items with places in the file are dropped', () => {
  const listed = box('udta', box('chpl', 'as it stood'));
  const iloc = box(
    'iloc',
    word(0),
    Buffer.from([0x44, 0x40, 0, 1, 0, 1, 0, 0]),
    word(8),
    Buffer.from([0, 1]),
    word(0),
    word(4),
  );
  const items = box('meta', word(0), box('hdlr', word(0)), iloc);
  const manifest = box('uuid', Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'), 'of others');
  const original = Buffer.concat([ftyp, manifest, box('moov', listed, items)]);
  const { bytes, leftOut } = keepInMovie(original, copy, [{ seconds: 0, title: 'One' }]);
  assert.deepEqual(bytes, Buffer.concat([ftyp, box('mdat', 'samples'), box('moov', track, listed)]));
  assert.deepEqual(leftOut, ['a C2PA manifest']);
});

test('a Matroska file keeps chapters and attached files, and its SeekHead lists them', () => {
  const chapters = element('1043a770', 'chapters as they stood');
  const attached = element('1941a469', 'a cover');
  const header = element('1a45dfa3', element('4282', 'matroska'));
  const original = Buffer.concat([header, element('18538067', Buffer.concat([attached, chapters]), null)]);
  const seek = element(
    '4dbb',
    Buffer.concat([element('53ab', Buffer.from('1549a966', 'hex')), element('53ac', '\x64')]),
  );
  const info = element('1549a966', 'information');
  const content = Buffer.concat([element('114d9b74', seek), element('ec', Buffer.alloc(80)), info]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(2n ** 56n + BigInt(content.length));
  const marked = Buffer.concat([header, Buffer.from('18538067', 'hex'), size, content]);
  const kept = Buffer.from(keepInMatroska(original, marked).bytes);
  assert.equal(kept.length, marked.length + attached.length + chapters.length);
  assert.equal(readElement(kept, header.length).end, kept.length);
  // Nothing that was there has moved.
  assert.equal(kept.indexOf(info), marked.indexOf(info));
  const start = header.length + 12;
  const named = [...kept.toString('latin1').matchAll(/\x53\xab\x84(....)\x53\xac\x88(.{8})/gs)].map(([, id, place]) => {
    const at = start + Number(Buffer.from(place!, 'latin1').readBigUInt64BE());
    return [id, kept.toString('latin1', at, at + 4)];
  });
  assert.deepEqual(named, [
    ['\x19\x41\xa4\x69', '\x19\x41\xa4\x69'],
    ['\x10\x43\xa7\x70', '\x10\x43\xa7\x70'],
  ]);
  const head = readElement(kept, start);
  const room = readElement(kept, head.end!);
  assert.deepEqual([room.id, room.end], [0xec, kept.indexOf(info)]);
  assert.equal(keepInMatroska(marked, marked).bytes, marked);
});

test('files of any size keep the same facts', async () => {
  const original = Buffer.concat([ftyp, xmp, box('moov', box('trak', 'old'), title, keys), box('mdat', 'samples')]);
  const chapters = [{ seconds: 1, title: 'One' }];
  const movie = await keepInLargeMovie(sourceOf(original), sourceOf(copy), chapters);
  const joined = new AssembledSource(sourceOf(copy), movie.parts);
  assert.deepEqual(await joined.read(0, joined.size), keepInMovie(original, copy, chapters).bytes);

  const header = element('1a45dfa3', element('4282', 'matroska'));
  const matroska = (...content: readonly Buffer[]) =>
    Buffer.concat([header, element('18538067', Buffer.concat(content))]);
  const attached = matroska(element('1f43b675', 'old'), element('1941a469', 'a font'), element('1043a770', 'chapters'));
  const marked = matroska(element('114d9b74', ''), element('ec', Buffer.alloc(120)), element('1f43b675', 'new'));
  const large = await keepInLargeMatroska(sourceOf(attached), sourceOf(marked));
  const whole = new AssembledSource(sourceOf(marked), large.parts);
  assert.deepEqual(await whole.read(0, whole.size), keepInMatroska(attached, marked).bytes);
  assert.ok(whole.size > marked.length);
});
