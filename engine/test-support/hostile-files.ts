// Test support: random files and files that are made to be slow, for every format.
import { hostileSounds, withRandomTags } from './hostile-sounds.ts';
import { hostileTexts, withRandomText } from './hostile-texts.ts';
import { hostileVideos, withRandomVideo } from './hostile-videos.ts';
import { hostileFiles, randomPacket, withPacket } from './hostile-xmp.ts';
import type { Random } from './random-bytes.ts';

/** The file with fragments of tokens in every place where its format can have one. */
export function withRandomContainer(format: string, bytes: Uint8Array, random: Random): Buffer {
  const make = withRandomText[format] ?? withRandomTags[format] ?? withRandomVideo[format];
  return make?.(bytes, random) ?? withPacket(format, bytes, randomPacket(random), random);
}

/** Files of the maximum upload size, made of the smallest parts, or of a single one. */
export function hostileFilesOf(format: string, bytes: Uint8Array): Iterable<[string, Buffer]> {
  const make = hostileTexts[format] ?? hostileSounds[format] ?? hostileVideos[format];
  return make?.(bytes) ?? hostileFiles(format, bytes);
}
