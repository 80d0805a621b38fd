// Test support: random XMP packets from fragments of tokens, elements and broken markup, in the
// places where each format has its XMP.

import { makeRiffChunk, readRiff, riffParts } from '../src/containers/riff/riff-file.ts';
import { createPacket } from '../src/containers/xmp/created-packet.ts';
import { mergeToken } from '../src/containers/xmp/foreign-packet.ts';
import { makeSegment, readHeader } from '../src/formats/jpeg/jpeg-header.ts';
import { makeChunk, readChunks } from '../src/formats/png/png-chunks.ts';
import { hostileBytes } from './hostile-size.ts';
import type { Random } from './random-bytes.ts';
import { foreignXmp } from './sample-pictures.ts';

const token = `svc_${'hostile_'.repeat(6).slice(0, 47)}`;
const created = ['XMP', 'XMP flag', 'XMP VP8X'].map((added) =>
  Buffer.from(createPacket({ token, added })).toString('latin1'),
);
const merged = Buffer.from(mergeToken(Buffer.from(foreignXmp), token)!).toString('latin1');
const element = /<rdf:Description xmlns:rdf[^>]*>/.exec(merged)![0];

const fragments = [
  ...created,
  merged,
  element,
  element.slice(0, 60),
  element.slice(60),
  element.slice(0, 30) + element + element.slice(30),
  `<a:Token>${token}</a:Token>`,
  ` a:Token="${token}"`,
  ` a:Token='${token}'`,
  token,
  '<rdf:RDF>',
  '</rdf:RDF>',
  '<x:xmpmeta>',
  '</x:xmpmeta>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&b;',
  '<a b="',
  '">',
  '/>',
  '\0',
  'ÿþ',
  Buffer.from(foreignXmp).toString('latin1'),
];

export function randomPacket(random: Random): Buffer {
  if (random.below(4) === 0) return Buffer.from(random.pick([...created, merged]), 'latin1');
  let text = '';
  for (let count = 1 + random.below(6); count > 0; count -= 1) {
    const fragment = random.pick(fragments);
    const from = random.below(3) === 0 ? random.below(fragment.length) : 0;
    const place = random.below(text.length + 1);
    text = text.slice(0, place) + fragment.slice(from) + text.slice(place);
  }
  return Buffer.from(text, 'latin1');
}

/** The file with the packet, once or more, in places where its format can have XMP. */
export function withPacket(format: string, bytes: Uint8Array, packet: Uint8Array, random: Random): Buffer {
  const times = 1 + random.below(3);
  // Behind the first `before` items and before the last `after`.
  const put = <Item>(items: readonly Item[], item: Item, before: number, after: number): Item[] => {
    const list = [...items];
    for (let time = 0; time < times; time += 1) {
      list.splice(before + random.below(list.length - before - after + 1), 0, item);
    }
    return list;
  };
  if (format === 'jpeg') {
    const content = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), packet]);
    const segment = makeSegment(0xe1, content, Buffer.alloc(random.pick([0, 0, 2]), 0xff))!;
    return Buffer.concat(put(readHeader(bytes), segment, 1, 1).map((piece) => piece.bytes));
  }
  if (format === 'png') {
    const head = Buffer.from(
      random.pick(['XML:com.adobe.xmp\0\0\0\0\0', 'XML:com.adobe.xmp\0\0\0en\0XMP\0']),
      'latin1',
    );
    const chunk = makeChunk('iTXt', Buffer.concat([head, packet]));
    return Buffer.concat(put(readChunks(bytes), chunk, 2, 2).map((piece) => piece.bytes));
  }
  const file = readRiff(bytes);
  const flags = makeRiffChunk('VP8X', Buffer.from([random.pick([0, 4, 0x2c]), 0, 0, 0, 66, 0, 0, 40, 0, 0]));
  const chunks = random.below(2) === 0 ? [flags, ...file.chunks] : file.chunks;
  return Buffer.concat(
    riffParts({ ...file, chunks: put(chunks, makeRiffChunk('XMP ', packet, random.below(256)), 1, 0) }),
  );
}

/**
 * Files of the maximum upload size, made of the smallest parts, of our packets, or of one huge
 * packet.
 */
export function hostileFiles(format: string, bytes: Uint8Array): Map<string, Buffer> {
  const whole = Buffer.from(createPacket({ token, added: 'XMP' }));
  const empty = Buffer.alloc(0);
  const huge = Buffer.alloc(hostileBytes, `<a:Token>${token}</a:Token>`);
  const repeat = (part: Uint8Array) => Buffer.alloc(Math.floor(hostileBytes / part.length) * part.length, part);
  if (format === 'jpeg') {
    const signature = Buffer.from('http://ns.adobe.com/xap/1.0/\0');
    const segment = (content: Uint8Array) => makeSegment(0xe1, content)!.bytes;
    const behindStart = (part: Uint8Array) => Buffer.concat([bytes.subarray(0, 2), repeat(part), bytes.subarray(2)]);
    return new Map([
      ['empty segments', behindStart(segment(empty))],
      ['packets of ours', behindStart(segment(Buffer.concat([signature, whole])))],
      ['full packets', behindStart(segment(Buffer.concat([signature, huge.subarray(0, 65_000)])))],
      ['fill bytes', behindStart(Buffer.from([0xff]))],
    ]);
  }
  if (format === 'png') {
    const head = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
    const behindHeader = (part: Uint8Array) => Buffer.concat([bytes.subarray(0, 33), part, bytes.subarray(33)]);
    return new Map([
      ['empty chunks', behindHeader(repeat(makeChunk('tEXt', empty).bytes))],
      ['empty picture chunks', behindHeader(repeat(makeChunk('IDAT', empty).bytes))],
      ['packets of ours', behindHeader(repeat(makeChunk('iTXt', Buffer.concat([head, whole])).bytes))],
      ['one huge packet', behindHeader(makeChunk('iTXt', Buffer.concat([head, huge])).bytes)],
    ]);
  }
  const file = readRiff(bytes);
  const behindPicture = (part: Uint8Array) =>
    Buffer.concat(riffParts({ ...file, chunks: [...file.chunks, { id: '', content: empty, bytes: part }] }));
  return new Map([
    ['empty chunks', behindPicture(repeat(makeRiffChunk('note', empty).bytes))],
    ['packets of ours', behindPicture(repeat(makeRiffChunk('XMP ', whole).bytes))],
    ['one huge packet', behindPicture(makeRiffChunk('XMP ', huge).bytes)],
  ]);
}
