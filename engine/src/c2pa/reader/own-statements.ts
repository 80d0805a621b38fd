// The statements of a manifest that our own code reads, because it is signed with ML-DSA. Its CBOR
// gets the shape of the c2pa-rs report, so that the same code describes both kinds.

import type { Superbox } from '../../containers/jumbf/jumbf-boxes.ts';
import { hasCode, isRefusal } from '../../engine-error.ts';
import { CborTag, type CborValue } from '../cbor/cbor-value.ts';
import { decodeCbor } from '../cbor/decode-cbor.ts';
import { readSigningCertificate } from '../certificate/certificate-chain.ts';
import { readCoseSign1 } from '../manifest/cose-sign1.ts';
import { cborContent, readStoredManifest, type StoredManifest, withoutInstance } from '../manifest/read-store.ts';
import { type Statements, statementsOf } from './c2pa-rs-statements.ts';
import type { ReportedIngredient, ReportedManifest } from './reported-manifest.ts';

const described = /^c2pa\.(actions|training-mining)|^cawg\.training-mining/;
/**
 * A store can have thousands of manifests. The active one is the last, and its ingredients are the
 * nearest before it.
 */
const mostManifests = 100;
const deepestValue = 12;

/** store: the active manifest last. */
export function statementsInStore(store: readonly Superbox[]): Statements {
  const reported = store.slice(-mostManifests).map((box) => [box.label, describe(box)] as const);
  // The manifests of the ingredients were not validated, so the result says nothing about them.
  return statementsOf(reported.at(-1)![1], Object.fromEntries(reported), null);
}

function describe(box: Superbox): ReportedManifest {
  try {
    const manifest = readStoredManifest(box);
    const claim = record(plain(decodeCbor(manifest.claim)));
    const labels = manifest.assertions.map(({ label }) => withoutInstance(label));
    return {
      assertions: manifest.assertions
        .filter(({ label }) => described.test(label))
        .map((each) => ({ label: withoutInstance(each.label), data: plain(decodeCbor(cborContent(each))) })),
      signature_info: { issuer: issuerOf(manifest) },
      claim_generator: typeof claim.claim_generator === 'string' ? claim.claim_generator : null,
      claim_generator_info: [claim.claim_generator_info].flat().map(record),
      ingredients: manifest.assertions.filter(({ label }) => label.startsWith('c2pa.ingredient')).map(ingredientOf),
      thumbnail: labels.some((label) => label.startsWith('c2pa.thumbnail.claim')),
    };
  } catch (problem) {
    if (isRefusal(problem) || hasCode(problem, 'broken_cbor')) return {};
    throw problem;
  }
}

function ingredientOf(assertion: Superbox): ReportedIngredient {
  const data = record(plain(decodeCbor(cborContent(assertion))));
  const { url } = record(data.activeManifest ?? data.c2pa_manifest);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    title: text(data['dc:title']),
    relationship: text(data.relationship),
    active_manifest: text(url)?.split('/').at(-1) ?? null,
    thumbnail: data.thumbnail,
  };
}

function issuerOf({ signature }: StoredManifest): string | null {
  const cose = readCoseSign1(cborContent(signature));
  return readSigningCertificate(cose?.certificates[0] ?? new Uint8Array())?.organization ?? null;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** CBOR as JSON values. Byte strings become null: statements do not need them. */
function plain(value: CborValue, depth = 0): unknown {
  if (depth > deepestValue || value instanceof Uint8Array) return null;
  if (value instanceof CborTag) return plain(value.value, depth + 1);
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1));
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, each]) => [String(key), plain(each, depth + 1)]));
  return value;
}
