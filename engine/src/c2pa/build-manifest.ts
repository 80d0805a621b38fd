// Uses the builder of c2pa-rs as our second writer, for the containers that our own writer does not
// support: WebP, WAV, FLAC, MP3, MP4, MOV and PDF. The builder gets the same assertions, as JSON,
// and signs through the same signer.
import { UnsupportedMedia } from '../containers/broken-media.ts';
import { CborTag, type CborValue } from './cbor/cbor-value.ts';
import type { ClaimSigner } from './claim-signer.ts';
import { specificationVersion } from './manifest/box-types.ts';
import type { Assertion, ClaimFacts } from './manifest/write-manifest.ts';
import type { BuiltFile } from './reader/build-in-thread.ts';
import { buildWithC2paRs } from './reader/c2pa-rs.ts';

export interface BuildRequest {
  readonly type: string;
  readonly file: Uint8Array;
  /** The file whose manifest is kept as the ingredient. */
  readonly parent: Uint8Array | null;
  readonly sidecar: boolean;
  readonly claim: ClaimFacts;
  readonly assertions: readonly Assertion[];
}

/** How an action refers to the ingredient that the builder adds. */
export const parentReference: ReadonlyMap<string, CborValue> = new Map([['ingredientIds', ['parent']]]);

/** Throws UnsupportedMedia for a file that the builder cannot write into. */
export async function buildManifest(request: BuildRequest, signer: ClaimSigner): Promise<BuiltFile> {
  const { type, file: bytes, parent, sidecar, claim, assertions } = request;
  const definition = JSON.stringify({
    claim_version: 2,
    label: claim.manifest,
    instance_id: claim.instanceId,
    claim_generator_info: [{ ...claim.generator, specVersion: specificationVersion }],
    assertions: assertions.map(({ label, value }) => ({ label, data: asJson(value), created: true })),
  });
  const task = { type, bytes, definition, parent, sidecar, signatureSize: signer.size };
  const outcome = await buildWithC2paRs(task, signer.sign);
  if (!('problem' in outcome)) return outcome;
  throw new UnsupportedMedia(`The manifest cannot be written into this file: ${reasonOf(outcome.problem)}.`);
}

/** Bytes become base64, which is their form in JSON assertions. */
function asJson(value: CborValue): unknown {
  if (value instanceof CborTag) return asJson(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, asJson(each)]));
  return Array.isArray(value) ? value.map(asJson) : value;
}

/** The error text of c2pa-rs without the name of its error type. */
function reasonOf(problem: string): string {
  return problem.replace(/^C2pa\((.*)\)$/s, '$1').slice(0, 200);
}
