// The pictures of a video of any length with the mark in them, in segments of some seconds. Each
// segment has its own encoder, so it depends on no other, and work can go on after any of them.
import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { avGetPixFmtName, avRescaleQ, type Frame, type Packet, type Stream } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import type { EncodedPacket } from '../../media-decoder.ts';
import type { Job, Outside } from '../../protocol.ts';
import { decodeStream } from '../decode-stream.ts';
import { type OpenMedia, openMedia } from '../open-media.ts';
import { findVideo, matrixOf } from '../pictures.ts';
import { orientationOf } from '../turn-upright.ts';
import type { Encoding } from './encoders.ts';
import { expectPictures, expectWithin, markFrame, startOf, tooMuch } from './mark-video.ts';
import { secondsOf } from './other-tracks.ts';
import { openPictureEncoder, timeBaseOf } from './picture-encoder.ts';
import { PictureMarker } from './picture-marker.ts';
import { SteadyResidual } from './steady-residual.ts';
import type { TrackEncoder } from './track-encoder.ts';

type SegmentsJob = Job & { ask: 'segments' };

const segmentSeconds = 10;
/** A segment is in memory once here and twice outside. */
const mostSegmentBytes = 32 * 1024 * 1024;
/** Pictures are displayed later than they are stored, but not by more than this. */
const seekMarginSeconds = 2;

export async function encodeSegments(job: SegmentsJob, outside: Outside): Promise<void> {
  // A file without an index cannot seek. Then every picture before the start is decoded again.
  if (job.from && (await encodeFrom(job, outside, true))) return;
  await encodeFrom(job, outside, false);
}

/** seeks: whether to skip what is before the start. False: that missed the start. */
async function encodeFrom(job: SegmentsJob, outside: Outside, seeks: boolean): Promise<boolean> {
  const media = await openMedia(job, outside);
  try {
    await media.context.findStreamInfo();
    const stream = findVideo(media);
    expectWithin(job, media, stream);
    if (!stream) throw new UnsupportedMedia('The video has no frames that can carry a watermark.');
    const encoding = expectPictures(stream);
    media.choose([stream]);
    if (seeks && !(await seekBefore(media, stream, job.from!.pts))) return false;
    return await encodePictures(job, outside, { media, stream, encoding, mustPrecede: seeks });
  } finally {
    await media.close();
  }
}

async function seekBefore({ context }: OpenMedia, { index, timeBase }: Stream, pts: bigint): Promise<boolean> {
  const margin = BigInt(Math.ceil((seekMarginSeconds * timeBase.den) / timeBase.num));
  return (await context.seekFrame(index, pts - margin, AVSEEK_FLAG_BACKWARD)) >= 0;
}

interface Pictures {
  readonly media: OpenMedia;
  readonly stream: Stream;
  readonly encoding: Encoding;
  /** Whether the first picture must be one before the start. */
  readonly mustPrecede: boolean;
}

async function encodePictures(
  job: SegmentsJob,
  outside: Outside,
  { media, stream, encoding, mustPrecede }: Pictures,
): Promise<boolean> {
  const marker = new PictureMarker(job.id);
  const residual = job.neural
    ? new SteadyResidual((picture) => outside.makeResidual(picture), orientationOf(matrixOf(stream)))
    : undefined;
  const whole = Number(media.context.duration) / 1_000_000;
  const timeBase = timeBaseOf(stream, encoding);
  let pixels = job.from?.pixels ?? 0;
  let segment: Segment | undefined;
  let isFirst = true;
  for await (const frame of decodeStream(media, stream, { threads: '2' })) {
    const pts = frame.bestEffortTimestamp;
    if (isFirst && mustPrecede && pts > job.from!.pts) return false;
    isFirst = false;
    if (job.from && pts < job.from.pts) continue;
    const seconds = secondsOf(pts, stream.timeBase);
    if (segment?.isFull(seconds)) {
      const done = Math.min(1, (seconds - startOf(stream)) / whole) || 0;
      const encoded = { ...(await segment.end()), isReadable: marker.isReadable, done, next: { pts, pixels } };
      segment = undefined;
      if (!(await outside.give({ encoded }))) return true;
    }
    pixels += frame.width * frame.height;
    if (pixels > job.limits.pixels || seconds - startOf(stream) > job.limits.seconds) throw tooMuch(job.limits);
    await markFrame(frame, seconds, marker, residual);
    frame.pts = avRescaleQ(pts, stream.timeBase, timeBase);
    segment ??= await Segment.begin(frame, seconds, stream, encoding);
    await segment.add(frame);
  }
  if (!segment) {
    // A seek behind the last keyframe that can be decoded finds no frame. The start of the video
    // can still have one.
    if (mustPrecede) return false;
    throw new UnsupportedMedia('The service could not decode any frame of the video.');
  }
  await outside.give({ encoded: { ...(await segment.end()), isReadable: marker.isReadable, done: 1, next: null } });
  return true;
}

/** Pictures from a keyframe on, with all their packets. */
class Segment {
  readonly #encoder: TrackEncoder;
  readonly #start: number;
  readonly #shape: string;
  readonly #packets: EncodedPacket[] = [];
  #bytes = 0;

  static async begin(frame: Frame, seconds: number, stream: Stream, encoding: Encoding): Promise<Segment> {
    const encoder = await openPictureEncoder(encoding, frame, stream, timeBaseOf(stream, encoding));
    return new Segment(encoder, seconds, shapeOf(frame));
  }

  private constructor(encoder: TrackEncoder, start: number, shape: string) {
    this.#encoder = encoder;
    this.#start = start;
    this.#shape = shape;
  }

  isFull(seconds: number): boolean {
    return seconds - this.#start >= segmentSeconds || this.#bytes >= mostSegmentBytes;
  }

  async add(frame: Frame): Promise<void> {
    this.#take(await this.#encoder.encode(frame));
  }

  async end(): Promise<{ readonly packets: readonly EncodedPacket[]; readonly shape: string }> {
    this.#take(await this.#encoder.encode(null));
    this.#encoder.close();
    return { packets: this.#packets, shape: this.#shape };
  }

  #take(packets: readonly Packet[]): void {
    for (const packet of packets) {
      const { pts, dts, duration, isKeyframe } = packet;
      const data = Uint8Array.from(packet.data ?? []);
      this.#bytes += data.length;
      this.#packets.push({ pts, dts, duration, isKeyframe, data });
      packet.free();
    }
  }
}

export function shapeOf({ width, height, format }: Frame): string {
  return `${width}×${height} ${avGetPixFmtName(format as never)}`;
}
