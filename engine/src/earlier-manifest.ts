// The C2PA manifest that an upload brings along. Signing changes the file and breaks the binding of
// that manifest. Either the embed recipe chains it afterwards, or the caller gets a note.
import { readKept } from './c2pa/keep-ingredient.ts';
import { readManifest } from './c2pa/reader/read-manifest.ts';
import { absentIfRefused, UnsupportedMedia } from './containers/broken-media.ts';
import type { MediaFormat } from './formats/media-format.ts';

const broken =
  'The file has a C2PA manifest. Signing changed the file, so C2PA programs now report that manifest as invalid.';
const canBeKept = `${broken} Sign with c2pa=keep to keep it as part of a new manifest.`;
const cannotBeKept =
  'c2pa=keep cannot keep the C2PA manifest of this file, because it works only with JPEG and PNG files. Sign without c2pa=keep.';

/** It does not matter here whether this service made it. */
const anyService = { roots: [], generatorStatus: async () => null };

/**
 * keep: whether the caller asks to keep it. Throws UnsupportedMedia or BrokenMedia if that is not
 * possible.
 */
export async function examineEarlierManifest(
  format: MediaFormat,
  upload: Uint8Array,
  keep: boolean,
): Promise<{ readonly kept: boolean; readonly notes: readonly string[] }> {
  if (!format.manifest) {
    if (!(await readManifest(upload, anyService))?.found) return { kept: false, notes: [] };
    if (keep) throw new UnsupportedMedia(cannotBeKept);
    return { kept: false, notes: [broken] };
  }
  const store = keep ? format.manifest.find(upload).store : findStore(format.manifest, upload);
  if (store === null) return { kept: false, notes: [] };
  if (!keep) return { kept: false, notes: [canBeKept] };
  readKept(store);
  return { kept: true, notes: [] };
}

function findStore({ find }: NonNullable<MediaFormat['manifest']>, upload: Uint8Array): Uint8Array | null {
  try {
    return find(upload).store;
  } catch (error) {
    return absentIfRefused(error);
  }
}
