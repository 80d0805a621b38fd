// The text fingerprint of a file in a format whose text can be read here.
import { absentIfRefused } from './containers/broken-media.ts';
import { readText, type TextFingerprint } from './fingerprints/text/text-fingerprint.ts';
import { detectFormat } from './formats/all-formats.ts';
import type { MediaFormat } from './formats/media-format.ts';

/** Null for content without text, or with too little of it. */
export function fingerprintText(format: MediaFormat, content: Uint8Array): TextFingerprint | null {
  const text = format.visibleText?.(content) ?? null;
  const read = text === null ? null : readText(text);
  return read && { pairs: read.pairs, whole: read.whole };
}

/** The same for a file of any format, also one that is broken. */
export function textFingerprintOf(file: Uint8Array): TextFingerprint | null {
  const format = detectFormat(file);
  try {
    return format && fingerprintText(format, file);
  } catch (problem) {
    return absentIfRefused(problem);
  }
}
