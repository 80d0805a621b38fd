// The recipe for embedding a C2PA manifest (specification, Records and C2PA), read top to bottom.
// It takes the signed file of a record and returns the same file with a manifest bound to its
// bytes, or the manifest alone. It uses only its ports.
import { createHash } from 'node:crypto';
import { buildManifest, parentReference } from './c2pa/build-manifest.ts';
import { type ClaimSigner, type ClaimSigning, openClaimSigner } from './c2pa/claim-signer.ts';
import { type Ingredient, keepIngredient } from './c2pa/keep-ingredient.ts';
import type { ClaimFacts } from './c2pa/manifest/write-manifest.ts';
import { listAssertions, type ManifestFacts } from './c2pa/manifest-facts.ts';
import { readManifest } from './c2pa/reader/read-manifest.ts';
import { referTo, writeStoreBeside, writeStoreInPlace } from './c2pa/write-own-store.ts';
import { UnsupportedMedia } from './containers/broken-media.ts';
import { expectVerifiable } from './content-sizes.ts';
import { type DeliveryHash, deliveryHashOf } from './delivery-hash.ts';
import { detectFormat } from './formats/all-formats.ts';
import type { FormatName, ManifestPlace, MediaFormat } from './formats/media-format.ts';
import type { GeneratorIndex, ManifestIndex, Signer, Timestamps, TokenIndex } from './ports.ts';
import { Reconstruction, type SignedContent } from './reconstruction.ts';
import { serviceChecks } from './service-checks.ts';

export interface EmbedRequest extends ManifestFacts {
  /** Only a file that the service delivers for this record gets its manifest. */
  readonly record: SignedContent;
  readonly claim: ClaimFacts;
  readonly signing: ClaimSigning;
  /** sidecar: the manifest alone. The file does not change. */
  readonly output: 'embedded' | 'sidecar';
  readonly certificateRoots: readonly Uint8Array[];
  /** The file before signing, if its manifest is kept: the manifest was true of those bytes. */
  readonly parent?: Uint8Array | undefined;
}

export interface EmbeddedMedia {
  /** The file with its manifest, or the sidecar. */
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly store: Uint8Array;
  /** SHA-256 of the store, in hex. */
  readonly storeHash: string;
  /** The hash of the file that the manifest describes. */
  readonly fileHash: DeliveryHash;
  readonly isTimestamped: boolean;
}

export type EmbedPorts = Signer & Timestamps & GeneratorIndex & TokenIndex & ManifestIndex;

/**
 * Containers for which the standard defines a place and that our own writer does not support (C2PA
 * 2.2 §A.3 to §A.5).
 */
const builtFormats: Partial<Record<FormatName, string>> = {
  webp: 'image/webp',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
};
/** C2PA binds these by boxes, not by one hash of all bytes (C2PA 2.2 §A.5). */
const boundByBoxes: readonly FormatName[] = ['mp4', 'mov'];
export const sidecarType = 'application/c2pa';

const noPlace = 'The standard defines no place for a manifest in this format. Ask for a sidecar file: output=sidecar.';
const hasManifest =
  'The file already has a manifest, and readers prefer it to a sidecar. Embed the new manifest instead.';

/**
 * Null: the upload is not a file of the record. Throws UnsupportedMedia or BrokenMedia if the file
 * cannot carry a manifest.
 */
export async function embedManifest(
  upload: Uint8Array,
  request: EmbedRequest,
  ports: EmbedPorts,
): Promise<EmbeddedMedia | null> {
  const format = detectFormat(upload);
  if (!format) throw new UnsupportedMedia('The content is of no known format.');
  if (request.output === 'embedded' && !format.manifest && !builtFormats[format.name])
    throw new UnsupportedMedia(noPlace);
  const checks = serviceChecks(request.certificateRoots, ports);
  if (!(await new Reconstruction(upload).isDelivered(request.record, checks))) return null;
  const signer = openClaimSigner(request.signing, ports);
  const { file, store } =
    request.output === 'sidecar'
      ? { file: upload, store: await writeBeside(format, upload, request, signer) }
      : await writeInto(format, upload, request, signer, ports);
  expectVerifiable(file.length);
  const isSidecar = request.output === 'sidecar';
  return {
    bytes: isSidecar ? store : file,
    mimeType: isSidecar ? sidecarType : format.mimeType,
    store,
    storeHash: createHash('sha256').update(store).digest('hex'),
    fileHash: deliveryHashOf(file),
    isTimestamped: signer.isTimestamped,
  };
}

async function writeInto(
  format: MediaFormat,
  upload: Uint8Array,
  request: EmbedRequest,
  signer: ClaimSigner,
  ports: EmbedPorts,
) {
  if (!format.manifest) return build(format, upload, request, signer);
  const place = format.manifest.find(upload);
  const service = { roots: request.certificateRoots, generatorStatus: ports.findGeneratorStatus };
  const ingredient = place.store && (await keepIngredient(request.parent ?? upload, place.store, service));
  const content = { claim: request.claim, assertions: assertionsFor(format, request, ingredient), ingredient };
  const { store, wrapped } = await writeStoreInPlace(place, format.manifest.wrap, content, signer);
  return { file: joinAround(place, wrapped), store };
}

async function build(format: MediaFormat, upload: Uint8Array, request: EmbedRequest, signer: ClaimSigner) {
  const type = builtFormats[format.name]!;
  const parent = (await holdsManifest(upload)) ? (request.parent ?? upload) : null;
  const assertions = listAssertions(request, format.kind, parent && parentReference);
  return buildManifest({ type, file: upload, parent, sidecar: false, claim: request.claim, assertions }, signer);
}

async function writeBeside(format: MediaFormat, upload: Uint8Array, request: EmbedRequest, signer: ClaimSigner) {
  if (await holdsManifest(upload)) throw new UnsupportedMedia(hasManifest);
  const content = { claim: request.claim, assertions: assertionsFor(format, request, null), ingredient: null };
  if (!boundByBoxes.includes(format.name)) return writeStoreBeside(upload, content, signer);
  const type = builtFormats[format.name]!;
  const { claim, assertions } = content;
  const { store } = await buildManifest({ type, file: upload, parent: null, sidecar: true, claim, assertions }, signer);
  return store;
}

function assertionsFor({ kind }: MediaFormat, request: EmbedRequest, ingredient: Ingredient | null) {
  return listAssertions(request, kind, ingredient && referTo(ingredient), ingredient?.sha256);
}

/** It does not matter here whose manifest it is. */
async function holdsManifest(upload: Uint8Array): Promise<boolean> {
  return (await readManifest(upload, { roots: [], generatorStatus: async () => null }))?.found ?? false;
}

function joinAround({ before, after }: ManifestPlace, wrapped: Uint8Array): Uint8Array {
  return Buffer.concat([...before, wrapped, ...after]);
}
