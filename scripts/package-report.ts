// What is known about the packages in the lock: a bill of materials (CycloneDX 1.6), and the
// findings of `npm audit`.
import { findCorrection } from './license-corrections.ts';

export interface Lock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

/**
 * Every package that an install can bring, once for each version. The same lock gives the same
 * text.
 */
export function describeMaterials({ name, version, packages }: Lock): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: describePackages(packages),
  };
}

export interface Component {
  readonly type: string;
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version?: string;
  readonly [field: string]: unknown;
}

/** In the order of their package URLs. */
export function describePackages(packages: Lock['packages']): Component[] {
  const components = new Map<string, Component>();
  for (const [path, each] of Object.entries(packages)) {
    if (each.link || each.version === undefined || !path.includes('node_modules/')) continue;
    const packageName = each.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = purlOf(packageName, each.version);
    const correction = findCorrection(packageName);
    const license = correction?.license ?? each.license;
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name: packageName,
      version: each.version,
      // Packages that only development needs do not run in the service.
      scope: each.dev ? 'excluded' : each.optional ? 'optional' : 'required',
      ...(license && { licenses: [licenseOf(license)] }),
      ...(each.integrity && { hashes: hashesOf(each.integrity) }),
      purl,
      ...(correction && { properties: [{ name: 'content-provenance:license-reason', value: correction.reason }] }),
    });
  }
  return [...components.keys()].sort().map((purl) => components.get(purl)!);
}

export function purlOf(packageName: string, version: string): string {
  return `pkg:npm/${packageName.replace('@', '%40')}@${version}`;
}

/** One name of the SPDX list, or an expression of several. */
export function licenseOf(license: string): object {
  return /[ ()]/.test(license) ? { expression: license } : { license: { id: license } };
}

const algorithms: Readonly<Record<string, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

function hashesOf(integrity: string): object[] {
  return integrity.split(' ').map((each) => {
    const [algorithm, digest] = each.split(/-(.*)/s) as [string, string];
    return { alg: algorithms[algorithm], content: Buffer.from(digest, 'base64').toString('hex') };
  });
}

export type AuditVerdict =
  | { readonly unanswered: string }
  | { readonly grave: readonly string[]; readonly others: number };

/** The output of `npm audit --json`. A registry that does not respond is not a finding. */
export function judgeAudit(output: string): AuditVerdict {
  const report = parse(output);
  if (report?.vulnerabilities === undefined)
    return { unanswered: report?.message ?? (output.trim().slice(0, 200) || 'no answer') };
  const found = Object.values(report.vulnerabilities);
  const grave = found.filter(({ severity }) => severity === 'high' || severity === 'critical');
  return {
    grave: grave.map(({ name, severity, range }) => `${name} ${range}: ${severity}`),
    others: found.length - grave.length,
  };
}

interface AuditReport {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { name: string; severity: string; range: string }>>;
}

function parse(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output) as AuditReport;
  } catch {
    return undefined;
  }
}
