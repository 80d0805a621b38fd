// The first audio track with the audio watermark in it, encoded again: all its packets at once,
// because the mark is planned over the whole. If the sound cannot carry a mark, or has gaps, the
// track is not replaced.
import { AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S32 } from 'node-av/constants';
import { avRescaleQ, Codec, Frame, type Packet, Rational, SoftwareResampleContext, type Stream } from 'node-av/lib';
import { markAudio } from '../../../watermarks/dct-audio/dct-audio.ts';
import type { SoundPiece } from '../../media-decoder.ts';
import type { Job, Outside } from '../../protocol.ts';
import { decodeStream } from '../decode-stream.ts';
import { type OpenMedia, openMedia } from '../open-media.ts';
import { findSound, joinPieces, samplesOf } from '../sound.ts';
import { type Encoding, soundEncodings } from './encoders.ts';
import { TrackEncoder } from './track-encoder.ts';

type Layout = Frame['channelLayout'];

export interface SoundTrack {
  readonly encoder: TrackEncoder;
  readonly packets: readonly Packet[];
}

export interface SoundFacts {
  readonly sampleRate: number;
  readonly layout: Layout;
  /** The time of the first sample, in samples. */
  readonly start: bigint;
}

export interface DecodedTrack extends SoundFacts, SoundPiece {}

/** Beyond this, the track has a gap, and the new one would run ahead of the pictures. */
const longestGapSeconds = 0.02;
const piecesWithoutSize = 1024;

export async function markSoundTrack(job: Job, outside: Outside, id: string): Promise<SoundTrack | null> {
  const media = await openMedia(job, outside);
  try {
    const stream = findSound(media);
    const encoding = stream && soundEncodings[stream.codecpar.codecId];
    if (!stream || !encoding) return null;
    media.choose([stream]);
    const sound = await decodeAll(media, stream);
    const marked = sound && markAudio(sound.channels, sound.sampleRate, id);
    if (!sound || !marked) return null;
    return await encodeTrack({ ...sound, channels: marked }, encoding);
  } finally {
    await media.close();
  }
}

/** bits: of a lossless codec's samples, if they have more than 16. */
export async function encodeTrack(sound: DecodedTrack, encoding: Encoding, bits?: number): Promise<SoundTrack> {
  const track = await SoundEncoder.open(sound, encoding, bits);
  const packets = [...(await track.encode(sound.channels)), ...(await track.end())];
  return { encoder: track.encoder, packets };
}

/** Encodes sound that comes in pieces of any length. */
export class SoundEncoder {
  readonly encoder: TrackEncoder;
  readonly #facts: SoundFacts;
  readonly #format: number;
  #waiting: readonly Float32Array[] = [];
  #at = 0;

  static async open(facts: SoundFacts, encoding: Encoding, bits?: number): Promise<SoundEncoder> {
    const formats = Codec.findEncoderByName(encoding.encoder as never)?.sampleFormats;
    const format = formats?.includes(AV_SAMPLE_FMT_FLTP)
      ? AV_SAMPLE_FMT_FLTP
      : bits
        ? AV_SAMPLE_FMT_S32
        : (formats?.[0] ?? AV_SAMPLE_FMT_FLTP);
    const encoder = await TrackEncoder.open(encoding, (context) => {
      context.sampleRate = facts.sampleRate;
      context.channelLayout = facts.layout;
      context.sampleFormat = format;
      context.timeBase = new Rational(1, facts.sampleRate);
      if (bits) context.bitsPerRawSample = bits;
    });
    return new SoundEncoder(encoder, facts, format);
  }

  private constructor(encoder: TrackEncoder, facts: SoundFacts, format: number) {
    this.encoder = encoder;
    this.#facts = facts;
    this.#format = format;
  }

  /** The packets that are ready. */
  async encode(channels: readonly Float32Array[]): Promise<Packet[]> {
    const { sampleRate } = this.#facts;
    const joined =
      this.#waiting.length === 0
        ? channels
        : joinPieces([
            { sampleRate, channels: this.#waiting },
            { sampleRate, channels },
          ]).channels;
    const size = this.encoder.context.frameSize || piecesWithoutSize;
    const packets: Packet[] = [];
    let at = 0;
    for (; at + size <= joined[0]!.length; at += size) packets.push(...(await this.#encodeFrame(joined, at, size)));
    this.#waiting = joined.map((channel) => channel.subarray(at));
    return packets;
  }

  /** The rest. */
  async end(): Promise<Packet[]> {
    const left = this.#waiting[0]?.length ?? 0;
    const packets = left > 0 ? await this.#encodeFrame(this.#waiting, 0, left) : [];
    return [...packets, ...(await this.encoder.encode(null))];
  }

  async #encodeFrame(channels: readonly Float32Array[], at: number, size: number): Promise<Packet[]> {
    const { sampleRate, layout, start } = this.#facts;
    const frame = frameOf(channels, at, size, sampleRate, layout, this.#format);
    frame.pts = start + BigInt(this.#at);
    this.#at += size;
    const packets = await this.encoder.encode(frame);
    frame.free();
    return packets;
  }
}

/** Null: it has gaps, or changes its rate or channels midway. */
export async function decodeAll(media: OpenMedia, stream: Stream): Promise<DecodedTrack | null> {
  const pieces: DecodedTrack[] = [];
  for await (const piece of decodeSteadily(media, stream)) {
    if (!piece) return null;
    pieces.push(piece);
  }
  const [first] = pieces;
  return first ? { ...first, ...joinPieces(pieces) } : null;
}

/**
 * The track piece by piece. Null at the first place where it has a gap, or changes its rate or
 * channels.
 */
export async function* decodeSteadily(media: OpenMedia, stream: Stream): AsyncGenerator<DecodedTrack | null> {
  let first: DecodedTrack | undefined;
  let length = 0;
  for await (const frame of decodeStream(media, stream)) {
    const piece = samplesOf(frame);
    const samples = new Rational(1, piece.sampleRate);
    const pts = avRescaleQ(frame.bestEffortTimestamp, stream.timeBase, samples);
    first ??= { ...piece, start: pts, layout: frame.channelLayout };
    const gap = Math.abs(Number(pts - first.start) - length) / piece.sampleRate;
    const differs = first.sampleRate !== piece.sampleRate || first.channels.length !== piece.channels.length;
    if (differs || gap > longestGapSeconds) return yield null;
    yield { ...piece, start: first.start, layout: first.layout };
    length += piece.channels[0]!.length;
  }
}

function frameOf(
  channels: readonly Float32Array[],
  at: number,
  size: number,
  sampleRate: number,
  layout: Layout,
  format: number,
): Frame {
  const parts = channels.map((channel) => channel.subarray(at, at + size));
  const nbSamples = parts[0]!.length;
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
  const planar = Frame.fromAudioBuffer(bytes, {
    nbSamples,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate,
    channelLayout: layout,
    timeBase: { num: 1, den: sampleRate },
  } as never);
  if (format === AV_SAMPLE_FMT_FLTP) return planar;
  const converted = new Frame();
  converted.alloc();
  converted.format = format as never;
  converted.sampleRate = sampleRate;
  converted.channelLayout = layout;
  converted.nbSamples = nbSamples;
  converted.getBuffer();
  const resample = new SoftwareResampleContext();
  resample.allocSetOpts2(layout, format as never, sampleRate, layout, AV_SAMPLE_FMT_FLTP, sampleRate);
  if (resample.init() < 0 || resample.convertFrame(converted, planar) < 0)
    throw new Error('Sound could not be converted.');
  resample.free();
  planar.free();
  return converted;
}
