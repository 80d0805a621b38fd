// Finds out whether and where a file can contain a manifest store, without knowing its container.
// Every way to carry a store leaves one of a few short texts in the file: a JUMBF box, or the name
// of a chunk, an element or a file in a package. So does the address of a store elsewhere.

import { absentIfRefused } from '../../containers/broken-media.ts';
import { isManifestStore } from '../../containers/jumbf/manifest-store.ts';
import { detectFormat } from '../../formats/all-formats.ts';
import { boxType } from '../manifest/box-types.ts';
import { detectAssetType } from './asset-type.ts';
import { traceInText, traceOfAddress } from './unread-places.ts';

const traces = [...['jumb', 'c2pa', 'C2PA'].map((text) => Buffer.from(text, 'latin1')), traceOfAddress];
const storeType = Buffer.from(boxType.store, 'hex');
/** A store begins with two box headers; the type follows them. */
const bytesBeforeType = 16;
const mostStores = 8;

/** Most files have no trace, and need only this search. */
export function hasTraceOfManifest(file: Uint8Array): boolean {
  const bytes = asBuffer(file);
  // Only text can have the last trace, and each search through 50 MB takes milliseconds.
  return traces.some((trace) => bytes.includes(trace)) || (!detectAssetType(file) && bytes.includes(traceInText));
}

/**
 * Contiguous stores anywhere in the file, and the store in the place that the format defines: a
 * JPEG can split it into several pieces.
 */
export function findStores(file: Uint8Array): Uint8Array[] {
  const bytes = asBuffer(file);
  const stores: Uint8Array[] = [];
  for (
    let at = bytes.indexOf(storeType);
    at >= 0 && stores.length < mostStores;
    at = bytes.indexOf(storeType, at + 1)
  ) {
    const start = at - bytesBeforeType;
    if (start < 0 || !isManifestStore(bytes.subarray(start))) continue;
    stores.push(bytes.subarray(start, start + bytes.readUInt32BE(start)));
  }
  const placed = storeInPlace(file);
  return placed ? [placed, ...stores] : stores;
}

function storeInPlace(file: Uint8Array): Uint8Array | null {
  try {
    return detectFormat(file)?.manifest?.find(file).store ?? null;
  } catch (problem) {
    return absentIfRefused(problem);
  }
}

function asBuffer(file: Uint8Array): Buffer {
  return Buffer.from(file.buffer, file.byteOffset, file.length);
}
