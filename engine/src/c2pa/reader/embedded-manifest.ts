// Checks that a file is, byte for byte, the output of the embed recipe for a record. The recipe
// checks its input before it signs, and its signature covers every byte of the output: the claim
// lists the assertions, one of them hashes all bytes outside the store, and the store is written
// again and compared.
import { hasCode, isRefusal } from '../../engine-error.ts';
import { detectFormat } from '../../formats/all-formats.ts';
import type { ManifestPlace, MediaFormat } from '../../formats/media-format.ts';
import { assertionLabel } from '../manifest/box-types.ts';
import { bytesToSign, readCoseSign1 } from '../manifest/cose-sign1.ts';
import { cborContent, readMap, readStore, readStoredManifest, type StoredManifest } from '../manifest/read-store.ts';
import { checkAssertions, checkDataHash, checkIngredients, namesItsSignature } from './check-hashes.ts';
import { hasServiceForm } from './service-form.ts';

/** The signature of a claim, with everything that is needed to check it. */
export interface ManifestSignature {
  /** The generator whose key must have signed. */
  readonly generatorId: string;
  /** DER. The certificate that signed comes first. */
  readonly certificates: readonly Uint8Array[];
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

interface EmbeddedRecord {
  readonly recordId: string;
  readonly generatorId: string;
}

export async function isEmbeddedFor(
  file: Uint8Array,
  record: EmbeddedRecord,
  isSignature: (signature: ManifestSignature) => Promise<boolean>,
): Promise<boolean> {
  try {
    const signature = readEmbedded(file, record);
    return signature !== null && (await isSignature(signature));
  } catch (problem) {
    if (isRefusal(problem) || hasCode(problem, 'broken_cbor')) return false;
    throw problem;
  }
}

/**
 * null: the recipe did not write the file for this record. The signature itself is not checked
 * here.
 */
function readEmbedded(file: Uint8Array, { recordId, generatorId }: EmbeddedRecord): ManifestSignature | null {
  const { manifest: container } = detectFormat(file) ?? {};
  const place = container?.find(file);
  if (!container || !place?.store) return null;
  const store = readStore(place.store);
  const manifest = readStoredManifest(store.at(-1)!);
  const cose = readCoseSign1(cborContent(manifest.signature));
  if (!cose || recordOf(manifest) !== recordId || !namesItsSignature(manifest)) return null;
  if (!hasServiceForm(place.store, manifest, cose) || !isWrappedAgain(file, place, container)) return null;
  const outcomes = [
    ...checkAssertions(manifest),
    ...checkIngredients(manifest, store),
    checkDataHash(manifest, file.length, place),
  ];
  if (!outcomes.every((code) => passing.has(code))) return null;
  const message = bytesToSign(cose.protectedHeader, manifest.claim);
  return { generatorId, certificates: cose.certificates, message, signature: cose.signature };
}

const passing = new Set(['assertion.hashedURI.match', 'ingredient.manifest.validated', 'assertion.dataHash.match']);

function isWrappedAgain(
  file: Uint8Array,
  { before, after, store }: ManifestPlace,
  { wrap }: NonNullable<MediaFormat['manifest']>,
): boolean {
  return Buffer.concat([...before, wrap(store!), ...after]).equals(file);
}

function recordOf({ assertions }: StoredManifest): unknown {
  const [provenance] = assertions.filter(({ label }) => label === assertionLabel.provenance);
  return provenance && readMap(cborContent(provenance)).get('record_id');
}
