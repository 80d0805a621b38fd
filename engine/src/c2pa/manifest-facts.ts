// The assertions in a manifest of this service: the origin of the content, its record and its
// watermark. Both writers use them: our own for JPEG and PNG, and the builder of c2pa-rs for other
// containers.
import type { MediaKind } from '../formats/media-format.ts';
import { CborTag, type CborValue, cborMap } from './cbor/cbor-value.ts';
import { assertionLabel } from './manifest/box-types.ts';
import type { Assertion } from './manifest/write-manifest.ts';
import { watermarkAlgorithms } from './soft-bindings.ts';

export interface ManifestFacts {
  /** The model, and when it made the content. */
  readonly model: string;
  readonly createdAt: string;
  /** The service's own assertion. */
  readonly provenance: Readonly<Record<string, string>>;
  /** The record's ML-DSA-65 signature, for a manifest that is signed with another algorithm. */
  readonly recordSignature?: Readonly<Record<string, string>> | undefined;
  /** 16 hex digits; null: the file carries no watermark. */
  readonly watermarkId: string | null;
}

/** IPTC NewsCodes: made by a model from training data. */
const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const dateTag = 0;

/**
 * parent: how the action `c2pa.opened` refers to the ingredient; null: the file had no manifest
 * before.
 */
export function listAssertions(
  facts: ManifestFacts,
  kind: MediaKind,
  parent: ReadonlyMap<string | number, CborValue> | null,
  keptHash?: Uint8Array,
): Assertion[] {
  const { provenance, recordSignature, watermarkId } = facts;
  const actions = [describeOrigin(facts, parent), ...(watermarkId === null ? [] : [markedAction(facts)])];
  return [
    { label: assertionLabel.actions, value: cborMap({ actions, allActionsIncluded: true }) },
    { label: assertionLabel.provenance, value: cborMap({ ...provenance, kept_manifests_sha256: keptHash }) },
    ...(recordSignature ? [{ label: assertionLabel.recordSignature, value: cborMap(recordSignature) }] : []),
    ...(watermarkId === null ? [] : [bindWatermark(watermarkId, kind)]),
  ];
}

// If the file already had a manifest, the action is `c2pa.opened`, and the parent states the
// source. Otherwise the action is `c2pa.created` (C2PA 2.2 §18.14.4).
function describeOrigin({ model, createdAt }: ManifestFacts, parent: Parameters<typeof listAssertions>[2]): CborValue {
  const shared = { when: new CborTag(dateTag, createdAt), softwareAgent: cborMap({ name: model }) };
  if (!parent) return cborMap({ action: 'c2pa.created', ...shared, digitalSourceType });
  return cborMap({ action: 'c2pa.opened', ...shared, parameters: parent });
}

function markedAction({ createdAt }: ManifestFacts): CborValue {
  return cborMap({ action: 'c2pa.watermarked.bound', when: new CborTag(dateTag, createdAt) });
}

function bindWatermark(id: string, kind: MediaKind): Assertion {
  const blocks = [cborMap({ scope: new Map(), value: Buffer.from(id, 'hex') })];
  return {
    label: assertionLabel.softBinding,
    value: cborMap({ alg: watermarkAlgorithms[kind], blocks, pad: new Uint8Array() }),
  };
}
