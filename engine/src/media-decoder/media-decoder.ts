// The port to what decodes compressed video and audio: a separate process, which may be absent.
// Content that cannot be decoded is refused with BrokenMedia or UnsupportedMedia. Interrupted means
// that the process ended, and says nothing about the content.
import type { ResidualMaker } from '../watermarks/neural/residual.ts';

export interface MediaSource {
  readonly bytes: Uint8Array;
  /**
   * FFmpeg's name of the demuxer. Named by the code that recognized the bytes: nothing is guessed,
   * so no playlist is followed.
   */
  readonly demuxer: 'mov' | 'matroska' | 'mp3' | 'flac' | 'wav';
}

/** Luma of full range, upright as it is shown. */
export interface VideoPicture {
  readonly luma: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** When it is shown, from the start of the video; absent where the file does not say. */
  readonly seconds?: number;
}

/** Some milliseconds of sound: samples from -1 to 1, one array a channel. */
export interface SoundPiece {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
}

export type Muxer = 'mp4' | 'mov' | 'matroska' | 'webm' | 'mp3' | 'flac';

/** How a sound is to be encoded: as the one whose place it takes. */
export type SoundCoding =
  | { readonly codec: 'mp3'; readonly bitRate: number }
  | { readonly codec: 'flac'; readonly bits: number };

/** What a video with a mark in its pictures may be at most. */
export interface MarkLimits {
  readonly seconds: number;
  /** Of all frames together. */
  readonly pixels: number;
  /** Of the marked file. */
  readonly bytes: number;
}

export interface Chapter {
  readonly seconds: number;
  readonly title: string;
}

export interface MarkedFacts {
  /** Whether its sound carries the mark too. */
  readonly sound: boolean;
  /** Of a text track of chapters, which is not written again. */
  readonly chapters: readonly Chapter[];
  /** Tracks that were not carried over, by what they are. */
  readonly leftOut: readonly string[];
}

export interface MarkedVideo extends MarkedFacts {
  readonly bytes: Uint8Array;
}

export interface MediaDecoder {
  /**
   * The first I-frame; null where the file has no video track or none of its pictures can be
   * decoded.
   */
  firstFrame(source: MediaSource): Promise<VideoPicture | null>;
  /** I-frames in their order, at most so many. Nothing is decoded ahead of the reader. */
  frames(source: MediaSource, most: number): AsyncIterable<VideoPicture>;
  /**
   * The first audio track from its start, at most so many seconds. Nothing where there is none.
   * skipsSilence: the silence that it begins with is left out, though its seconds count.
   */
  pcm(source: MediaSource, mostSeconds: number, skipsSilence?: boolean): AsyncIterable<SoundPiece>;
  /**
   * The video with a mark in its pictures and sound, encoded again with the same codecs. id: 16
   * lowercase hex digits. neural: asked for the residual of each keyframe, where its pictures shall
   * carry the neural mark too.
   */
  mark(
    source: MediaSource,
    muxer: Muxer,
    id: string,
    limits: MarkLimits,
    neural?: ResidualMaker | undefined,
  ): Promise<MarkedVideo>;
  /** A WAV as a file of another coding, at most so many bytes. */
  encode(source: MediaSource, coding: SoundCoding, mostBytes: number): Promise<Uint8Array>;
}
