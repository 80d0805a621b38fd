// A video with a mark in every picture and, where it can hold one, in its sound: pictures decoded, marked and encoded again
// with the same codec into the same container; every other track copied packet by packet. A mark in I-frames alone would
// drift away in the frames that depend on them.
import { AV_PKT_DATA_DISPLAYMATRIX, AVCOL_RANGE_JPEG, AVFMT_FLAG_BITEXACT } from 'node-av/constants';
import {
  avGetPixFmtName,
  avRescaleQ,
  FormatContext,
  type Frame,
  type Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import { SIDE } from '../../../watermarks/neural/small-picture.ts';
import type { Chapter } from '../../media-decoder.ts';
import type { Job, Outside } from '../../protocol.ts';
import { decodeStream } from '../decode-stream.ts';
import { type OpenMedia, openMedia } from '../open-media.ts';
import { findVideo, matrixOf, shrinkFrame } from '../pictures.ts';
import { findSound } from '../sound.ts';
import { orientationOf } from '../turn-upright.ts';
import { type Encoding, pictureEncodings } from './encoders.ts';
import { writeSoundAlone } from './mark-sound-alone.ts';
import { MemoryFile } from './memory-file.ts';
import { addChapter, isChapterTrack, isCopied, listLeftOut, secondsOf } from './other-tracks.ts';
import { type LumaPlane, PictureMarker } from './picture-marker.ts';
import { markSoundTrack, type SoundTrack } from './sound-track.ts';
import { SteadyResidual } from './steady-residual.ts';
import { TrackEncoder } from './track-encoder.ts';

type MarkJob = Job & { ask: 'mark' };

const pieceSize = 1024 * 1024;
const keyframeSeconds = 2;
const leastSide = 256;

export async function markVideo(job: MarkJob, outside: Outside): Promise<void> {
  const media = await openMedia(job, outside);
  try {
    await media.context.findStreamInfo();
    const stream = findVideo(media);
    expectWithin(job, media, stream);
    const encoding = stream && expectPictures(stream);
    const sound = await markSoundTrack(job, outside, job.id);
    const file = new MemoryFile(job.limits.bytes);
    const chapters: Chapter[] = [];
    try {
      if (stream && encoding) await markPictures({ job, media, stream, encoding, sound, file, chapters }, outside);
      else if (sound) await writeSoundAlone(media, job.muxer, sound, file);
      else throw new UnsupportedMedia('The file has neither pictures nor sound that could carry a mark.');
    } catch (problem) {
      throw file.isFull ? new UnsupportedMedia('The marked video would be larger than an upload may be.') : problem;
    } finally {
      for (const packet of sound?.packets ?? []) packet.free();
      sound?.encoder.close();
    }
    const facts = { sound: sound !== null, chapters, leftOut: listLeftOut(media, stream) };
    if (!(await outside.give({ facts }))) return;
    for (let at = 0; at < file.bytes.length; at += pieceSize) {
      if (!(await outside.give({ marked: Uint8Array.from(file.bytes.subarray(at, at + pieceSize)) }))) return;
    }
  } finally {
    await media.close();
  }
}

function expectPictures({ codecpar }: Stream): Encoding {
  const encoding = pictureEncodings[codecpar.codecId];
  if (!encoding) throw new UnsupportedMedia('Videos of this codec cannot carry a mark in their pictures.');
  if (Math.min(codecpar.width, codecpar.height) < leastSide)
    throw new UnsupportedMedia('A video of less than 256 pixels on a side cannot carry a mark.');
  return encoding;
}

async function markPictures(parts: Omit<Remux, 'marker' | 'residual'>, outside: Outside): Promise<void> {
  const marker = new PictureMarker(parts.job.id);
  const residual = parts.job.neural
    ? new SteadyResidual((picture) => outside.makeResidual(picture), orientationOf(matrixOf(parts.stream)))
    : undefined;
  await remux({ ...parts, marker, residual });
  if (!marker.isReadable)
    throw new UnsupportedMedia('The pictures of the video cannot carry a mark: it could not be read back.');
}

function tooMuch({ seconds, pixels }: MarkJob['limits']): UnsupportedMedia {
  return new UnsupportedMedia(
    `A video with a mark in its pictures may last ${seconds} seconds and have ${Math.round(pixels / 1e6)} million pixels in all its frames together.`,
  );
}

/** By what the file says of itself; the frames themselves are counted as they come. */
function expectWithin({ limits }: MarkJob, { context }: OpenMedia, stream: Stream | undefined): void {
  const { num, den } = stream?.avgFrameRate ?? { num: 0, den: 0 };
  const seconds = Number(context.duration) / 1_000_000;
  const frames = den > 0 ? (seconds * num) / den : 0;
  const { width, height } = stream?.codecpar ?? { width: 0, height: 0 };
  if (seconds > limits.seconds || frames * width * height > limits.pixels) throw tooMuch(limits);
}

interface Remux {
  readonly job: MarkJob;
  readonly media: OpenMedia;
  readonly stream: Stream;
  readonly encoding: Encoding;
  readonly sound: SoundTrack | null;
  readonly file: MemoryFile;
  readonly marker: PictureMarker;
  readonly residual: SteadyResidual | undefined;
  /** Filled on the way. */
  readonly chapters: Chapter[];
}

async function remux({ job, media, stream, encoding, sound, file, marker, residual, chapters }: Remux): Promise<void> {
  const output = new FormatContext();
  output.allocOutputContext2(null, job.muxer, null);
  output.setFlags(AVFMT_FLAG_BITEXACT);
  output.pb = file.io;
  const soundStream = sound ? findSound(media) : undefined;
  const copied = media.streams.filter(
    (each) => each.index !== stream.index && each.index !== soundStream?.index && isCopied(each),
  );
  const chapterTrack = media.streams.find(isChapterTrack);
  media.choose([stream, ...copied, ...(chapterTrack ? [chapterTrack] : [])]);
  const timeBase = timeBaseOf(stream, encoding);
  let encoder: TrackEncoder | undefined;
  let pictures: Stream | undefined;
  let sounds: Stream | undefined;
  const copies = new Map<number, Stream>();
  const early: Packet[] = [];
  const waitingSounds = [...(sound?.packets ?? [])];

  const write = async (packet: Packet, from: Rational, to: Stream) => {
    packet.rescaleTs(from, to.timeBase);
    packet.streamIndex = to.index;
    if ((await output.interleavedWriteFrame(packet)) < 0)
      throw new UnsupportedMedia('The marked video cannot be written.');
  };
  const writeSounds = async (until: number) => {
    while (sounds && waitingSounds[0] && secondsOf(waitingSounds[0].dts, sound!.encoder.context.timeBase) <= until) {
      await write(waitingSounds.shift()!, sound!.encoder.context.timeBase, sounds);
    }
  };
  const writePictures = async (packets: readonly Packet[]) => {
    for (const packet of packets) {
      await writeSounds(secondsOf(packet.dts, timeBase));
      await write(packet, timeBase, pictures!);
      packet.free();
    }
  };
  const begin = async (frame: Frame) => {
    encoder = await TrackEncoder.open(encoding, (context) => {
      context.width = frame.width;
      context.height = frame.height;
      context.pixelFormat = frame.format as never;
      context.timeBase = timeBase;
      context.framerate = stream.avgFrameRate;
      context.sampleAspectRatio = stream.codecpar.sampleAspectRatio;
      context.colorRange = frame.colorRange;
      context.colorPrimaries = frame.colorPrimaries;
      context.colorTrc = frame.colorTrc;
      context.colorSpace = frame.colorSpace;
      const { num, den } = stream.avgFrameRate;
      context.gopSize = Math.max(1, Math.round(keyframeSeconds * (den > 0 ? num / den : 30)));
    });
    pictures = output.newStream();
    encoder.context.parametersFromContext(pictures.codecpar);
    if (encoding.encoder === 'libx265' && job.muxer !== 'matroska') pictures.codecpar.codecTag = 'hvc1';
    const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
    if (matrix) pictures.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix);
    pictures.timeBase = timeBase;
    pictures.avgFrameRate = stream.avgFrameRate;
    pictures.sampleAspectRatio = stream.codecpar.sampleAspectRatio;
    pictures.metadata = stream.metadata;
    if (sound && soundStream) {
      sounds = output.newStream();
      sound.encoder.context.parametersFromContext(sounds.codecpar);
      sounds.timeBase = sound.encoder.context.timeBase;
      sounds.metadata = soundStream.metadata;
    }
    for (const each of copied) {
      const copy = output.newStream();
      each.codecpar.copy(copy.codecpar);
      copy.codecpar.codecTag = 0;
      copy.timeBase = each.timeBase;
      copy.metadata = each.metadata;
      copies.set(each.index, copy);
    }
    output.metadata = media.context.metadata;
    if ((await output.writeHeader()) < 0)
      throw new UnsupportedMedia('The tracks of the video cannot be written again.');
    for (const packet of early.splice(0)) await copyPacket(packet);
  };
  const copyPacket = async (packet: Packet) => {
    const from = copied.find(({ index }) => index === packet.streamIndex)!;
    await write(packet, from.timeBase, copies.get(from.index)!);
    packet.free();
  };

  let pixels = 0;
  const frames = decodeStream(media, stream, { threads: '2' }, async (packet) => {
    if (packet.streamIndex === chapterTrack?.index) addChapter(chapters, packet, chapterTrack);
    // Also of tracks that are left out, where they were read before that was known.
    const copy = copied.some(({ index }) => index === packet.streamIndex) ? packet.clone() : null;
    if (!copy) return;
    if (pictures) await copyPacket(copy);
    else early.push(copy);
  });
  for await (const frame of frames) {
    pixels += frame.width * frame.height;
    const pts = frame.bestEffortTimestamp;
    if (pixels > job.limits.pixels || secondsOf(pts, stream.timeBase) - startOf(stream) > job.limits.seconds)
      throw tooMuch(job.limits);
    if (frame.makeWritable() < 0) throw new Error('A frame cannot be written to.');
    const plane = planeOf(frame);
    await residual?.advance(plane, secondsOf(pts, stream.timeBase), () => shrinkFrame(frame, SIDE));
    marker.mark(plane, residual);
    frame.pts = avRescaleQ(pts, stream.timeBase, timeBase);
    // Let the encoder choose its own kinds of frames.
    frame.pictType = 0 as never;
    if (!encoder) await begin(frame);
    await writePictures(await encoder!.encode(frame));
  }
  if (!encoder) throw new UnsupportedMedia('No picture of the video could be decoded.');
  await writePictures(await encoder.encode(null));
  await writeSounds(Number.POSITIVE_INFINITY);
  if ((await output.writeTrailer()) < 0) throw new UnsupportedMedia('The marked video cannot be written.');
  encoder.close();
  await file.io.flush();
  output.pb = null;
  output.freeContext();
}

/** MPEG-4 counts in at most 65535 parts of a second (ISO/IEC 14496-2 §6.3.3). */
function timeBaseOf(stream: Stream, { encoder }: Encoding): Rational {
  const { num, den } = stream.avgFrameRate;
  if (encoder === 'mpeg4' && stream.timeBase.den > 65_535 && num > 0 && num <= 65_535) return new Rational(den, num);
  return stream.timeBase;
}

function startOf(stream: Stream): number {
  return Math.max(0, secondsOf(stream.startTime, stream.timeBase)) || 0;
}

/** The plane of luma, where there is one that can be changed by itself. */
function planeOf(frame: Frame): LumaPlane {
  const name = avGetPixFmtName(frame.format as never) ?? '';
  const planar = /^(?:yuvj?4\d\dp|yuva4\d\dp|nv12|nv21|nv16|gray)(?:(10|12)le)?$/.exec(name);
  if (!planar) throw new UnsupportedMedia('Videos of this pixel format cannot carry a mark in their pictures.');
  const bytes = frame.data![0]!;
  const depth = planar[1] ? Number(planar[1]) : 8;
  const { width, height } = frame;
  const stride = frame.linesize[0]!;
  const fullRange = /^(?:yuvj|gray)/.test(name) || frame.colorRange === AVCOL_RANGE_JPEG;
  if (depth === 8) return { data: bytes, stride, width, height, depth, fullRange };
  const samples = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  return { data: samples, stride: stride >> 1, width, height, depth, fullRange };
}
