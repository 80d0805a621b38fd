// Makes the manifest that a file already has an ingredient of a new one (C2PA 2.2 §10.3.2.3,
// §18.16). The whole store is kept, and the current result of its validation is recorded, good or
// bad.
import { createHash } from 'node:crypto';
import { type CborValue, cborMap } from './cbor/cbor-value.ts';
import { assertionLabel, boxLabel, manifestUri } from './manifest/box-types.ts';
import { findSignature, readStore } from './manifest/read-store.ts';
import { type Assertion, hashedUri } from './manifest/write-manifest.ts';
import { detectAssetType } from './reader/asset-type.ts';
import { readWithC2paRs } from './reader/c2pa-rs.ts';
import { readMlDsaManifest, type ServiceCertificates } from './reader/ml-dsa-manifest.ts';

export interface Ingredient {
  readonly assertion: Assertion;
  /** Whole superboxes, unchanged from the store. */
  readonly manifests: readonly Uint8Array[];
  readonly sha256: Uint8Array;
}

type Status = { readonly code: string; readonly url?: string; readonly explanation?: string };
type StatusLists = Partial<Record<'success' | 'informational' | 'failure', readonly Status[]>>;

/** Throws BrokenMedia if the store cannot be parsed: it could not be kept. */
export function readKept(store: Uint8Array) {
  const manifests = readStore(store);
  const active = manifests.at(-1)!;
  return { manifests, active, signature: findSignature(active) };
}

export async function keepIngredient(
  content: Uint8Array,
  store: Uint8Array,
  service: ServiceCertificates,
): Promise<Ingredient> {
  const { manifests, active, signature } = readKept(store);
  const hash = createHash('sha256');
  for (const { bytes } of manifests) hash.update(bytes);
  return {
    assertion: {
      label: assertionLabel.ingredient,
      value: cborMap({
        'dc:format': detectAssetType(content)!,
        relationship: 'parentOf',
        activeManifest: hashedUri(manifestUri(active.label), active.content),
        claimSignature: hashedUri(manifestUri(active.label, boxLabel.signature), signature.content),
        validationResults: cborMap({ activeManifest: await validate(content, manifestUri(active.label), service) }),
      }),
    },
    manifests: manifests.map(({ bytes }) => bytes),
    sha256: hash.digest(),
  };
}

async function validate(content: Uint8Array, url: string, service: ServiceCertificates): Promise<CborValue> {
  const own = await readMlDsaManifest(content, service);
  if (own) return writeStatus({ success: withUrl(own.passed, url), failure: withUrl(own.failed, url) });
  const outcome = await readWithC2paRs(detectAssetType(content)!, content);
  if ('problem' in outcome) return writeStatus({ failure: [{ code: 'general.error', url }] });
  return writeStatus(JSON.parse(outcome.json).validation_results?.activeManifest ?? {});
}

function withUrl(codes: readonly string[], url: string): Status[] {
  return codes.map((code) => ({ code, url }));
}

function writeStatus(lists: StatusLists): CborValue {
  const write = (list: readonly Status[] = []) =>
    list.map(({ code, url, explanation }) => cborMap({ code, url, explanation }));
  return cborMap({
    success: write(lists.success),
    informational: write(lists.informational),
    failure: write(lists.failure),
  });
}
