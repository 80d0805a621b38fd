// Reads a manifest store without its file, for the repository of manifests: its statements, its
// faults and its soft bindings. The binding to a file cannot be checked here, and this does not
// count as a fault.
import { BrokenMedia } from '../containers/broken-media.ts';
import { hasCode } from '../engine-error.ts';
import type { ManifestIndex } from '../ports.ts';
import { assertionLabel } from './manifest/box-types.ts';
import { cborContent, readMap, readStore, readStoredManifest, withoutInstance } from './manifest/read-store.ts';
import { writeStore } from './manifest/write-manifest.ts';
import type { ManifestFindings } from './reader/manifest-findings.ts';
import type { ServiceCertificates } from './reader/ml-dsa-manifest.ts';
import { readManifest } from './reader/read-manifest.ts';
import { type SoftBinding, softBindingsIn } from './soft-bindings.ts';

export interface StoreRequest {
  /** The roots under which the service issues certificates, in DER. */
  readonly certificateRoots: readonly Uint8Array[];
}

export type StorePorts = Pick<ManifestIndex, 'findManifestRecordId'> & {
  findGeneratorStatus: ServiceCertificates['generatorStatus'];
};

export interface StoreReading {
  /** The label of the active manifest. */
  readonly manifestId: string;
  /** Those that the active manifest asserts. */
  readonly softBindings: readonly SoftBinding[];
  readonly statements: ManifestStatements;
  /**
   * C2PA status codes of failed checks, except those about the file, the signer, time stamps,
   * ingredients and identities.
   */
  readonly faults: readonly string[];
}

/** The findings about the manifest itself, without those about a file. */
export type ManifestStatements = Pick<
  ManifestFindings,
  'assertions' | 'manifest_count' | 'signature_issuer' | 'is_service' | 'tool' | 'signed_at' | 'actions' | 'ingredients'
>;

const aboutTheFile = /^assertion\.(dataHash|bmffHash|boxesHash|collectionHash)\.mismatch$/;
/**
 * Codes about the signer, the time stamp, ingredients and identities. They do not make the manifest
 * itself faulty: a repository also keeps manifests whose certificate has expired.
 */
const aboutOthers = /^(signingCredential|timeStamp|ingredient|cawg)\./;

/** Throws BrokenMedia if the bytes are not one manifest store. */
export async function readStoreAlone(
  store: Uint8Array,
  { certificateRoots }: StoreRequest,
  ports: StorePorts,
): Promise<StoreReading> {
  const { label, softBindings } = readActive(store);
  const findings = await readManifest(store, {
    roots: certificateRoots,
    generatorStatus: (generatorId) => ports.findGeneratorStatus(generatorId),
    findManifestRecordId: (storeHash) => ports.findManifestRecordId(storeHash),
    // The result has no state, so trust lists would have no effect.
    trustLists: [],
  });
  if (!findings) throw new BrokenMedia('The bytes are not a manifest store.');
  const errors = findings.validation_errors ?? [];
  return {
    manifestId: label,
    softBindings,
    statements: statementsIn(findings),
    faults: errors.filter((code) => !aboutTheFile.test(code) && !aboutOthers.test(code)),
  };
}

/** Those that the active manifest of the store asserts. */
export function softBindingsOf(store: Uint8Array): readonly SoftBinding[] {
  return readActive(store).softBindings;
}

/** The same store with its active manifest only. */
export function activeManifestOf(store: Uint8Array): Uint8Array {
  return writeStore([readStore(store).at(-1)!.bytes]);
}

function readActive(store: Uint8Array) {
  try {
    const { label, assertions } = readStoredManifest(readStore(store).at(-1)!);
    const softBindings = assertions
      .filter((each) => withoutInstance(each.label) === assertionLabel.softBinding)
      .flatMap((assertion) => softBindingsIn(readMap(cborContent(assertion))));
    return { label, softBindings };
  } catch (problem) {
    if (hasCode(problem, 'broken_cbor')) throw new BrokenMedia('An assertion of the manifest is not valid CBOR.');
    throw problem;
  }
}

function statementsIn(findings: ManifestFindings): ManifestStatements {
  const { assertions, manifest_count, signature_issuer, is_service, tool, signed_at, actions, ingredients } = findings;
  return {
    assertions,
    manifest_count,
    signature_issuer,
    is_service,
    ...(tool && { tool }),
    ...(signed_at && { signed_at }),
    ...(actions && { actions }),
    ...(ingredients && { ingredients }),
  };
}
