// The report of c2pa-rs in the words of the specification.

import { type ReportedManifest, statementsOf } from './c2pa-rs-statements.ts';
import type { ManifestFindings } from './manifest-findings.ts';
import type { OwnFindings } from './own-manifests.ts';
import type { ReportedStatus } from './reported-status.ts';

/** The parts of c2pa-rs's JSON that are read here. */
interface Report {
  readonly active_manifest?: string;
  readonly manifests: Readonly<Record<string, ReportedManifest>>;
  readonly validation_state?: 'Invalid' | 'Valid' | 'Trusted';
  readonly validation_status?: readonly ReportedStatus[];
}

interface DetailedReport {
  readonly manifests?: readonly { readonly label: string; readonly assertions?: Readonly<Record<string, unknown>> }[];
}

export function activeLabel(json: string): string {
  return (JSON.parse(json) as Report).active_manifest ?? '';
}

/** own: what this service knows beyond the report. */
export function interpretReport(json: string, crJson: string | null, own: OwnFindings | null = null): ManifestFindings {
  const report: Report = JSON.parse(json);
  const active = report.active_manifest ?? '';
  const manifest = report.manifests[active] ?? {};
  const stored = storedLabels(crJson === null ? {} : JSON.parse(crJson), active);
  const statuses = report.validation_status ?? [];
  const left = own?.correct(statuses) ?? statuses;
  const codes = left.map(({ code }) => code).filter((code) => !code.endsWith('.untrusted'));
  const isCorrected = left.length !== statuses.length || left.some((each) => !statuses.includes(each));
  const valid = isCorrected
    ? codes.length === 0
    : report.validation_state === 'Valid' || report.validation_state === 'Trusted';
  return {
    found: true,
    validation_status: valid ? 'valid' : 'invalid',
    assertions: (manifest.assertions ?? []).map(({ label }) => labelAsStored(label, stored)),
    manifest_count: Object.keys(report.manifests).length,
    signature_issuer: own?.issuer ?? manifest.signature_info?.issuer ?? '',
    is_service: own?.isService ?? false,
    ...(!valid && { validation_errors: codes.length > 0 ? [...new Set(codes)] : ['general.error'] }),
    ...statementsOf(manifest, report.manifests),
  };
}

// Instances of one label are told apart by `__1`, `__2` … (C2PA 2.2 §6.4).
function storedLabels({ manifests = [] }: DetailedReport, active: string): Set<string> {
  const assertions = manifests.find(({ label }) => label === active)?.assertions ?? {};
  return new Set(Object.keys(assertions).map((label) => label.replace(/__\d+$/, '')));
}

/**
 * c2pa-rs presents old assertions as their newest version: what is in the file has the name that it
 * has there.
 */
function labelAsStored(label: string, stored: ReadonlySet<string>): string {
  const unversioned = label.replace(/\.v\d+$/, '');
  return !stored.has(label) && stored.has(unversioned) ? unversioned : label;
}
