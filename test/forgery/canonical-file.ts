// The canonical content of a delivered file, derived without code of the engine: it removes the
// bytes that signing is known to add. The result must have the hash in the record.

import { exactMeta } from './attacks/forged-metas.ts';
import { createdPacket } from './attacks/xmp.ts';
import { boxContainer, cutBox } from './containers/boxes.ts';
import type { Container, Piece } from './containers/container.ts';
import { flacContainer } from './containers/flac.ts';
import { joinTag, splitTag } from './containers/id3.ts';
import { riffContainer, webpContainer } from './containers/riff.ts';
import { containerOf } from './forgery.ts';
import { encodeLike } from './text-encoding.ts';

type Cut = (delivered: Buffer, token: string) => Buffer;

const cuts: Readonly<Record<string, Cut>> = {
  jpeg: (file, token) => cutPacket(containerOf({ format: 'jpeg' })!, file, token),
  png: (file, token) => cutPacket(containerOf({ format: 'png' })!, file, token),
  webp: cutFromWebp,
  wav: (file, token) => riffContainer.join(riffContainer.split(file).filter((piece) => !piece.bytes.includes(token))),
  flac: cutFromFlac,
  mp3: cutFromTag,
  mp4: cutOwnBox,
  mov: cutOwnBox,
  matroska: cutTrailer,
  webm: cutTrailer,
  pdf: cutUpdate,
  html: cutMeta,
  'plain-text': (file) => file,
};

export function canonicalFile(format: string, delivered: Buffer, token: string): Buffer {
  return cuts[format]!(delivered, token);
}

function ownPlace(pieces: readonly Piece[], token: string): number {
  return pieces.findIndex(({ bytes }) => bytes.includes(token));
}

/** The packet is removed if all of it is ours, otherwise only the inserted element. */
function cutPacket(container: Container, file: Buffer, token: string): Buffer {
  const pieces = container.split(file);
  const at = ownPlace(pieces, token);
  const packet = container.xmp!.read(pieces[at]!)!.toString('latin1');
  const rest = withoutElement(packet, token);
  if (rest === null) return container.join(pieces.toSpliced(at, 1));
  return container.join(pieces.with(at, container.xmp!.wrap(Buffer.from(rest, 'latin1'))));
}

function withoutElement(packet: string, token: string): string | null {
  const end = packet.indexOf(`${token}"/>`);
  if (end < 0) return null;
  return packet.slice(0, packet.lastIndexOf('<rdf:Description', end)) + packet.slice(end + token.length + 3);
}

// The packet says what else signing did to the file.
function cutFromWebp(file: Buffer, token: string): Buffer {
  const pieces = webpContainer.split(file);
  const at = ownPlace(pieces, token);
  const packet = webpContainer.xmp!.read(pieces[at]!)!.toString('utf8');
  const added = ['XMP', 'XMP flag', 'XMP VP8X', 'XMP padding', 'XMP flag padding', 'XMP VP8X padding'].find(
    (each) => packet === createdPacket(token, each),
  );
  if (added === undefined) return cutPacketInPlace(pieces, at, token);
  let rest = pieces.toSpliced(at, 1);
  if (added.endsWith('padding'))
    rest = rest.with(at - 1, { ...rest[at - 1]!, bytes: rest[at - 1]!.bytes.subarray(0, -1) });
  if (added.includes('VP8X')) rest = rest.toSpliced(1, 1);
  if (added.includes('flag')) {
    const header = Buffer.from(rest[1]!.bytes);
    header[8]! &= ~4;
    rest = rest.with(1, { name: 'VP8X', bytes: header });
  }
  return webpContainer.join(rest);
}

// The padding of the chunk, or its lack, does not change, because the element has an even length.
function cutPacketInPlace(pieces: readonly Piece[], at: number, token: string): Buffer {
  const { bytes } = pieces[at]!;
  const rest = Buffer.from(withoutElement(bytes.toString('latin1'), token)!, 'latin1');
  rest.writeUInt32LE(bytes.readUInt32LE(4) - (bytes.length - rest.length), 4);
  return webpContainer.join(pieces.with(at, { name: 'XMP ', bytes: rest }));
}

function cutFromFlac(file: Buffer, token: string): Buffer {
  const pieces = flacContainer.split(file);
  const at = ownPlace(pieces, token);
  const { name, bytes } = pieces[at]!;
  const vendor = bytes.readUInt32LE(4);
  const countAt = 8 + vendor;
  const count = bytes.readUInt32LE(countAt);
  const field = bytes.lastIndexOf('PROVENANCE_TOKEN', bytes.indexOf(token)) - 4;
  const end = bytes.indexOf(token) + token.length;
  const created =
    count === 1 && bytes.toString('latin1', 8, countAt) === 'content-provenance-service' && !bytes.includes('_2=');
  if (created && end === bytes.length) return flacContainer.join(pieces.toSpliced(at, 1));
  const rest = Buffer.concat([bytes.subarray(0, field), bytes.subarray(end)]);
  rest.writeUInt32LE(count - 1, countAt);
  rest.writeUIntBE(rest.length - 4, 1, 3);
  return flacContainer.join(pieces.with(at, { name, bytes: rest }));
}

function cutFromTag(file: Buffer, token: string): Buffer {
  const pieces = splitTag(file);
  const at = ownPlace(pieces, token);
  const frame = pieces[at]!.bytes;
  // After an extended header, frames are not split, so the frame is removed from the whole.
  const start = frame.lastIndexOf('TXX', frame.indexOf(token));
  const own = frame.indexOf(token) + token.length - start;
  const rest = Buffer.concat([frame.subarray(0, start), frame.subarray(start + own)]);
  const without = rest.length === 0 ? pieces.toSpliced(at, 1) : pieces.with(at, { ...pieces[at]!, bytes: rest });
  const created = without.length === 2 && file.subarray(0, 6).equals(Buffer.from([0x49, 0x44, 0x33, 3, 0, 0]));
  const wasThere = frame.includes('PROVENANCE_TOKEN_2');
  const joined = joinTag(created && !wasThere ? without.slice(1) : without);
  return withFooterSize(joined);
}

// The footer of a tag repeats its size (ID3v2.4 structure §3.4).
function withFooterSize(file: Buffer): Buffer {
  if (file[3] !== 4 || !(file[5]! & 0x10)) return file;
  const copy = Buffer.from(file);
  copy.copy(copy, copy.indexOf('3DI') + 6, 6, 10);
  return copy;
}

function cutOwnBox(file: Buffer, token: string): Buffer {
  const pieces = boxContainer.split(file);
  const at = ownPlace(pieces, token);
  const start = pieces.slice(0, at).reduce((sum, { bytes }) => sum + bytes.length, 0);
  return cutBox(file, start, start + pieces[at]!.bytes.length);
}

function cutTrailer(file: Buffer, token: string): Buffer {
  return file.subarray(0, file.length - token.length - 'content-provenance:v1:'.length - 2);
}

function cutMeta(file: Buffer, token: string): Buffer {
  const own = encodeLike(file, exactMeta(token));
  const at = file.indexOf(own);
  return Buffer.concat([file.subarray(0, at), file.subarray(at + own.length)]);
}

// Its last lines say how long the file was.
function cutUpdate(file: Buffer): Buffer {
  const tail = file.toString('latin1', file.length - 128);
  return file.subarray(0, Number(/%Content provenance: (\d+) bytes before\n/.exec(tail)![1]));
}
