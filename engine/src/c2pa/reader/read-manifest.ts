// Reads the C2PA manifest of any upload: c2pa-rs does, in a thread of its own. Total: what cannot be read has findings too,
// and an upload without a manifest, or with no more than the address of one elsewhere, has none.

import { detectAssetType } from './asset-type.ts';
import { readWithC2paRs } from './c2pa-rs.ts';
import { interpretReport } from './c2pa-rs-report.ts';
import { type ManifestFindings, unreadableManifest } from './manifest-findings.ts';

// Every way to carry a manifest leaves one of these in the file: a JUMBF box, the name of a chunk, an element or a file in a
// package. Most uploads have none and cost no more than this look.
const traces = ['jumb', 'c2pa', 'C2PA'].map((text) => Buffer.from(text, 'latin1'));
/** The description box of a manifest store: its type (C2PA 2.2 §11.1.4.2). */
const storeDescription = Buffer.concat([
  Buffer.from('jumd', 'latin1'),
  Buffer.from('6332706100110010800000aa00389b71', 'hex'),
]);
// What c2pa-rs says of a file without a manifest, or with only an address of one, which is not asked for it.
const absences = ['JumbfNotFound', 'RemoteManifestUrl', 'ProvenanceMissing'];

export async function readManifest(content: Uint8Array): Promise<ManifestFindings | null> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!traces.some((trace) => bytes.includes(trace))) return null;
  const type = detectAssetType(bytes);
  if (type === null) return null;
  const outcome = await readWithC2paRs(type, content);
  if (!('problem' in outcome)) return interpretReport(outcome.json, outcome.crJson);
  const { problem } = outcome;
  if (absences.some((absence) => problem.includes(absence))) return null;
  return problem.includes('PrereleaseError') || bytes.includes(storeDescription) ? unreadableManifest : null;
}
