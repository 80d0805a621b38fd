// Test support: sounds with random tags from fragments of our tags, and sounds of the maximum
// upload size that are made of the smallest parts, or of a single one.

import { makeRiffChunk } from '../src/containers/riff/riff-file.ts';
import { flacFormat } from '../src/formats/flac/flac-format.ts';
import { mp3Format } from '../src/formats/mp3/mp3-format.ts';
import { wavFormat } from '../src/formats/wav/wav-format.ts';
import { hostileBytes } from './hostile-size.ts';
import type { Random } from './random-bytes.ts';
import { formatChunk, joinWav, sampleSounds, tag } from './sample-sounds.ts';

const token = `svc_${'hostile_'.repeat(6).slice(0, 47)}`;
const fill = (part: Uint8Array, length = hostileBytes) =>
  Buffer.alloc(Math.floor(length / part.length) * part.length, part);

/** Our chunks, blocks and frames, complete, cut and altered, between those of a sample. */
function scatter(format: typeof wavFormat, before: number, random: Random): Buffer {
  const sample = random.pick([...sampleSounds[format.name]!().values()]);
  const signed = Buffer.concat(format.writeToken(sample, token));
  const own = signed.subarray(before, before + 90);
  const piece = random.below(3) === 0 ? own.subarray(random.below(40)) : own;
  const place = random.pick([before, 0, random.below(sample.length)]);
  return Buffer.concat([sample.subarray(0, place), piece, sample.subarray(place)]);
}

function soundOrPlain(format: typeof wavFormat, plain: Uint8Array, made: Buffer): Buffer {
  try {
    if (format.matches(made)) format.removeToken(Buffer.concat(format.writeToken(made, token)));
    return format.matches(made) ? made : Buffer.from(plain);
  } catch {
    return Buffer.from(plain);
  }
}

export const withRandomTags: Readonly<Record<string, (bytes: Uint8Array, random: Random) => Buffer>> = {
  wav: (bytes, random) => soundOrPlain(wavFormat, bytes, scatter(wavFormat, 36, random)),
  flac: (bytes, random) => soundOrPlain(flacFormat, bytes, scatter(flacFormat, 42, random)),
  mp3: (bytes, random) => soundOrPlain(mp3Format, bytes, scatter(mp3Format, random.pick([0, 10]), random)),
};

export const hostileSounds: Readonly<Record<string, (bytes: Uint8Array) => Iterable<[string, Buffer]>>> = {
  *wav(bytes) {
    const [format, data] = [
      formatChunk({ tag: 1, channels: 1, sampleRate: 8000, bits: 16 }),
      makeRiffChunk('data', fill(Buffer.from('ab'))),
    ];
    const own = Buffer.concat(wavFormat.writeToken(bytes, token)).subarray(36, 108);
    const many = (part: Uint8Array) =>
      joinWav([format, { id: '', content: part, bytes: fill(part) }, makeRiffChunk('data', Buffer.alloc(8))]);
    yield ['one huge chunk', joinWav([format, data])];
    yield ['empty chunks', many(makeRiffChunk('note', Buffer.alloc(0)).bytes)];
    yield ['chunks of ours', many(own)];
    yield [
      'a list of empty entries',
      joinWav([
        format,
        makeRiffChunk('LIST', Buffer.concat([Buffer.from('INFO'), fill(makeRiffChunk('IART', Buffer.alloc(0)).bytes)])),
        makeRiffChunk('data', Buffer.alloc(8)),
      ]),
    ];
  },
  *flac(bytes) {
    const start = bytes.subarray(0, 8 + 34);
    const open = Buffer.from(start);
    open[4] = 0;
    const empty = Buffer.from([1, 0, 0, 0]);
    yield ['frames alone', Buffer.concat([bytes, fill(bytes.subarray(42))])];
    yield ['empty blocks', Buffer.concat([open, fill(empty), Buffer.from([0x81, 0, 0, 0])])];
    const fields = Buffer.alloc(8 + 16_000_000);
    fields.writeUInt32LE(4_000_000, 4);
    const head = Buffer.from([0x84, fields.length >> 16, (fields.length >> 8) & 255, fields.length & 255]);
    yield ['empty fields', Buffer.concat([open, head, fields])];
  },
  *mp3(bytes) {
    yield ['frames alone', Buffer.concat([fill(bytes)])];
    yield ['empty tags', Buffer.concat([fill(tag(3, 0, [])), bytes])];
    yield ['empty frames', Buffer.concat([tag(3, 0, [fill(Buffer.from('TPE1\0\0\0\0\0\0'))]), bytes])];
    yield [
      'one huge stuffed frame',
      Buffer.concat([tag(3, 0x80, [Buffer.from('APIC\x01\0\0\0\0\0', 'latin1'), fill(Buffer.from([255, 0]))]), bytes]),
    ];
    yield ['syncs that lead nowhere', Buffer.concat([tag(3, 0, []), fill(Buffer.from([255, 0xfb, 0x90]))])];
  },
};
