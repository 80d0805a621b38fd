// Checks that a store is, byte for byte, in the form that this service writes. Some parts of a
// store, such as headers, labels and kept manifests of others, are neither hashed nor signed under
// C2PA. Only the exact form proves that nobody changed them.
import { isSuperbox, readSuperbox, type Superbox } from '../../containers/jumbf/jumbf-boxes.ts';
import { assertionLabel } from '../manifest/box-types.ts';
import { type CoseSignature, writeCoseSign1 } from '../manifest/cose-sign1.ts';
import { cborContent, readMap, type StoredManifest } from '../manifest/read-store.ts';
import { writeManifest, writeStore } from '../manifest/write-manifest.ts';
import { isDigest } from './check-hashes.ts';

export function hasServiceForm(store: Uint8Array, manifest: StoredManifest, cose: CoseSignature): boolean {
  const boxes = readSuperbox(store).children.filter(isSuperbox);
  const signature = writeCoseSign1(cose.protectedHeader, cose.signature);
  const assertions = manifest.assertions.map(({ bytes }) => bytes);
  return (
    equal(writeStore(boxes.map(({ bytes }) => bytes)), store) &&
    equal(writeManifest(manifest.label, assertions, manifest.claim, signature), manifest.box.bytes) &&
    keepsOthers(manifest, boxes.slice(0, -1))
  );
}

/** One hash covers all manifests that the file already had. */
function keepsOthers({ assertions }: StoredManifest, kept: readonly Superbox[]): boolean {
  const provenance = assertions.find(({ label }) => label === assertionLabel.provenance);
  const hash = provenance && readMap(cborContent(provenance)).get('kept_manifests_sha256');
  if (hash === undefined) return kept.length === 0;
  return isDigest(
    hash,
    'sha256',
    kept.map(({ bytes }) => bytes),
  );
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
