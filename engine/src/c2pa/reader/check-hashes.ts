// Checks the hashes in a manifest (C2PA 2.2 §15.10.3, §15.11, §15.12.1): those of its assertions,
// of the manifests of its ingredients, and of the bytes of the file. The results are C2PA status
// codes.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Superbox } from '../../containers/jumbf/jumbf-boxes.ts';
import type { ManifestPlace } from '../../formats/media-format.ts';
import type { CborKey, CborValue } from '../cbor/cbor-value.ts';
import { assertionLabel, assertionUri, boxLabel, manifestUri } from '../manifest/box-types.ts';
import { cborContent, readMap, type StoredManifest, withoutInstance } from '../manifest/read-store.ts';

type Fields = ReadonlyMap<CborKey, CborValue>;

/** C2PA names of the algorithms (C2PA 2.2 §13.1). */
const hashes = ['sha256', 'sha384', 'sha512'];
const listsOfClaim = ['created_assertions', 'gathered_assertions', 'assertions'];

/** Whether the claim refers to the signature in its own manifest. */
export function namesItsSignature({ label, claim }: StoredManifest): boolean {
  const absolute = manifestUri(label, boxLabel.signature);
  return [absolute, `self#jumbf=${boxLabel.signature}`].includes(readMap(claim).get('signature') as string);
}

export function checkAssertions({ label, assertions, claim }: StoredManifest): string[] {
  const fields = readMap(claim);
  const references = listsOfClaim.flatMap((list) => asArray(fields.get(list))).filter((each) => each instanceof Map);
  const codes = references.map((reference: Fields) => {
    const [box, ...others] = assertions.filter((each) => isAddressOf(reference.get('url'), label, each.label));
    if (!box || others.length > 0) return 'assertion.missing';
    return matches(reference, fields, box) ? 'assertion.hashedURI.match' : 'assertion.hashedURI.mismatch';
  });
  return references.length === assertions.length ? codes : [...codes, 'assertion.undeclared'];
}

function isAddressOf(url: CborValue | undefined, manifest: string, assertion: string): boolean {
  const relative = assertionUri(assertion);
  return url === relative || url === manifestUri(manifest, relative.slice(relative.indexOf('=') + 1));
}

/** store: all manifests in the store. */
export function checkIngredients({ assertions, claim }: StoredManifest, store: readonly Superbox[]): string[] {
  const claimFields = readMap(claim);
  return assertions
    .filter(({ label }) => withoutInstance(label) === assertionLabel.ingredient)
    .map((box) => readMap(cborContent(box)).get('activeManifest'))
    .filter((reference) => reference instanceof Map)
    .map((reference: Fields) => {
      const manifest = store.find(({ label }) => reference.get('url') === manifestUri(label));
      if (!manifest) return 'ingredient.manifest.missing';
      return matches(reference, claimFields, manifest)
        ? 'ingredient.manifest.validated'
        : 'ingredient.manifest.mismatch';
    });
}

/**
 * The only exclusion must be the manifest store itself: anyone could change other excluded bytes
 * unnoticed.
 */
export function checkDataHash({ assertions, claim }: StoredManifest, size: number, place: ManifestPlace): string {
  const [box, ...others] = assertions.filter(({ label }) => withoutInstance(label) === assertionLabel.dataHash);
  if (!box) return 'claim.hardBindings.missing';
  if (others.length > 0) return 'assertion.multipleHardBindings';
  const fields = readMap(cborContent(box));
  const [exclusion, ...more] = asArray(fields.get('exclusions'));
  const start = sizeOf(place.before);
  const leavesOutStore =
    exclusion instanceof Map &&
    more.length === 0 &&
    exclusion.get('start') === start &&
    exclusion.get('length') === size - start - sizeOf(place.after);
  const algorithm = fields.get('alg') ?? readMap(claim).get('alg');
  const equal = leavesOutStore && isDigest(fields.get('hash'), algorithm, [...place.before, ...place.after]);
  return equal ? 'assertion.dataHash.match' : 'assertion.dataHash.mismatch';
}

function matches(reference: Fields, claim: Fields, { content }: Superbox): boolean {
  return isDigest(reference.get('hash'), reference.get('alg') ?? claim.get('alg'), [content]);
}

export function isDigest(
  given: CborValue | undefined,
  algorithm: CborValue | undefined,
  parts: readonly Uint8Array[],
): boolean {
  if (!(given instanceof Uint8Array) || !hashes.includes(algorithm as string)) return false;
  const hash = createHash(algorithm as string);
  for (const part of parts) hash.update(part);
  const digest = hash.digest();
  return given.length === digest.length && timingSafeEqual(given, digest);
}

function asArray(value: CborValue | undefined): readonly CborValue[] {
  return Array.isArray(value) ? value : [];
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
