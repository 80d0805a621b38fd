// What an attacker starts with, and the result. The attacker has every file that the service
// delivers, and their own account, but not the victim's key.

import { boxContainer } from './containers/boxes.ts';
import type { Container } from './containers/container.ts';
import { ebmlContainer } from './containers/ebml.ts';
import { flacContainer } from './containers/flac.ts';
import { mp3Container } from './containers/id3.ts';
import { jpegContainer } from './containers/jpeg.ts';
import { pngContainer } from './containers/png.ts';
import { riffContainer, webpContainer } from './containers/riff.ts';

export interface SignedFile {
  /** As returned by POST /v1/sign. */
  readonly delivered: Buffer;
  /** What was signed: the file without our container. */
  readonly canonical: Buffer;
  readonly token: string;
  readonly recordId: string;
  /**
   * The output of the embed route for the delivered file and for the canonical one. Null for
   * formats without embedding.
   */
  readonly embedded: { readonly delivered: Buffer; readonly canonical: Buffer } | null;
}

/** The victim's file, which an attack turns into another. */
export interface Target extends SignedFile {
  /** Such as `jpeg: with XMP`. */
  readonly name: string;
  readonly format: string;
  /**
   * Whether to try every variation: for one sample of a format, and for the others only what
   * depends on their structure.
   */
  readonly thorough: boolean;
  /** Another content of the same format, signed by the attacker. */
  readonly stranger: SignedFile;
  /**
   * The output of the embed route for the delivered file and a record of the attacker, who had
   * signed the same content. Null if the route refuses, and for content that signing marks, because
   * then the attacker's content differs.
   */
  readonly embeddedByStranger: Buffer | null;
  /** A record that the victim submitted with only a hash: that of `canonical`. */
  readonly clientToken: string;
  /**
   * The same with the exact format next to the hash: our container with its token belongs to it.
   */
  readonly formatToken: string;
}

/** Rows of the table of attacks in SECURITY.md, each with its own test. */
export const rows = {
  maskedPage: 'a page behind escapes that mask it, before or inside a signed page',
  pageInFront: 'a page, or only our meta element, before the bytes of another format',
  movedSamples: 'a box among the fragments of an MP4, so that sample offsets move',
  splitPicture: 'a chunk between the parts of a PNG or WebP picture',
  tagSizes: 'an ID3 tag whose size two readers interpret differently',
  brokenXmp: 'our XMP property or packet where it hides the file’s own XMP',
  pictureIndex: 'a store behind the multi-picture index of a JPEG',
  polyglot: 'another file inside a manifest store',
  storeType: 'the UUID of a manifest store beside a token in another spelling',
} as const;
export type Row = keyof typeof rows;

/** A record that the victim submitted, with only a hash or also with the format. */
export type Claim = 'client' | 'format';

export interface Forgery {
  /** What the attacker does. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly row?: Row | undefined;
  /** The record that the file claims. Default: that of the target's token. */
  readonly claims?: Claim | undefined;
}

export type Attack = (target: Target) => Iterable<Forgery>;

const containers: Readonly<Record<string, Container>> = {
  jpeg: jpegContainer,
  png: pngContainer,
  webp: webpContainer,
  wav: riffContainer,
  flac: flacContainer,
  mp3: mp3Container,
  mp4: boxContainer,
  mov: boxContainer,
  matroska: ebmlContainer,
  webm: ebmlContainer,
};

/** Undefined for texts, pages and PDF. */
export function containerOf({ format }: { readonly format: string }): Container | undefined {
  return containers[format];
}
