// A video with a mark in every picture and, if possible, in its sound. Pictures are decoded, marked
// and encoded again with the same codec into the same container. Every other track is copied packet
// by packet. A mark only in I-frames would drift away in the frames that depend on them.
import { avRescaleQ, type Frame, type Stream } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import { SIDE } from '../../../watermarks/neural/small-picture.ts';
import type { Chapter, MarkLimits } from '../../media-decoder.ts';
import type { Job, Outside } from '../../protocol.ts';
import { decodeStream } from '../decode-stream.ts';
import { type OpenMedia, openMedia } from '../open-media.ts';
import { findVideo, matrixOf, shrinkFrame } from '../pictures.ts';
import { orientationOf } from '../turn-upright.ts';
import { type Encoding, pictureEncodings } from './encoders.ts';
import { lumaPlaneOf } from './luma-plane.ts';
import { writeSoundAlone } from './mark-sound-alone.ts';
import { MemoryFile } from './memory-file.ts';
import { addChapter, isChapterTrack, listLeftOut, secondsOf } from './other-tracks.ts';
import { PictureMarker } from './picture-marker.ts';
import { markSoundTrack } from './sound-track.ts';
import { SteadyResidual } from './steady-residual.ts';
import { type VideoParts, VideoWriter } from './video-writer.ts';

type MarkJob = Job & { ask: 'mark' };

interface MarkedVideo extends Omit<VideoParts, 'muxer'> {
  readonly job: MarkJob;
  /** Filled on the way. */
  readonly chapters: Chapter[];
}

const pieceSize = 1024 * 1024;
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
      else throw new UnsupportedMedia('The file has no frames or audio that can carry a watermark.');
    } catch (problem) {
      throw file.isFull
        ? new UnsupportedMedia(
            'The video with its watermark would be larger than the upload limit. Send a smaller file.',
          )
        : problem;
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

/** Throws UnsupportedMedia for pictures that cannot carry the mark. */
export function expectPictures({ codecpar }: Stream): Encoding {
  const encoding = pictureEncodings[codecpar.codecId];
  if (!encoding) throw new UnsupportedMedia('Videos with this codec cannot carry a watermark in their frames.');
  if (Math.min(codecpar.width, codecpar.height) < leastSide)
    throw new UnsupportedMedia('A video with a side of less than 256 pixels cannot carry a watermark.');
  return encoding;
}

async function markPictures({ job, media, stream, chapters, ...rest }: MarkedVideo, outside: Outside): Promise<void> {
  const marker = new PictureMarker(job.id);
  const residual = job.neural
    ? new SteadyResidual((picture) => outside.makeResidual(picture), orientationOf(matrixOf(stream)))
    : undefined;
  const writer = new VideoWriter({ muxer: job.muxer, media, stream, ...rest });
  const chapterTrack = media.streams.find(isChapterTrack);
  media.choose([stream, ...writer.copied, ...(chapterTrack ? [chapterTrack] : [])]);
  const frames = decodeStream(media, stream, { threads: '2' }, (packet) => {
    if (packet.streamIndex === chapterTrack?.index) addChapter(chapters, packet, chapterTrack);
    // Also for tracks that are left out, if they were read before that was known.
    return writer.take(packet);
  });
  let pixels = 0;
  for await (const frame of frames) {
    pixels += frame.width * frame.height;
    const pts = frame.bestEffortTimestamp;
    const seconds = secondsOf(pts, stream.timeBase);
    if (pixels > job.limits.pixels || seconds - startOf(stream) > job.limits.seconds) throw tooMuch(job.limits);
    await markFrame(frame, seconds, marker, residual);
    frame.pts = avRescaleQ(pts, stream.timeBase, writer.timeBase);
    await writer.writePicture(frame);
  }
  await writer.end();
  if (!marker.isReadable)
    throw new UnsupportedMedia(
      'The frames of the video cannot carry a watermark, because the service could not read it back.',
    );
}

export async function markFrame(
  frame: Frame,
  seconds: number,
  marker: PictureMarker,
  residual: SteadyResidual | undefined,
): Promise<void> {
  if (frame.makeWritable() < 0) throw new Error('A frame cannot be written to.');
  const plane = lumaPlaneOf(frame);
  await residual?.advance(plane, seconds, () => shrinkFrame(frame, SIDE));
  marker.mark(plane, residual);
  // Lets the encoder choose its own kinds of frames.
  frame.pictType = 0 as never;
}

export function tooMuch({ seconds, pixels }: MarkLimits): UnsupportedMedia {
  return new UnsupportedMedia(
    `The video is too large for in_band. The limits are ${seconds} seconds and ${Math.round(pixels / 1e6)} million pixels in all frames. Send a shorter or smaller video, or sign without in_band.`,
  );
}

/** According to the file. The frames themselves are counted as they come. */
export function expectWithin(
  { limits }: { readonly limits: MarkLimits },
  { context }: OpenMedia,
  stream: Stream | undefined,
): void {
  const { num, den } = stream?.avgFrameRate ?? { num: 0, den: 0 };
  const seconds = Number(context.duration) / 1_000_000;
  const frames = den > 0 ? (seconds * num) / den : 0;
  const { width, height } = stream?.codecpar ?? { width: 0, height: 0 };
  if (seconds > limits.seconds || frames * width * height > limits.pixels) throw tooMuch(limits);
}

export function startOf(stream: Stream): number {
  return Math.max(0, secondsOf(stream.startTime, stream.timeBase)) || 0;
}
