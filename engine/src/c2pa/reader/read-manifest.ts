// Reads the C2PA manifest of any upload: those signed with ML-DSA by our own checks, all others by
// c2pa-rs in a thread of its own. Total: what cannot be read has findings too, and an upload
// without a manifest, or with no more than the address of one elsewhere, has none.
import { detectFormat } from '../../formats/all-formats.ts';
import { boxType } from '../manifest/box-types.ts';
import { detectAssetType } from './asset-type.ts';
import { readWithC2paRs } from './c2pa-rs.ts';
import { activeLabel, interpretReport } from './c2pa-rs-report.ts';
import { type ManifestFindings, unreadableManifest } from './manifest-findings.ts';
import { hasTraceOfManifest } from './manifest-traces.ts';
import { readMlDsaManifest, type ServiceCertificates } from './ml-dsa-manifest.ts';
import { examineActive } from './own-manifests.ts';

/**
 * The types of a manifest store and of a manifest: where one of them stands, there is or was a
 * manifest.
 */
const remains = [boxType.store, boxType.manifest].map((type) => Buffer.from(type, 'hex'));
/** Types of which no other file, with a manifest of its own, is a part. */
const whole = ['image/jpeg', 'image/png'];
// What c2pa-rs says of a file without a manifest, or with only an address of one, which is not
// asked for it.
const absences = ['JumbfNotFound', 'RemoteManifestUrl', 'ProvenanceMissing'];

export async function readManifest(
  content: Uint8Array,
  service: ServiceCertificates,
  readForeign = readWithC2paRs,
): Promise<ManifestFindings | null> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!hasTraceOfManifest(content)) return null;
  const own = await readMlDsaManifest(content, service);
  if (own) return own.findings;
  const isHeld = () => remains.some((each) => bytes.includes(each));
  const type = detectAssetType(bytes);
  // Of no kind at all: most likely a picture whose first bytes were damaged.
  if (type === null) return isHeld() && !detectFormat(content) ? unreadableManifest : null;
  const outcome = await readForeign(type, content);
  if (!('problem' in outcome)) {
    const owned = await examineActive(content, activeLabel(outcome.json), service);
    return interpretReport(outcome.json, outcome.crJson, owned);
  }
  const { problem } = outcome;
  if (problem.includes('PrereleaseError')) return unreadableManifest;
  const absent = absences.some((absence) => problem.includes(absence));
  return isHeld() && (!absent || whole.includes(type)) ? unreadableManifest : null;
}
