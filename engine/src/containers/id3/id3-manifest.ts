// C2PA manifest stores in ID3v2 tags: GEOB frames (C2PA 2.2 §A.3.5). A tag that holds nothing else was made for the store and
// goes with it.
import { isManifestStore } from '../jumbf/manifest-store.ts';
import { findTagEnd, type Id3Frame, type Id3Tag, readTags, tagParts } from './id3-tag.ts';

const longestDescription = 1000;

/** lead: the tags at the beginning of a file. */
export function withoutManifests(lead: Uint8Array): Uint8Array[] {
  return removeManifests(readTags(lead.subarray(0, findTagEnd(lead)))).flatMap(tagParts);
}

export function removeManifests(tags: readonly Id3Tag[]): Id3Tag[] {
  return tags.flatMap((tag) => {
    const frames = tag.frames.filter((frame) => !holdsManifest(frame));
    if (frames.length === tag.frames.length) return [tag];
    return frames.length === 0 && tag.rest.every((byte) => byte === 0) ? [] : [{ ...tag, frames }];
  });
}

// Behind the frame's header stand a media type, a file name and a description.
function holdsManifest({ id, bytes }: Id3Frame): boolean {
  if (!id.startsWith('GEO')) return false;
  const type = Buffer.from(bytes.subarray(0, longestDescription)).indexOf('jumb');
  return type >= 4 && isManifestStore(bytes.subarray(type - 4));
}
