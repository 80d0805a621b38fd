// The recipe of embedding a C2PA manifest (specification, Records and C2PA), read top to bottom: the signed file of a record in,
// the same file with a manifest bound to its bytes out. Reaches nothing but its ports.
import { createHash } from 'node:crypto';
import { CborTag, type CborValue, cborMap } from './c2pa/cbor/cbor-value.ts';
import { type Ingredient, keepIngredient } from './c2pa/keep-ingredient.ts';
import { assertionLabel, assertionUri } from './c2pa/manifest/box-types.ts';
import { bytesToSign, writeCoseSign1, writeProtectedHeader } from './c2pa/manifest/cose-sign1.ts';
import {
  type Assertion,
  type ClaimFacts,
  hashedUri,
  writeAssertion,
  writeClaim,
  writeManifest,
  writeStore,
} from './c2pa/manifest/write-manifest.ts';
import { UnsupportedMedia } from './containers/broken-media.ts';
import { expectVerifiable } from './content-sizes.ts';
import { detectFormat } from './formats/all-formats.ts';
import type { MediaFormat } from './formats/media-format.ts';
import type { GeneratorIndex, Signer, TokenIndex } from './ports.ts';
import { Reconstruction, type SignedContent } from './reconstruction.ts';
import { serviceChecks } from './service-checks.ts';
import { mlDsa65 } from './signatures/ml-dsa.ts';

export interface EmbedRequest {
  /** Only a file that the service delivers for this record gets its manifest. */
  readonly record: SignedContent;
  readonly claim: ClaimFacts;
  /** The model, and when it made the content. */
  readonly model: string;
  readonly createdAt: string;
  /** The service's own assertion. */
  readonly provenance: Readonly<Record<string, string>>;
  /** 16 hex digits; null: the file carries no watermark. */
  readonly watermarkId: string | null;
  /** DER: the one over the signer's key first, the root left out. */
  readonly certificates: readonly Uint8Array[];
  readonly certificateRoots: readonly Uint8Array[];
  /** The file before it was signed, where its manifest is kept: what it says of itself was true of those bytes. */
  readonly parent?: Uint8Array | undefined;
}

export interface EmbeddedMedia {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** IPTC NewsCodes: made by a model from training data. */
const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
export const watermarkAlgorithm = 'service.watermark.dct-image';
const dateTag = 0;
const superboxHeaderSize = 8;

/** null: the upload is no file of the record. Throws UnsupportedMedia or BrokenMedia for what cannot take a manifest. */
export async function embedManifest(
  upload: Uint8Array,
  request: EmbedRequest,
  ports: Signer & GeneratorIndex & TokenIndex,
): Promise<EmbeddedMedia | null> {
  const format = expectFormat(upload);
  const checks = serviceChecks(request.certificateRoots, ports);
  if (!(await new Reconstruction(upload).isDelivered(request.record, checks))) return null;
  const { before, after, store } = format.manifest.find(upload);
  const service = { roots: request.certificateRoots, generatorStatus: ports.findGeneratorStatus };
  const ingredient = store && (await keepIngredient(request.parent ?? upload, store, service));
  const facts = listFacts(request, ingredient);
  const binding = { start: sizeOf(before), hash: digest([...before, ...after]) };
  const unsigned = settleLength(format, request, ingredient, (length) => [...facts, bindData(binding, length)]);
  const protectedHeader = writeProtectedHeader(request.certificates);
  const signature = await ports.sign(bytesToSign(protectedHeader, unsigned.claim));
  const wrapped = format.manifest.wrap(unsigned.store(writeCoseSign1(protectedHeader, signature)));
  expectVerifiable(sizeOf(before) + wrapped.length + sizeOf(after));
  return { bytes: Buffer.concat([...before, wrapped, ...after]), mimeType: format.mimeType };
}

function expectFormat(upload: Uint8Array): Required<Pick<MediaFormat, 'manifest'>> & MediaFormat {
  const format = detectFormat(upload);
  if (!format?.manifest) throw new UnsupportedMedia('A manifest can be embedded into JPEG and PNG files only.');
  return format as Required<Pick<MediaFormat, 'manifest'>> & MediaFormat;
}

function listFacts(request: EmbedRequest, ingredient: Ingredient | null): Assertion[] {
  const { watermarkId } = request;
  const provenance = cborMap({ ...request.provenance, kept_manifests_sha256: ingredient?.sha256 });
  return [
    ...(ingredient ? [ingredient.assertion] : []),
    { label: assertionLabel.actions, value: cborMap({ actions: [describeOrigin(request, ingredient)] }) },
    { label: assertionLabel.provenance, value: provenance },
    ...(watermarkId === null ? [] : [bindWatermark(watermarkId)]),
  ];
}

// What has a manifest was there before: it was opened. What has none was created (C2PA 2.2 §18.14.4).
function describeOrigin({ model, createdAt }: EmbedRequest, ingredient: Ingredient | null): CborValue {
  const shared = { when: new CborTag(dateTag, createdAt), digitalSourceType, softwareAgent: cborMap({ name: model }) };
  if (!ingredient) return cborMap({ action: 'c2pa.created', ...shared });
  const content = writeAssertion(ingredient.assertion).subarray(superboxHeaderSize);
  const parent = hashedUri(assertionUri(ingredient.assertion.label), content);
  return cborMap({ action: 'c2pa.opened', ...shared, parameters: cborMap({ ingredients: [parent] }) });
}

function bindWatermark(id: string): Assertion {
  const blocks = [cborMap({ scope: new Map(), value: Buffer.from(id, 'hex') })];
  return {
    label: assertionLabel.softBinding,
    value: cborMap({ alg: watermarkAlgorithm, blocks, pad: new Uint8Array() }),
  };
}

function bindData({ start, hash }: { start: number; hash: Uint8Array }, length: number): Assertion {
  const exclusions = [cborMap({ start, length })];
  const value = cborMap({ exclusions, name: 'jumbf manifest', alg: 'sha256', hash, pad: new Uint8Array() });
  return { label: assertionLabel.dataHash, value };
}

// The binding says how long the wrapped store is, of which it is a part: tried until what it says is so.
function settleLength(
  format: ReturnType<typeof expectFormat>,
  { claim: facts, certificates }: EmbedRequest,
  ingredient: Ingredient | null,
  assertionsFor: (length: number) => Assertion[],
) {
  const blank = writeCoseSign1(writeProtectedHeader(certificates), new Uint8Array(mlDsa65.signatureSize));
  for (let length = 0, attempt = 0; attempt < 5; attempt += 1) {
    const assertions = new Map(assertionsFor(length).map((each) => [each.label, writeAssertion(each)]));
    const claim = writeClaim(facts, assertions);
    const store = (signature: Uint8Array) => {
      const manifest = writeManifest(facts.manifest, [...assertions.values()], claim, signature);
      return writeStore([...(ingredient?.manifests ?? []), manifest]);
    };
    const wrappedLength = format.manifest.wrap(store(blank)).length;
    if (wrappedLength === length) return { claim, store };
    length = wrappedLength;
  }
  throw new Error('The length of a manifest store did not settle.');
}

function digest(parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
