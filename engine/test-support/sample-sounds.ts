// Test support: small sounds of every kind that a format must support. WAV files and tags are made
// by hand. flac 1.4 and LAME made the frames of the FLAC and of the MP3.
import { makeRiffChunk, type RiffChunk } from '../src/containers/riff/riff-file.ts';
import { manifestStore, type Samples } from './sample-pictures.ts';

/** A tone of 60 ms: STREAMINFO and one frame. */
const flacTone = Buffer.from(
  'ZkxhQ4AAACIQABAAAACdAACdAfQA8AAAAeBvVH5kojsjavLaB57wXIdO//h0CAAB35NCAAAFa7U8PgAAEoWZMzC4U0mYZDhnLMyT' +
    'DM+UMmQ5zpM5kySlmYYUJnMyhJQyHMppKZMOZ5TMkmFOaTJkhzJnPDCZlKFmTMwuFNJmGQ4ZyzMkwzPlDJkOc6TOZMkpZmGFCZzM' +
    'oSUMhzKaSmTDmeUzJJhTmkyZIcyZzwwmZShZkzMLhTSZhkOGcszJMMz5QyZDnOhdMA==',
  'base64',
);
/** A tone of a fifth of a second at 8 kbit/s: five frames. */
const mp3Tone = Buffer.from(
  '/+MYxAAK8AbVuUEAAv9HcNtgBg+D4PvUCAIHIPg+fxOD4PoggcRB8H34IOu/wxwG/SGOXfznT7ulJoc4WcQ3/GVEJRyhC3+D/+MY' +
    'xA8QmUKQAZRQAG8H6ge5ABlxEnAPiYDmR1gd6mHvgGgCQCorCKC6//IR6KpEPh8ab//5CgNCUJA1/4lOg0r//9f4GADA/+MYxAcM' +
    '8Mo4AZcQAGgBjH5QwBgcwD9AwAoD3AwwItzAwHMB/gYByCAAYSsXHAYBKA3TfG+P////rv//33mozHo3Gv//5nXy/+MYxA4QWSac' +
    'AZo4AIBfR/W5fAJnZcVsOgbJk2deZc4tcwv9GPPdgCgBQgIiMK/8y7+cNSgCJnf+os0JJb/+MTXEJ8+jeCrV/+MYxAcOSMpQAc8A' +
    'AWxsvXsWj5PIc9wxJ5XTqUgouKibUNUMXwU6hsdOnSoYsJ8+jeE+jbiguIK4KOhHdFdFKkxBTUUzLjEw',
  'base64',
);
const title = 'Somebody';

export interface WavKind {
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
}

/** fmt chunk of any kind. Extensible if the tag says so. */
export function formatChunk({ tag, channels, sampleRate, bits }: WavKind, subformat = 1): RiffChunk {
  const content = Buffer.alloc(tag === 0xfffe ? 40 : 16);
  const block = (channels * bits) / 8;
  content.writeUInt16LE(tag, 0);
  content.writeUInt16LE(channels, 2);
  content.writeUInt32LE(sampleRate, 4);
  content.writeUInt32LE(sampleRate * block, 8);
  content.writeUInt16LE(block, 12);
  content.writeUInt16LE(bits, 14);
  if (tag === 0xfffe) {
    content.writeUInt16LE(22, 16);
    content.writeUInt16LE(bits, 18);
    content.writeUInt32LE(2 ** channels - 1, 20);
    content.writeUInt16LE(subformat, 24);
    Buffer.from('000000001000800000aa00389b71', 'hex').copy(content, 26);
  }
  return makeRiffChunk('fmt ', content);
}

export function joinWav(chunks: readonly RiffChunk[], size?: number, trailing = ''): Buffer {
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks.map(({ bytes }) => bytes)]);
  const header = Buffer.alloc(8);
  header.write('RIFF');
  header.writeUInt32LE(size ?? body.length, 4);
  return Buffer.concat([header, body, Buffer.from(trailing)]);
}

/** Noise that is the same every time. */
function soundBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, i) => (i * i * 31 + (i >> 3) * 17) & 255));
}

function withDeclaredSize({ id, content, bytes }: RiffChunk, size: number): RiffChunk {
  const altered = Buffer.from(bytes);
  altered.writeUInt32LE(size, 4);
  return { id, content, bytes: altered };
}

function wavSamples(): Samples {
  const kind = { tag: 1, channels: 1, sampleRate: 8000, bits: 16 };
  const plain = formatChunk(kind);
  const data = makeRiffChunk('data', soundBytes(400));
  const of = (changed: Partial<WavKind>) => joinWav([formatChunk({ ...kind, ...changed }), data]);
  const info = makeRiffChunk('LIST', Buffer.from(`INFOIART\x0a\0\0\0${title}\0\0`, 'latin1'));
  const odd = makeRiffChunk('note', Buffer.from('odd'), 7);
  return new Map([
    ['of 16 bits', joinWav([plain, data])],
    ['of 8 bits', of({ bits: 8, channels: 2 })],
    ['of 24 bits', of({ bits: 24, channels: 2, sampleRate: 48_000 })],
    ['of 32 bits', of({ bits: 32 })],
    ['of floats', of({ tag: 3, bits: 32 })],
    ['extensible', of({ tag: 0xfffe, bits: 24, channels: 6, sampleRate: 96_000 })],
    ['of mu-law', of({ tag: 7, bits: 8 })],
    [
      'with tags and unknown chunks',
      joinWav([odd, plain, info, makeRiffChunk('fact', Buffer.alloc(4)), data, info, odd]),
    ],
    ['of odd size', joinWav([plain, makeRiffChunk('data', soundBytes(401))])],
    ['of odd size without padding', joinWav([plain, makeRiffChunk('data', soundBytes(401), 'none')])],
    ['streamed', joinWav([plain, withDeclaredSize(data, 0xffffffff)], 0xffffffff)],
    ['streamed with sizes of zero', joinWav([plain, withDeclaredSize(data, 0)], 0)],
    ['cut off', joinWav([plain, withDeclaredSize(data, 9000)], 9036)],
    ['cut off by a little', joinWav([plain, withDeclaredSize(data, 440)], 476)],
    ['with bytes behind the end', joinWav([plain, data], undefined, 'more')],
    ['with a C2PA manifest', joinWav([plain, data, makeRiffChunk('C2PA', manifestStore())])],
  ]);
}

function flacBlock(type: number, content: Uint8Array, last = false): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(content.length);
  header[0] = type | (last ? 0x80 : 0);
  return Buffer.concat([header, content]);
}

function comment(vendor: string, ...fields: string[]): Buffer {
  const text = (value: string) => {
    const bytes = Buffer.from(value);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    return Buffer.concat([size, bytes]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(fields.length);
  return Buffer.concat([text(vendor), count, ...fields.map(text)]);
}

function flacSamples(): Samples {
  const streamInfo = flacTone.subarray(8, 42);
  const frames = flacTone.subarray(42);
  const flac = (...blocks: [number, Uint8Array][]) => {
    const all: [number, Uint8Array][] = [[0, streamInfo], ...blocks];
    const parts = all.map(([type, content], place) => flacBlock(type, content, place === all.length - 1));
    return Buffer.concat([Buffer.from('fLaC'), ...parts, frames]);
  };
  const tags = comment('reference libFLAC 1.4.2', `ARTIST=${title}`, 'TITLE=é');
  const cover = Buffer.concat([Buffer.alloc(32), Buffer.from('cover')]);
  return new Map([
    ['bare', flacTone],
    ['with comments', flac([4, tags])],
    [
      'with everything',
      flac([3, Buffer.alloc(18)], [4, tags], [6, cover], [2, Buffer.from('abcd')], [1, Buffer.alloc(99)]),
    ],
    ['with bytes behind the comments', flac([4, Buffer.concat([tags, Buffer.from([1, 0, 0])])])],
    ['with empty comments', flac([4, comment('')])],
    ['with an empty comment like ours', flac([4, comment('content-provenance-service')])],
    ['with an ID3 tag in front', Buffer.concat([tag(3, 0, [textFrame(3)]), flac([4, tags])])],
    ['with a C2PA manifest', Buffer.concat([tag(4, 0, [manifestFrame()]), flac([4, tags])])],
  ]);
}

function safe(value: number): Buffer {
  return Buffer.from([value >> 21, (value >> 14) & 127, (value >> 7) & 127, value & 127]);
}

export function tag(version: number, flags: number, parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.from([version, 0, flags]);
  const footer = flags & 0x10 ? [Buffer.from('3DI'), head, safe(body.length)] : [];
  return Buffer.concat([Buffer.from('ID3'), head, safe(body.length), body, ...footer]);
}

function frame(version: number, id: string, content: Buffer): Buffer {
  const plain = Buffer.alloc(4);
  plain.writeUInt32BE(content.length);
  if (version === 2) return Buffer.concat([Buffer.from(id), plain.subarray(1), content]);
  return Buffer.concat([Buffer.from(id), version === 4 ? safe(content.length) : plain, Buffer.alloc(2), content]);
}

function textFrame(version: number, text = title): Buffer {
  return frame(version, version === 2 ? 'TP1' : 'TPE1', Buffer.from(`\0${text}`, 'latin1'));
}

function manifestFrame(): Buffer {
  const head = Buffer.from('\0application/x-c2pa-manifest-store\0c2pa\0c2pa manifest store\0', 'latin1');
  return frame(4, 'GEOB', Buffer.concat([head, manifestStore()]));
}

function mp3Samples(): Samples {
  const padding = Buffer.alloc(200);
  // Stuffed as in the standard: a 0 after every 255.
  const stuffed = Buffer.from(
    frame(3, 'TIT2', Buffer.from('\x01ÿþS\0o\0', 'latin1')).toString('latin1').replaceAll('ÿ', 'ÿ\0'),
    'latin1',
  );
  const extended = Buffer.from('00000006000000000000', 'hex');
  const extended4 = Buffer.from('000000060100', 'hex');
  const ape = Buffer.concat([Buffer.from('APETAGEX'), Buffer.alloc(24)]);
  const trailer = Buffer.concat([ape, Buffer.from('TAG'), Buffer.alloc(125)]);
  const behind = (...parts: Uint8Array[]) => Buffer.concat([...parts, mp3Tone]);
  return new Map([
    ['bare', mp3Tone],
    ['with ID3v2.2', behind(tag(2, 0, [textFrame(2), padding]))],
    ['with ID3v2.3', behind(tag(3, 0, [textFrame(3), padding]))],
    ['with ID3v2.4', behind(tag(4, 0, [textFrame(4)]))],
    ['unsynchronised', behind(tag(3, 0x80, [stuffed, textFrame(3)]))],
    ['unsynchronised of 2.4', behind(tag(4, 0x80, [textFrame(4), padding]))],
    ['with an extended header', behind(tag(3, 0x40, [extended, textFrame(3), padding]))],
    ['with an extended header of 2.4', behind(tag(4, 0x40, [extended4, textFrame(4)]))],
    ['with a footer', behind(tag(4, 0x10, [textFrame(4)]))],
    ['with an empty tag', behind(tag(3, 0, []))],
    ['with two tags', behind(tag(3, 0, [textFrame(3)]), tag(4, 0, [textFrame(4)]))],
    ['with APE and ID3v1', Buffer.concat([mp3Tone, trailer])],
    ['with padding in front', Buffer.concat([Buffer.alloc(500), mp3Tone])],
    ['with a C2PA manifest', behind(tag(4, 0, [manifestFrame()]))],
    ['with a C2PA manifest among others', behind(tag(4, 0, [textFrame(4), manifestFrame(), textFrame(4, 'Else')]))],
  ]);
}

export const sampleSounds: Readonly<Record<string, () => Samples>> = {
  wav: wavSamples,
  flac: flacSamples,
  mp3: mp3Samples,
};
