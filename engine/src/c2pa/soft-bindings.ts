// The names of our watermarks in C2PA soft bindings: a reverse domain name and a version, as the
// list of soft binding algorithms asks for (docs/reference/soft-binding-algorithms.json has the
// entries).
import type { MediaKind } from '../formats/media-format.ts';

const prefix = 'org.content-provenance';

/** The watermark that signing puts into content of each kind. */
export const watermarkAlgorithms: Readonly<Record<MediaKind, string>> = {
  image: `${prefix}.dct-image.1`,
  audio: `${prefix}.dct-audio.1`,
  video: `${prefix}.dct-video.1`,
  text: `${prefix}.zero-width.1`,
};
