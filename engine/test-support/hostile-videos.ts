// Test support: videos with our tokens, complete and damaged, in every possible place, and videos
// of the maximum upload size that are made to be slow.
import { readTopBoxes } from '../src/containers/isobmff/boxes.ts';
import { makeTrailer } from '../src/formats/matroska/token-trailer.ts';
import { makeTokenBox } from '../src/formats/mp4/token-box.ts';
import { hostileBytes } from './hostile-size.ts';
import type { Random } from './random-bytes.ts';
import { box, element, word } from './sample-videos.ts';

const token = `svc_${'hostile_'.repeat(6).slice(0, 47)}`;
const own = makeTokenBox(token);
const manifest = box('uuid', Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'), word(0), 'manifest\0');
const almostOwn = [
  box('uuid', own.subarray(8, 79)),
  box('uuid', own.subarray(8), word(0)),
  box('free', own),
  Buffer.from(own),
];
almostOwn[3]![30] = 0;
const trailer = makeTrailer(token);

export const withRandomVideo: Readonly<Record<string, (bytes: Uint8Array, random: Random) => Buffer>> = {
  mp4: withRandomBoxes,
  mov: withRandomBoxes,
  matroska: withRandomTrailers,
  webm: withRandomTrailers,
};

function withRandomBoxes(bytes: Uint8Array, random: Random): Buffer {
  const parts = readTopBoxes(bytes).map(({ start, end }) => bytes.subarray(start, end));
  for (let count = 1 + random.below(5); count > 0; count -= 1) {
    parts.splice(random.below(parts.length + 1), 0, random.pick([own, manifest, box('free'), ...almostOwn]));
  }
  return Buffer.concat(parts);
}

function withRandomTrailers(bytes: Uint8Array, random: Random): Buffer {
  const parts = [bytes];
  for (let count = 1 + random.below(5); count > 0; count -= 1) {
    parts.push(
      random.pick([trailer, trailer.subarray(1), trailer.subarray(0, 70), random.bytes(5), element('ec', 'x')]),
    );
  }
  return Buffer.concat(parts);
}

export const hostileVideos: Readonly<Record<string, (bytes: Uint8Array) => Iterable<[string, Buffer]>>> = {
  *mp4(bytes) {
    const behind = (part: Uint8Array) => Buffer.concat([bytes, repeat(part)]);
    const table = (type: string, head: Buffer, fill = 0) => {
      const content = box('stbl', box(type, head, Buffer.alloc(hostileBytes, fill)));
      return Buffer.concat([bytes.subarray(0, 24), box('moov', box('trak', box('mdia', box('minf', content))))]);
    };
    yield ['empty boxes', behind(box('free'))];
    yield ['tokens of ours', behind(own)];
    yield ['manifests', behind(manifest)];
    yield ['offsets', table('stco', Buffer.concat([word(0), word(hostileBytes / 4)]), 1)];
    yield ['long offsets', table('co64', Buffer.concat([word(0), word(hostileBytes / 8)]))];
    yield ['boxes in a box', Buffer.concat([bytes.subarray(0, 24), box('moov', repeat(box('trak')))])];
    yield ['items', table('iloc', Buffer.concat([word(0x02000000), Buffer.from([0x44, 0x40]), word(0xffffffff)]), 1)];
    yield ['depth', nested(bytes.subarray(0, 24))];
  },
  *mov(bytes) {
    yield ['empty boxes', Buffer.concat([bytes, repeat(box('free'))])];
  },
  *matroska(bytes) {
    const live = Buffer.concat([bytes.subarray(0, 41), element('18538067', '', null)]);
    yield ['empty elements', Buffer.concat([live, repeat(Buffer.from([0xec, 0x80]))])];
    yield ['tokens of ours', Buffer.concat([bytes, repeat(trailer)])];
    yield ['clusters without end', Buffer.concat([live, repeat(element('1f43b675', '', null))])];
  },
  *webm(bytes) {
    yield ['tokens of ours', Buffer.concat([bytes, repeat(trailer)])];
  },
};

function repeat(part: Uint8Array): Buffer {
  return Buffer.alloc(Math.floor(hostileBytes / part.length) * part.length, part);
}

function nested(head: Uint8Array): Buffer {
  const count = Math.floor(hostileBytes / 8);
  const bytes = Buffer.alloc(count * 8, 'xxxxmoov');
  for (let index = 0; index < count; index += 1) bytes.writeUInt32BE((count - index) * 8, index * 8);
  return Buffer.concat([head, bytes]);
}
