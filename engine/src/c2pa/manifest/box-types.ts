// The JUMBF types and labels of C2PA (C2PA 2.2 §11.1.4), and URIs within a store.

/** The release of C2PA that our manifests follow. */
export const specificationVersion = '2.4.0';

const typeOf = (name: string) => `${Buffer.from(name, 'latin1').toString('hex')}00110010800000aa00389b71`;

export const boxType = {
  store: typeOf('c2pa'),
  manifest: typeOf('c2ma'),
  updateManifest: typeOf('c2um'),
  assertionStore: typeOf('c2as'),
  claim: typeOf('c2cl'),
  signature: typeOf('c2cs'),
  cbor: typeOf('cbor'),
} as const;

export const boxLabel = {
  store: 'c2pa',
  assertionStore: 'c2pa.assertions',
  claim: 'c2pa.claim.v2',
  signature: 'c2pa.signature',
} as const;

export const assertionLabel = {
  actions: 'c2pa.actions.v2',
  dataHash: 'c2pa.hash.data',
  ingredient: 'c2pa.ingredient.v3',
  softBinding: 'c2pa.soft-binding',
  provenance: 'service.provenance',
  recordSignature: 'service.record-signature',
} as const;

/** Relative to the manifest that contains the URI. */
export function assertionUri(label: string): string {
  return `self#jumbf=${boxLabel.assertionStore}/${label}`;
}

/** Absolute: starts at the store. */
export function manifestUri(manifest: string, part?: string): string {
  return `self#jumbf=/${boxLabel.store}/${manifest}${part === undefined ? '' : `/${part}`}`;
}
