// The interface of every format. A format recognizes its own files and carries the token in its own
// container. Marks and fingerprints are present if the medium has them. For all bytes x that a
// format accepts:
//   read(write(x, t)) = t, remove(write(x, t)) = remove(x),
//   and remove(x) = x, byte for byte, if x has no token of ours.
// Reading and removing are lenient: they also find tokens that other programs have rewritten. The
// verdict never relies on them alone (canonical-content.ts). A format without a container reads
// null and writes the same bytes. Each function throws BrokenMedia for bytes that break the rules
// of their format.

import type { Part } from '../containers/reading.ts';
import type { Content, ContentSource } from '../large-files/content-source.ts';
import type { Chapter, MarkLimits, MediaDecoder, MediaSource, Muxer } from '../media-decoder/media-decoder.ts';
import type { TimeChanges } from '../watermarks/dct-audio/localize.ts';
import type { Shrink } from '../watermarks/neural/read-mark.ts';
import type { ResidualMaker } from '../watermarks/neural/residual.ts';
import type { WatermarkStrength } from '../watermarks/strength.ts';
import type { TextChanges } from './plain-text/changed-paragraphs.ts';
import type { StillPicture } from './still-picture.ts';
import type { TokenPlace } from './token-place.ts';

/** The exact format of a file, stored in its record. */
export type FormatName =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'wav'
  | 'flac'
  | 'mp3'
  | 'mp4'
  | 'mov'
  | 'matroska'
  | 'webm'
  | 'pdf'
  | 'html'
  | 'plain-text';

export const mediaKinds = ['image', 'audio', 'text', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The sentences for pictures that carry no mark. */
export const unmarked = {
  unreadable: { omitted: 'The image carries no watermark, because the service could not read it back.' },
  animated: { omitted: 'An animated image carries its token without a watermark.' },
  small: { omitted: 'An image with a side of less than 256 pixels carries its token without a watermark.' },
  flat: {
    omitted:
      'The image has few colors, and a watermark would more than double its size, so it carries its token without one. To add a watermark anyway, sign with watermark=strong.',
  },
} as const;

export const neuralAlone = {
  isNeuralOnly: true,
  note: 'The image carries only the neural watermark. The service could not read the other watermark back, or it would enlarge the file too much.',
} as const;

/**
 * A picture with its marks. resilient: false if it carries only the residual of the neural mark.
 */
export interface MarkedPicture {
  readonly bytes: Uint8Array;
  readonly resilient: boolean;
}

/** The sentences for sounds that carry no mark. */
export const unmarkedSound = {
  coding: {
    omitted: 'Only WAV files with 16-bit or 24-bit PCM can carry a watermark. This file carries only its token.',
  },
  layout: {
    omitted: 'Only audio with 1 to 8 channels at 8 to 192 kHz can carry a watermark. This file carries only its token.',
  },
  quiet: { omitted: 'The audio is too short or too quiet for a watermark. The file carries only its token.' },
  compressed: {
    omitted: 'The service does not change the compressed audio. The file carries its token without a watermark.',
  },
} as const;

/** Decoded sound: samples in −1…1, one array per channel, all of the same length. */
export interface Sound {
  readonly channels: readonly Float32Array[];
  readonly sampleRate: number;
}

/** If only the neural mark could be added. */
export const neuralSoundAlone = {
  isNeuralOnly: true,
  note: 'The audio carries only the neural watermark. The service could not read the other watermark back.',
} as const;

/** The channels of a sound with the neural mark in them, or nothing. */
export type SoundMarker = (sound: Sound) => Promise<readonly Float32Array[] | null>;

/** The sentences for video that lacks something. */
export const unhashed = {
  noDecoder: 'The record has no perceptual hash, because the optional video decoder is not installed.',
  noPicture: 'The record has no perceptual hash, because the service could not decode a frame of the video.',
} as const;

export interface MarkingOptions {
  /** Pictures call it to get a second mark. */
  readonly neural?: ResidualMaker | undefined;
  /** Sounds call it to get a second mark. */
  readonly neuralSound?: SoundMarker | undefined;
  /** Only for a picture. */
  readonly strength?: WatermarkStrength | undefined;
}

/**
 * A marked file, with its perceptual hash if marking computed it anyway, or a sentence that says
 * why it carries no mark.
 */
export type Marking =
  | {
      readonly bytes: Uint8Array;
      readonly perceptualHash?: string | null;
      readonly note?: string;
      /** The format's own mark could not be added. */
      readonly isNeuralOnly?: true;
    }
  | { readonly omitted: string };

/**
 * A file around the place of its C2PA manifest store: before + the store as the format wraps it +
 * after.
 */
export interface ManifestPlace {
  readonly before: readonly Uint8Array[];
  readonly after: readonly Uint8Array[];
  /** The existing store, joined. Null: none. */
  readonly store: Uint8Array | null;
  /** Whether it is the only one, in one piece, and wrapped as this format does. */
  readonly wellPlaced: boolean;
}

/** A marked file of any size, with what its container keeps and what it cannot keep. */
export interface KeptParts {
  /** Its parts, as ranges of the marked file and new bytes. */
  readonly parts: readonly Part[];
  readonly leftOut: readonly string[];
}

export interface MediaFormat {
  readonly name: FormatName;
  readonly kind: MediaKind;
  readonly mimeType: string;
  /** false: there is no place for a token. */
  readonly container?: false;
  /** By magic bytes only. Reading shows whether the rest is valid. */
  matches(bytes: Uint8Array): boolean;
  readToken(bytes: Uint8Array): string | null;
  /**
   * The pieces whose concatenation is the file with the token. It replaces any token of ours, and
   * every foreign byte stays.
   */
  writeToken(bytes: Uint8Array, token: string): readonly Uint8Array[];
  /** The pieces whose concatenation is the file without any token of ours. */
  removeToken(bytes: Uint8Array): readonly Uint8Array[];
  /** Present if files of the format can be larger than memory. */
  readonly tokenPlace?: TokenPlace;
  /** Present if the format can carry a C2PA manifest store. */
  readonly manifest?: {
    find(bytes: Uint8Array): ManifestPlace;
    wrap(store: Uint8Array): Uint8Array;
  };
  /** The resilient watermark. id: 64 bits as 16 lowercase hex digits. */
  readonly watermark?: {
    mark(bytes: Uint8Array, id: string, options?: MarkingOptions): Promise<Marking>;
    /** picture: these bytes as opened by openPicture, if other code uses them too. */
    read(bytes: Uint8Array, picture?: StillPicture): Promise<string | null>;
    /** For a picture: reads only where the mark was added, and only if the picture is not large. */
    readInPlace?(bytes: Uint8Array): Promise<string | null>;
  };
  /** For a text: what a reader sees. Null: the format has no text that can be read here. */
  visibleText?(bytes: Uint8Array): string | null;
  /** For a text: which paragraphs lack the payload of that id in its place. */
  changedParagraphs?(bytes: Uint8Array, id: string): TextChanges;
  /** A picture to examine in several ways, decoded once. */
  openPicture?(bytes: Uint8Array): StillPicture;
  /** The samples, if the format's own code reads them. Null for codings that it does not read. */
  readSound?(bytes: Uint8Array): Sound | null;
  /**
   * Compressed sound: the file with another sound instead of the original one, in the same coding.
   * Null for codings that are not written here.
   */
  replaceSound?(bytes: Uint8Array, sound: Sound, decoder: MediaDecoder): Promise<Uint8Array | null>;
  /** A mark that costs a second encoding, added only on request. */
  readonly inBand?: {
    /** neural: called for each keyframe. */
    mark(
      bytes: Uint8Array,
      id: string,
      decoder: MediaDecoder | undefined,
      limits: MarkLimits,
      neural?: ResidualMaker,
    ): Promise<Marking>;
    /** For a video that is marked segment by segment. */
    readonly anyLength: {
      readonly demuxer: MediaSource['demuxer'];
      readonly muxer: Muxer;
      keepFacts(original: ContentSource, marked: ContentSource, chapters: readonly Chapter[]): Promise<KeptParts>;
    };
    read(bytes: Content, decoder: MediaDecoder | undefined): Promise<string | null>;
    /**
     * When its keyframes do not carry the mark of that id. Null if none of the examined ones does.
     */
    localize(bytes: Content, decoder: MediaDecoder, id: string): Promise<TimeChanges | null>;
    /** Pictures to search for the neural mark. Nothing is decoded ahead of the reader. */
    keyframes(bytes: Content, decoder: MediaDecoder): AsyncIterable<Shrink>;
  };
  /**
   * 16 lowercase hex digits. Null for content that has none. Video needs the decoder, and is the
   * only content that can be larger than memory.
   */
  perceptualHash?(bytes: Content, decoder?: MediaDecoder | undefined): Promise<string | null>;
  /** True: without the decoder, nothing is known about its pictures and sound. */
  readonly needsDecoder?: true;
}
