// The ways in which a verification finds a record, with their names for people.
import type { TokenSource } from '@content-provenance/engine';

export type Source = TokenSource;

export const sourceLabels: Readonly<Record<Source, string>> = {
  provided: 'Token given with the content',
  xmp: 'Token in the metadata of the file',
  watermark: 'Watermark in the content',
  neural_watermark: 'Neural watermark in the content',
  phash: 'Perceptual hash',
  fingerprint: 'Acoustic fingerprint',
  text_fingerprint: 'Text fingerprint',
};

export const sources = Object.keys(sourceLabels) as readonly Source[];
