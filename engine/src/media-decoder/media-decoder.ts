// The port to the decoder of compressed video and audio: a separate process, which can be absent.
// Content that cannot be decoded is refused with BrokenMedia or UnsupportedMedia. Interrupted means
// that the process ended, and says nothing about the content.
import type { Content } from '../large-files/content-source.ts';
import type { ResidualMaker } from '../watermarks/neural/residual.ts';

export interface MediaSource {
  readonly bytes: Content;
  /**
   * FFmpeg's name of the demuxer, from the code that recognized the bytes. Nothing is guessed, so
   * no playlist is followed.
   */
  readonly demuxer: 'mov' | 'matroska' | 'mp3' | 'flac' | 'wav';
}

/** Luma of full range, upright as displayed. */
export interface VideoPicture {
  readonly luma: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** When it is displayed, from the start of the video. Absent if the file does not say. */
  readonly seconds?: number;
}

/** Some milliseconds of sound: samples from -1 to 1, one array per channel. */
export interface SoundPiece {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
}

export type Muxer = 'mp4' | 'mov' | 'matroska' | 'webm' | 'mp3' | 'flac';

/** How to encode a sound: like the one that it replaces. */
export type SoundCoding =
  | { readonly codec: 'mp3'; readonly bitRate: number }
  | { readonly codec: 'flac'; readonly bits: number };

/** Limits for a video with a mark in its pictures. */
export interface MarkLimits {
  readonly seconds: number;
  /** For all frames together. */
  readonly pixels: number;
  /** For the marked file. */
  readonly bytes: number;
}

export interface Chapter {
  readonly seconds: number;
  readonly title: string;
}

export interface MarkedFacts {
  /** Whether its sound carries the mark too. */
  readonly sound: boolean;
  /** From a text track of chapters, which is not written again. */
  readonly chapters: readonly Chapter[];
  /** Tracks that were not copied, by their kind. */
  readonly leftOut: readonly string[];
}

export interface SegmentStore {
  load(index: number): Promise<EncodedSegment>;
  write(at: number, bytes: Uint8Array): Promise<void>;
}

export interface MarkedVideo extends MarkedFacts {
  readonly bytes: Uint8Array;
}

/** Some seconds of pictures with the mark, encoded so that they depend on no other pictures. */
export interface EncodedSegment {
  /** In the time base of the track. */
  readonly packets: readonly EncodedPacket[];
  /** Size and pixel format of the pictures. All segments must have the same. */
  readonly shape: string;
  /** Whether the mark could be read from any of the pictures so far. */
  readonly isReadable: boolean;
  /** The share of the video that is encoded. */
  readonly done: number;
  /** Null: it is the last one. */
  readonly next: SegmentStart | null;
}

export interface SegmentStart {
  /** The time of its first picture. */
  readonly pts: bigint;
  /** In all pictures before. */
  readonly pixels: number;
}

export interface EncodedPacket {
  readonly pts: bigint;
  readonly dts: bigint;
  readonly duration: bigint;
  readonly isKeyframe: boolean;
  readonly data: Uint8Array;
}

export interface MediaDecoder {
  /**
   * The first I-frame. Null if the file has no video track or none of its pictures can be decoded.
   */
  firstFrame(source: MediaSource): Promise<VideoPicture | null>;
  /** I-frames in order, at most this many. Nothing is decoded ahead of the reader. */
  frames(source: MediaSource, most: number): AsyncIterable<VideoPicture>;
  /**
   * The first audio track from its start, at most this many seconds. Empty if there is none.
   * skipsSilence: leaves out the silence at the beginning, although its seconds count.
   */
  pcm(source: MediaSource, mostSeconds: number, skipsSilence?: boolean): AsyncIterable<SoundPiece>;
  /**
   * The video with a mark in its pictures and sound, encoded again with the same codecs. id: 16
   * lowercase hex digits. neural: called for the residual of each keyframe, if its pictures must
   * carry the neural mark too.
   */
  mark(
    source: MediaSource,
    muxer: Muxer,
    id: string,
    limits: MarkLimits,
    neural?: ResidualMaker | undefined,
  ): Promise<MarkedVideo>;
  /**
   * Like mark, for a video of any length: its pictures, segment by segment, from a start that an
   * earlier segment gave.
   */
  encodeSegments(
    source: MediaSource,
    task: { readonly id: string; readonly limits: MarkLimits; readonly from: SegmentStart | null },
    signal: AbortSignal,
    neural?: ResidualMaker | undefined,
  ): AsyncIterable<EncodedSegment>;
  /**
   * The segments with every other track, written piece by piece. Pieces can replace earlier bytes.
   */
  joinSegments(
    source: MediaSource,
    task: { readonly id: string; readonly muxer: Muxer; readonly segments: number; readonly mostBytes: number },
    signal: AbortSignal,
    outside: SegmentStore,
  ): Promise<MarkedFacts>;
  /** A WAV as a file of another coding, with at most this many bytes. */
  encode(source: MediaSource, coding: SoundCoding, mostBytes: number): Promise<Uint8Array>;
}
