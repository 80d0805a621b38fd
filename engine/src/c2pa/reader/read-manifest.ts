// Reads the C2PA manifest of any upload. Our own code checks manifests signed with ML-DSA; c2pa-rs
// checks all others, in its own thread. A manifest that cannot be read has findings, too. The
// result is null if the upload has neither a manifest nor the address of one.
import { detectFormat } from '../../formats/all-formats.ts';
import { boxType } from '../manifest/box-types.ts';
import { detectAssetType } from './asset-type.ts';
import { readWithC2paRs } from './c2pa-rs.ts';
import { activeLabel, interpretReport, isTrusted } from './c2pa-rs-report.ts';
import type { ManifestReport, Problem } from './c2pa-rs-thread.ts';
import { type ManifestFindings, unreadableManifest } from './manifest-findings.ts';
import { hasTraceOfManifest } from './manifest-traces.ts';
import { readMlDsaManifest, type ServiceCertificates } from './ml-dsa-manifest.ts';
import { examineActive } from './own-manifests.ts';
import { joinAnchors, type TrustList } from './trust-lists.ts';
import {
  addressInFile,
  addressInProblem,
  isFont,
  isManifestInText,
  manifestAt,
  unsupportedManifest,
} from './unread-places.ts';

/**
 * The types of a manifest store and of a manifest: a file that contains one of them has or had a
 * manifest.
 */
const remains = [boxType.store, boxType.manifest].map((type) => Buffer.from(type, 'hex'));
/** Types that do not contain other files with their own manifests. */
const whole = ['image/jpeg', 'image/png'];
/** Types in which ml-dsa-manifest.ts finds the store itself. */
const readByUs = ['image/jpeg', 'image/png'];
// Errors of c2pa-rs for a file that has no manifest, or only the address of one.
const absences = ['JumbfNotFound', 'RemoteManifestUrl', 'ProvenanceMissing'];

type ReadForeign = (type: string, bytes: Uint8Array, anchors: string | null) => Promise<ManifestReport | Problem>;

export async function readManifest(
  content: Uint8Array,
  service: ServiceCertificates,
  readForeign: ReadForeign = readWithC2paRs,
): Promise<ManifestFindings | null> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!hasTraceOfManifest(content)) return null;
  const own = await readMlDsaManifest(content, service);
  if (own) return own.findings;
  const isHeld = () => remains.some((each) => bytes.includes(each));
  const type = detectAssetType(bytes);
  if (type === null) return readUnknown(content, bytes, isHeld);
  const { trustLists = [] } = service;
  const outcome = await readForeign(type, content, joinAnchors(trustLists));
  if (!('problem' in outcome)) {
    const { json, crJson } = outcome;
    const known = {
      own: await examineActive(content, activeLabel(json), service, readByUs.includes(type)),
      list: isTrusted(json) ? await findList(trustLists, (anchors) => readForeign(type, content, anchors)) : null,
      lists: trustLists,
    };
    const address = addressInFile(bytes);
    return { ...interpretReport(json, crJson, known), ...(address && { remote_url: address }) };
  }
  const { problem } = outcome;
  if (problem.includes('PrereleaseError')) return unreadableManifest;
  const absent = absences.some((absence) => problem.includes(absence));
  if (isHeld() && (!absent || whole.includes(type))) return unreadableManifest;
  const address = addressInProblem(problem);
  return address === null ? null : manifestAt(address);
}

function readUnknown(content: Uint8Array, bytes: Buffer, isHeld: () => boolean): ManifestFindings | null {
  if (isFont(bytes)) return isHeld() ? unsupportedManifest : null;
  if (isManifestInText(bytes)) return unsupportedManifest;
  // The type is unknown: most likely a picture whose first bytes are damaged.
  return isHeld() && !detectFormat(content) ? unreadableManifest : null;
}

/** c2pa-rs does not say which anchor it used, so with several lists we try each one alone. */
async function findList(
  lists: readonly TrustList[],
  read: (anchors: string) => Promise<ManifestReport | Problem>,
): Promise<TrustList | null> {
  if (lists.length === 1) return lists[0]!;
  for (const list of lists) {
    const outcome = await read(list.pem);
    if (!('problem' in outcome) && isTrusted(outcome.json)) return list;
  }
  return null;
}
