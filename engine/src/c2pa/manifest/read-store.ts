// Parses a manifest store (C2PA 2.2 §11.1) into its manifests, and a manifest into assertions,
// claim and signature. Throws BrokenMedia or CborError if the bytes are not valid.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { type Box, isSuperbox, readSuperbox, type Superbox } from '../../containers/jumbf/jumbf-boxes.ts';
import type { CborKey, CborValue } from '../cbor/cbor-value.ts';
import { decodeCbor } from '../cbor/decode-cbor.ts';
import { boxLabel, boxType } from './box-types.ts';

export interface StoredManifest {
  readonly label: string;
  readonly box: Superbox;
  readonly assertions: readonly Superbox[];
  readonly claim: Uint8Array;
  readonly signature: Superbox;
}

/** In the order of the store. The last manifest is the active one. */
export function readStore(bytes: Uint8Array): Superbox[] {
  const store = readSuperbox(bytes);
  const manifests = store.children.filter(isSuperbox);
  if (store.type !== boxType.store || manifests.length === 0) throw new BrokenMedia('The manifest store is empty.');
  return manifests;
}

export function readStoredManifest(box: Superbox): StoredManifest {
  const parts = box.children.filter(isSuperbox);
  const assertionStore = partOf(parts, boxType.assertionStore);
  return {
    label: box.label,
    box,
    assertions: assertionStore.children.filter(isSuperbox),
    claim: cborContent(partOf(parts, boxType.claim)),
    signature: findSignature(box),
  };
}

export function findSignature({ children }: Superbox): Superbox {
  return partOf(children.filter(isSuperbox), boxType.signature);
}

/** The content of a superbox that has exactly one child, a CBOR box. */
export function cborContent({ children }: Superbox): Uint8Array {
  const box = children[0] as Box | undefined;
  if (children.length !== 1 || box?.name !== 'cbor') throw new BrokenMedia('A part of the manifest is no CBOR.');
  return box.content;
}

export function readMap(bytes: Uint8Array): ReadonlyMap<CborKey, CborValue> {
  const value = decodeCbor(bytes);
  if (!(value instanceof Map)) throw new BrokenMedia('A part of the manifest is no map.');
  return value;
}

/** The label of an assertion without the number of its instance (C2PA 2.2 §6.4). */
export function withoutInstance(label: string): string {
  return label.replace(/__\d+$/, '');
}

function partOf(parts: readonly Superbox[], type: string): Superbox {
  const [part, ...others] = parts.filter((each) => each.type === type);
  if (!part || others.length > 0) throw new BrokenMedia(`The manifest does not have exactly one ${boxName(type)}.`);
  return part;
}

function boxName(type: string): string {
  return type === boxType.assertionStore ? boxLabel.assertionStore : type === boxType.claim ? 'claim' : 'signature';
}
