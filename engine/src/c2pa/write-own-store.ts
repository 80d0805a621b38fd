// Our own writer: binds a manifest store to the bytes of a file by one hash. Inside JPEG and PNG
// the hash leaves out the bytes of the store; for a sidecar file (`.c2pa`) it covers every byte.
import { createHash } from 'node:crypto';
import type { ManifestPlace } from '../formats/media-format.ts';
import { type CborValue, cborMap } from './cbor/cbor-value.ts';
import type { ClaimSigner } from './claim-signer.ts';
import type { Ingredient } from './keep-ingredient.ts';
import { assertionLabel, assertionUri } from './manifest/box-types.ts';
import {
  type Assertion,
  type ClaimFacts,
  hashedUri,
  writeAssertion,
  writeClaim,
  writeManifest,
  writeStore,
} from './manifest/write-manifest.ts';

const superboxHeaderSize = 8;

export interface StoreContent {
  readonly claim: ClaimFacts;
  readonly assertions: readonly Assertion[];
  readonly ingredient: Ingredient | null;
}

/** Writes a store that goes into the file: `wrapped` goes between `before` and `after`. */
export async function writeStoreInPlace(
  { before, after }: ManifestPlace,
  wrap: (store: Uint8Array) => Uint8Array,
  content: StoreContent,
  signer: ClaimSigner,
): Promise<{ readonly store: Uint8Array; readonly wrapped: Uint8Array }> {
  const [start, hash] = [sizeOf(before), digest([...before, ...after])];
  const blank = new Uint8Array(signer.size);
  // The binding contains the length of the wrapped store, and is itself part of that store. Repeat
  // until the length no longer changes.
  for (let length = 0, attempt = 0; attempt < 5; attempt += 1) {
    const draft = draftStore(content, bindData(hash, [cborMap({ start, length })]));
    const wrappedLength = wrap(draft.store(blank)).length;
    if (wrappedLength === length) {
      const store = draft.store(await signer.sign(draft.claim));
      return { store, wrapped: wrap(store) };
    }
    length = wrappedLength;
  }
  throw new Error('The length of a manifest store did not settle.');
}

export async function writeStoreBeside(
  file: Uint8Array,
  content: StoreContent,
  signer: ClaimSigner,
): Promise<Uint8Array> {
  const draft = draftStore(content, bindData(digest([file])));
  return draft.store(await signer.sign(draft.claim));
}

/** How an action refers to a kept manifest. */
export function referTo({ assertion }: Ingredient): ReadonlyMap<string | number, CborValue> {
  const content = writeAssertion(assertion).subarray(superboxHeaderSize);
  return cborMap({ ingredients: [hashedUri(assertionUri(assertion.label), content)] });
}

function draftStore({ claim: facts, assertions, ingredient }: StoreContent, binding: Assertion) {
  const all = [...(ingredient ? [ingredient.assertion] : []), ...assertions, binding];
  const boxes = new Map(all.map((each) => [each.label, writeAssertion(each)]));
  const claim = writeClaim(facts, boxes);
  const store = (signature: Uint8Array) => {
    const manifest = writeManifest(facts.manifest, [...boxes.values()], claim, signature);
    return writeStore([...(ingredient?.manifests ?? []), manifest]);
  };
  return { claim, store };
}

function bindData(hash: Uint8Array, exclusions?: readonly CborValue[]): Assertion {
  const value = cborMap({ exclusions, name: 'jumbf manifest', alg: 'sha256', hash, pad: new Uint8Array() });
  return { label: assertionLabel.dataHash, value };
}

function digest(parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
