// Writes a C2PA manifest as a JUMBF superbox (C2PA 2.2 §11.1): its assertions, the claim that lists
// their hashes, and the signature of the claim. Everything except the signature is deterministic:
// the same facts give the same bytes.
import { createHash } from 'node:crypto';
import { writeBox, writeSuperbox } from '../../containers/jumbf/jumbf-boxes.ts';
import { type CborValue, cborMap } from '../cbor/cbor-value.ts';
import { encodeCbor } from '../cbor/encode-cbor.ts';
import { assertionUri, boxLabel, boxType, manifestUri, specificationVersion } from './box-types.ts';

export interface Assertion {
  readonly label: string;
  readonly value: CborValue;
}

export interface ClaimFacts {
  /** The label of the manifest. */
  readonly manifest: string;
  readonly instanceId: string;
  readonly generator: { readonly name: string; readonly version: string };
}

const superboxHeaderSize = 8;

export function writeAssertion({ label, value }: Assertion): Uint8Array {
  return cborSuperbox(boxType.cbor, label, encodeCbor(value));
}

/** The CBOR of the claim, which the signature covers. assertions: superboxes by label. */
export function writeClaim(facts: ClaimFacts, assertions: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return encodeCbor(
    cborMap({
      alg: 'sha256',
      instanceID: facts.instanceId,
      claim_generator_info: cborMap({ ...facts.generator, specVersion: specificationVersion }),
      signature: manifestUri(facts.manifest, boxLabel.signature),
      created_assertions: [...assertions].map(([label, box]) =>
        hashedUri(assertionUri(label), box.subarray(superboxHeaderSize)),
      ),
    }),
  );
}

export function writeManifest(
  manifest: string,
  assertions: readonly Uint8Array[],
  claim: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  return writeSuperbox(boxType.manifest, manifest, [
    writeSuperbox(boxType.assertionStore, boxLabel.assertionStore, assertions),
    cborSuperbox(boxType.claim, boxLabel.claim, claim),
    cborSuperbox(boxType.signature, boxLabel.signature, signature),
  ]);
}

/** manifests: whole superboxes, the active one last. */
export function writeStore(manifests: readonly Uint8Array[]): Uint8Array {
  return writeSuperbox(boxType.store, boxLabel.store, manifests);
}

/** content: the bytes of a superbox without its header. */
export function hashedUri(url: string, content: Uint8Array): CborValue {
  return cborMap({ url, hash: createHash('sha256').update(content).digest() });
}

function cborSuperbox(type: string, label: string, content: Uint8Array): Buffer {
  return writeSuperbox(type, label, [writeBox('cbor', [content])]);
}
