// Converts the report of c2pa-rs to the fields of the specification, followed by our own fields.

import { statementsOf } from './c2pa-rs-statements.ts';
import { certificateOf, type ReportedSignature, timestampOf } from './credential-facts.ts';
import type { CertificateFacts, ManifestFindings, TimestampFacts } from './manifest-findings.ts';
import { judgeMlDsa } from './ml-dsa-facts.ts';
import type { OwnFindings } from './own-manifests.ts';
import { mostAssertions, plainText } from './plain-text.ts';
import type { ReportedManifest } from './reported-manifest.ts';
import type { ReportedStatus, ValidationResults } from './reported-status.ts';
import type { TrustList } from './trust-lists.ts';
import { isOutOfReach, isValidOtherwise, uncheckedCodes } from './unchecked-parts.ts';

/** The parts of the JSON report that we read. */
interface Report {
  readonly active_manifest?: string;
  readonly manifests: Readonly<Record<string, ReportedManifest>>;
  readonly validation_state?: 'Invalid' | 'Valid' | 'Trusted';
  readonly validation_status?: readonly ReportedStatus[];
  readonly validation_results?: ValidationResults;
}

interface DetailedManifest {
  readonly label: string;
  readonly assertions?: Readonly<Record<string, unknown>>;
  readonly signature?: ReportedSignature;
}

/** Facts that the report does not contain. */
export interface Judgment {
  readonly own: OwnFindings | null;
  /** The list by which c2pa-rs trusts the signer. */
  readonly list: TrustList | null;
  readonly lists: readonly TrustList[];
}

const nothingKnown: Judgment = { own: null, list: null, lists: [] };

export function activeLabel(json: string): string {
  return (JSON.parse(json) as Report).active_manifest ?? '';
}

export function isTrusted(json: string): boolean {
  return (JSON.parse(json) as Report).validation_state === 'Trusted';
}

export function interpretReport(json: string, crJson: string | null, known: Judgment = nothingKnown): ManifestFindings {
  const report: Report = JSON.parse(json);
  const results = report.validation_results ?? {};
  const active = report.active_manifest ?? '';
  const manifest = report.manifests[active] ?? {};
  const details = detailsOf(crJson, active);
  const stored = storedLabels(details);
  const { own } = known;
  const { valid, codes } = validate(report, own);
  const certificate = certificateOf(details.signature ?? {});
  const timestamp = timestampOf(details.signature ?? {}, results.activeManifest ?? {});
  const unchecked = uncheckedCodes(results);
  return {
    found: true,
    validation_status: valid ? 'valid' : 'invalid',
    assertions: (manifest.assertions ?? [])
      .slice(0, mostAssertions)
      .map(({ label }) => plainText(labelAsStored(label, stored))),
    manifest_count: Object.keys(report.manifests).length,
    signature_issuer: plainText(own?.issuer ?? manifest.signature_info?.issuer),
    is_service: own?.isService ?? false,
    ...(!valid && { validation_errors: codes.length > 0 ? [...new Set(codes)] : ['general.error'] }),
    ...(own?.signer ? judgeMlDsa(own.signer, valid, known.lists) : judge(valid, known.list, certificate, timestamp)),
    ...(unchecked.length > 0 && { unchecked }),
    ...(timestamp && { timestamp }),
    ...statementsOf(manifest, report.manifests, results),
  };
}

function validate(report: Report, own: OwnFindings | null): { valid: boolean; codes: string[] } {
  const statuses = report.validation_status ?? [];
  const left = own?.correct(statuses) ?? statuses;
  const codes = left
    .filter((status) => !isOutOfReach(status))
    .map(({ code }) => code)
    .filter((code) => !code.endsWith('.untrusted'));
  const isCorrected = left.length !== statuses.length || left.some((each) => !statuses.includes(each));
  if (isCorrected) return { valid: codes.length === 0, codes };
  const valid =
    report.validation_state === 'Valid' ||
    report.validation_state === 'Trusted' ||
    isValidOtherwise(report.validation_results ?? {});
  return { valid, codes };
}

// A key can be stolen after its certificate expired, while its authority is still on a list. So an
// expired certificate also needs a time stamp by a listed authority.
function judge(
  isValid: boolean,
  list: TrustList | null,
  certificate: CertificateFacts | null,
  timestamp: TimestampFacts | null,
): Pick<ManifestFindings, 'state' | 'trust' | 'certificate'> {
  const now = new Date().toISOString();
  const inForce = certificate !== null && certificate.not_before <= now && now <= certificate.not_after;
  const trusted = isValid && list !== null && (inForce || timestamp?.trusted === true);
  return {
    state: trusted ? 'trusted' : isValid ? 'valid' : 'invalid',
    ...(trusted && { trust: { list: list.name } }),
    ...(certificate && { certificate }),
  };
}

function detailsOf(crJson: string | null, active: string): DetailedManifest {
  const { manifests = [] }: { manifests?: DetailedManifest[] } = crJson === null ? {} : JSON.parse(crJson);
  return manifests.find(({ label }) => label === active) ?? { label: active };
}

// A suffix `__1`, `__2` … distinguishes instances of one label (C2PA 2.2 §6.4).
function storedLabels({ assertions = {} }: DetailedManifest): Set<string> {
  return new Set(Object.keys(assertions).map((label) => label.replace(/__\d+$/, '')));
}

/**
 * c2pa-rs presents old assertions as their newest version. We report the label that is in the file.
 */
function labelAsStored(label: string, stored: ReadonlySet<string>): string {
  const unversioned = label.replace(/\.v\d+$/, '');
  return !stored.has(label) && stored.has(unversioned) ? unversioned : label;
}
