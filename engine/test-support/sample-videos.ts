// Test support: small videos of every kind that the containers support, built box by box and
// element by element. Their samples are words, so that every place that a file names in itself can
// be checked: it must have the same word.
import type { Samples } from './sample-pictures.ts';

export const sampleVideos: Readonly<Record<string, () => Samples>> = {
  mp4: () => movies('isom'),
  mov: () => new Map([...movies('qt  '), ...oldMovies()]),
  matroska: () => matroskas('matroska'),
  webm: () => matroskas('webm'),
};

export function box(type: string, ...content: readonly (Uint8Array | string)[]): Buffer {
  const parts = content.map((each) => (typeof each === 'string' ? Buffer.from(each, 'latin1') : each));
  const size = parts.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([word(size), Buffer.from(type, 'latin1'), ...parts]);
}

export function largeBox(type: string, content: Uint8Array): Buffer {
  return Buffer.concat([word(1), Buffer.from(type, 'latin1'), word(0), word(content.length + 16), content]);
}

export const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const long = (value: number) => Buffer.concat([word(0), word(value)]);

export const samples = ['first sample', 'second sample', 'third sample'];
const media = Buffer.from(samples.join(''), 'latin1');
const places = samples.map((sample) => media.indexOf(sample, 0, 'latin1'));
const brand = (name: string) => box('ftyp', name, word(512), name, 'mp42');
const selfContained = box('dinf', box('dref', word(0), word(1), box('url ', word(1))));

const stco = (start: number) =>
  box('stco', word(0), word(places.length), ...places.map((place) => word(start + place)));
const co64 = (start: number) =>
  box('co64', word(0), word(places.length), ...places.map((place) => long(start + place)));
const saio = (start: number) => box('saio', word(1), 'cenc', word(0), word(1), word(start));
const iloc = (start: number) =>
  // Version 1, offsets and lengths of four bytes: one item with a base, one without, one inside its
  // own box.
  box(
    'iloc',
    word(0x01000000),
    Buffer.from([0x44, 0x40]),
    Buffer.from([0, 3]),
    Buffer.from([0, 1, 0, 0, 0, 0]),
    word(start),
    Buffer.from([0, 1]),
    word(places[1]!),
    word(6),
    Buffer.from([0, 2, 0, 0, 0, 0]),
    word(0),
    Buffer.from([0, 1]),
    word(start),
    word(5),
    Buffer.from([0, 3, 0, 1, 0, 0]),
    word(0),
    Buffer.from([0, 1]),
    word(2),
    word(5),
  );

type MakeHeader = (start: number) => Buffer;
const track = (...tables: readonly Buffer[]) =>
  box('trak', box('mdia', box('minf', selfContained, box('stbl', ...tables))));
const header: MakeHeader = (start) =>
  box('moov', box('mvhd', word(0)), track(stco(start)), box('udta', box('name', 'Somebody'), word(0)));
const richHeader: MakeHeader = (start) =>
  box('moov', track(co64(start), saio(start)), box('meta', word(0), box('hdlr', word(0)), iloc(start)));

/**
 * The header before its data, which it names. Its size does not depend on the places that it names.
 */
const first = (head: Buffer, make: MakeHeader, between: Buffer = Buffer.alloc(0)) => {
  const start = head.length + make(0).length + between.length + 8;
  return Buffer.concat([head, make(start), between, box('mdat', media)]);
};

const manifest = box(
  'uuid',
  Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'),
  word(0),
  'manifest\0',
  long(0),
  box('jumb', box('jumd', Buffer.from('6332706100110010800000aa00389b71', 'hex'), '\x03c2pa\0')),
);

function movies(name: string): Samples {
  const head = brand(name);
  const last = (data: Buffer, headerSize: number) => Buffer.concat([head, data, header(head.length + headerSize)]);
  return new Map([
    ['plain', first(head, header)],
    ['with the movie header last', last(box('mdat', media), 8)],
    ['with data of a 64-bit size', last(largeBox('mdat', media), 16)],
    ['with 64-bit offsets, items and auxiliary information', first(head, richHeader)],
    ['with data up to the end', endless(first(head, header))],
    ['in fragments', fragments(head)],
    ['with a C2PA manifest', first(Buffer.concat([head, manifest]), header)],
    ['with a C2PA manifest at the end', Buffer.concat([first(head, header), manifest])],
    ['with bytes behind it', Buffer.concat([first(head, richHeader, box('free', 'Somebody')), Buffer.from([0, 0, 0])])],
  ]);
}

function endless(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32BE(0, copy.length - media.length - 8);
  return copy;
}

function fragments(head: Buffer): Buffer {
  const movie = box('moov', box('mvhd', word(0)), track(stco(0).subarray(0, 0), box('stco', word(0), word(0))));
  const fragment = (start: number) =>
    box(
      'moof',
      box(
        'traf',
        box('tfhd', word(1), word(1), long(start)),
        box('trun', word(1), word(1), word(8)),
        box('saio', word(0), word(1), word(5)),
      ),
    );
  const at = head.length + movie.length;
  const data = at + fragment(0).length + 8;
  const index = box(
    'tfra',
    word(0x01000000),
    word(1),
    word(0x15),
    word(1),
    long(0),
    long(at),
    Buffer.from([0, 1, 0, 1, 0, 1]),
  );
  const random = box('tfra', word(0), word(1), word(0), word(1), word(0), word(at), Buffer.from([1, 1, 1]));
  return Buffer.concat([
    head,
    movie,
    fragment(data),
    box('mdat', media),
    box('mfra', index, random, box('mfro', word(0), word(0))),
  ]);
}

/** As they were before `ftyp`. */
function oldMovies(): Samples {
  return new Map([
    ['without a brand', first(Buffer.alloc(0), header)],
    ['without a brand, its data first', Buffer.concat([box('wide'), box('mdat', media), header(16)])],
  ]);
}

/** size null: unknown. */
export function element(id: string, content: Uint8Array | string, size: number | null = content.length): Buffer {
  const length = Buffer.alloc(8, 0xff);
  length[0] = 0x01;
  if (size !== null) length.writeUIntBE(size, 2, 6);
  if (size !== null) length[1] = 0;
  return Buffer.concat([Buffer.from(id, 'hex'), length, typeof content === 'string' ? Buffer.from(content) : content]);
}

function matroskas(type: string): Samples {
  const head = element('1a45dfa3', Buffer.concat([element('4286', '\x01'), element('4282', type)]));
  const information = element('1549a966', element('7ba9', 'Somebody'));
  const cluster = (size?: null) =>
    element('1f43b675', Buffer.concat([element('e7', '\x00'), ...samples.map((each) => element('a3', each))]), size);
  const segment = (content: Buffer, size?: null) => Buffer.concat([head, element('18538067', content, size)]);
  return new Map([
    ['plain', segment(Buffer.concat([information, cluster(), cluster()]))],
    ['of a live stream', segment(Buffer.concat([information, cluster(null), cluster(null)]), null)],
    ['of a live stream with whole clusters', segment(Buffer.concat([information, cluster(), cluster()]), null)],
    ['with bytes behind it', Buffer.concat([segment(cluster()), Buffer.from('Somebody')])],
    ['of two segments', Buffer.concat([segment(cluster(null), null), segment(cluster())])],
  ]);
}
