// What every video format does with its pictures and sound, through the decoder: the perceptual
// hash of the first I-frame, computed as for images, and the mark in band, added on request and
// searched within a budget.
import { absentIfRefused, UnsupportedMedia } from '../containers/broken-media.ts';
import type { Chapter, MediaDecoder, MediaSource, Muxer } from '../media-decoder/media-decoder.ts';
import { readAudioMark } from '../watermarks/dct-audio/dct-audio.ts';
import { detect } from '../watermarks/dct-image/detect.ts';
import { MOST_KEYFRAMES, VIEWED_SIDE } from '../watermarks/neural/read-mark.ts';
import { hashLuma, shrinkLuma } from './decode-picture.ts';
import { localizeVideo } from './localize-video.ts';
import type { MediaFormat } from './media-format.ts';

/** Limits of a search for a mark. The first one that is reached ends it. */
const mostPictures = 8;
const longestSearchMilliseconds = 6_000;
const mostSoundSeconds = 30;

const soundUnmarked =
  'The audio carries no watermark. It is too short or too quiet, or the service copies its codec without changes.';
export const tooLarge =
  'The video with its watermark would be too large to verify. Send a smaller file, or sign without in_band.';
export const noDecoder =
  'The optional video decoder is not installed, so the service cannot add a watermark to frames and audio.';

/** A copy that was encoded again, with what its container keeps and what it cannot keep. */
export interface KeptFacts {
  readonly bytes: Uint8Array;
  readonly leftOut: readonly string[];
}

export type KeepFacts = (original: Uint8Array, marked: Uint8Array, chapters: readonly Chapter[]) => KeptFacts;

export function videoMethods(
  demuxer: MediaSource['demuxer'],
  muxer: Muxer,
  keepFacts: KeepFacts,
  keepFactsInSource: NonNullable<MediaFormat['inBand']>['anyLength']['keepFacts'],
): Required<Pick<MediaFormat, 'perceptualHash' | 'inBand' | 'needsDecoder'>> {
  return {
    needsDecoder: true,
    perceptualHash: (bytes, decoder) => hashVideo({ bytes, demuxer }, decoder),
    inBand: {
      mark: async (bytes, id, decoder, limits, neural) => {
        if (!decoder) throw new UnsupportedMedia(noDecoder);
        const marked = await decoder.mark({ bytes, demuxer }, muxer, id, limits, neural);
        const whole = keepFacts(bytes, marked.bytes, marked.chapters);
        if (whole.bytes.length > limits.bytes) throw new UnsupportedMedia(tooLarge);
        return { bytes: whole.bytes, ...describe(marked.sound, [...marked.leftOut, ...whole.leftOut]) };
      },
      anyLength: { demuxer, muxer, keepFacts: keepFactsInSource },
      read: (bytes, decoder) => readVideoMark({ bytes, demuxer }, decoder),
      localize: (bytes, decoder, id) => localizeVideo({ bytes, demuxer }, decoder, id),
      async *keyframes(bytes, decoder) {
        for await (const picture of decoder.frames({ bytes, demuxer }, MOST_KEYFRAMES)) {
          yield (part) => shrinkLuma({ ...picture, orientation: 1 }, VIEWED_SIDE, part);
        }
      },
    },
  };
}

/**
 * Null without a decoder, and if no picture can be decoded. The token still leads to such a video.
 */
async function hashVideo(source: MediaSource, decoder: MediaDecoder | undefined): Promise<string | null> {
  const picture = await decoder?.firstFrame(source).catch(absentIfRefused);
  return picture ? hashLuma(picture) : null;
}

/** What the marked video lacks. */
export function describe(sound: boolean, leftOut: readonly string[]): { note?: string } {
  const notes = [
    ...(sound ? [] : [soundUnmarked]),
    ...(leftOut.length > 0 ? [`The signed video does not include: ${leftOut.join(', ')}.`] : []),
  ];
  return notes.length > 0 ? { note: notes.join(' ') } : {};
}

async function readVideoMark(source: MediaSource, decoder: MediaDecoder | undefined): Promise<string | null> {
  if (!decoder) return null;
  const end = performance.now() + longestSearchMilliseconds;
  for await (const { luma, width, height } of decoder.frames(source, mostPictures)) {
    const found = detect(luma, width, height);
    if (found) return found.id;
    if (performance.now() > end) break;
  }
  return readSoundMark(source, decoder);
}

async function readSoundMark(source: MediaSource, decoder: MediaDecoder): Promise<string | null> {
  const pieces: (readonly Float32Array[])[] = [];
  let rate = 0;
  for await (const { sampleRate, channels } of decoder.pcm(source, mostSoundSeconds, true)) {
    // Sound that changes its format midway is read up to that place.
    if (pieces.length > 0 && (sampleRate !== rate || channels.length !== pieces[0]!.length)) break;
    rate = sampleRate;
    pieces.push(channels);
  }
  if (pieces.length === 0) return null;
  const joined = pieces[0]!.map((_, channel) => joinSamples(pieces.map((piece) => piece[channel]!)));
  return readAudioMark(joined, rate);
}

function joinSamples(pieces: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
