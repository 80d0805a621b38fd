// The format of content that is too large for memory, by the same order of formats as in memory.
import { readFromSource } from '../containers/reading.ts';
import { allFormats } from '../formats/all-formats.ts';
import type { MediaFormat } from '../formats/media-format.ts';
import type { TokenPlace } from '../formats/token-place.ts';
import type { ContentSource } from './content-source.ts';

export type LargeFormat = MediaFormat & { readonly tokenPlace: TokenPlace };

const headSize = 64 * 1024;

/** Null if its files must fit into memory. */
export async function detectLargeFormat(source: ContentSource): Promise<LargeFormat | null> {
  const head = await source.read(0, Math.min(headSize, source.size));
  for (const format of allFormats) {
    const { tokenPlace } = format;
    if (tokenPlace) {
      if (await readFromSource(source, tokenPlace.matches(source.size))) return { ...format, tokenPlace };
    } else if (format.matches(head)) return null;
  }
  return null;
}
