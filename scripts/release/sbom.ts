// Bills of materials (CycloneDX 1.6) of the artifacts: what an image or a package really contains,
// taken from what was installed or bundled, with licenses that license-corrections.ts corrects.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Component, describePackages, type Lock, licenseOf, purlOf } from '../package-report.ts';
import { root } from '../repository.ts';
import { readContainerfile } from './containerfile.ts';
import { type Architecture, type DebianPackage, readDebianLock } from './debian-packages.ts';
import type { BuiltPlatform, Release, Variant } from './images.ts';
import type { BuiltPackage } from './packages.ts';

export interface Bill {
  readonly components: readonly Component[];
  readonly [field: string]: unknown;
}

/** A summary for each Debian package. The first one that is missing stops the release. */
const debianLicenses: Readonly<Record<string, string>> = {
  'base-files': 'GPL-2.0-or-later',
  'ca-certificates': 'MPL-2.0 AND GPL-2.0-or-later',
  'gcc-12-base': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  libatomic1: 'GPL-3.0-or-later WITH GCC-exception-3.1',
  libc6: 'LGPL-2.1-or-later AND GPL-2.0-or-later',
  'libgcc-s1': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  'libstdc++6': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  netbase: 'GPL-2.0-only',
  tzdata: 'LicenseRef-public-domain AND BSD-3-Clause',
};

/** One for a variant, with the packages of all its architectures. */
export function describeImage(
  release: Release,
  variant: Variant,
  platforms: readonly BuiltPlatform[],
  inPages: readonly string[],
): Bill {
  const { decoder } = readContainerfile();
  const isHere = (path: string) =>
    variant === 'decoder' || !decoder.some((each) => path === each || path.startsWith(`${each}/`));
  const installed = Object.fromEntries(
    platforms.flatMap(({ installed }) => Object.entries(installed)).filter(([path]) => isHere(path)),
  );
  const packages = { ...lockedPackages(inPages), ...installed };
  const components = [
    // Whatever is installed runs or can run: npm's own notes on who needs it are about the lock.
    ...describePackages(packages).map((each) => ({ ...each, scope: 'required' })),
    ...platforms.flatMap(({ architecture }) =>
      readDebianLock()[architecture].map((each) => describeDebian(each, architecture)),
    ),
    ...describeModels(release.version),
  ];
  const name = 'content-provenance-service';
  const image: Component = {
    type: 'container',
    'bom-ref': `${name}:${variant}`,
    name,
    version: variant === 'decoder' ? `${release.version}-decoder` : release.version,
    licenses: [licenseOf('Apache-2.0')],
  };
  return bill(release, image, components);
}

/** The licenses of everything in a bill as one SPDX expression. */
export function allLicenses({ components }: Pick<Bill, 'components'>): string {
  const terms = components.flatMap(({ name, licenses }) => {
    const [stated] = (licenses ?? []) as readonly { expression?: string; license?: { id: string } }[];
    const expression = stated?.expression ?? stated?.license?.id;
    if (!expression) throw new Error(`${name} states no license. Add it to scripts/license-corrections.ts.`);
    if (!/ OR /.test(expression)) return expression.split(' AND ');
    return [/^\(.*\)$/.test(expression) ? expression : `(${expression})`];
  });
  return [...new Set(terms)].sort().join(' AND ');
}

export function describeClient(release: Release, { name, version, packages }: BuiltPackage): Bill {
  const purl = purlOf(name, version);
  return bill(
    release,
    { type: 'library', 'bom-ref': purl, name, version, licenses: [licenseOf('Apache-2.0')], purl },
    describePackages(lockedPackages(packages)).map((each) => ({ ...each, scope: 'required' })),
  );
}

export function describePython(release: Release, { name, version, packages }: BuiltPackage): Bill {
  const purl = `pkg:pypi/${name.toLowerCase().replaceAll(/[-_.]+/g, '-')}@${version}`;
  return bill(
    release,
    { type: 'library', 'bom-ref': purl, name, version, licenses: [licenseOf('Apache-2.0')], purl },
    packages.map((each) => ({ type: 'library', 'bom-ref': each, name: each, scope: 'required' })),
  );
}

function bill({ seconds, commit }: Release, component: Component, components: readonly Component[]): Bill {
  const order = new Map(components.map((each) => [each['bom-ref'], each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1_000).toISOString(),
      component,
      properties: [{ name: 'content-provenance:commit', value: commit }],
    },
    components: [...order.keys()].sort().map((reference) => order.get(reference)!),
    dependencies: [{ ref: component['bom-ref'], dependsOn: [...order.keys()].sort() }],
  };
}

/** Those of package-lock.json with these names. */
function lockedPackages(names: readonly string[]): Lock['packages'] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return Object.fromEntries(
    names.map((name) => {
      const path = `node_modules/${name}`;
      const found = lock.packages[path];
      if (!found) throw new Error(`package-lock.json has no ${path}, but its code is in an artifact.`);
      return [path, found];
    }),
  );
}

function describeDebian({ name, version, source, sha256 }: DebianPackage, architecture: Architecture): Component {
  const license = debianLicenses[name];
  if (!license) throw new Error(`scripts/release/sbom.ts has no license for the Debian package ${name}. Add it.`);
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    licenses: [licenseOf(license)],
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    purl,
    properties: [{ name: 'content-provenance:debian-source', value: source }],
  };
}

/** The weights are made in this repository and have its license (models/image.md, audio.md). */
function describeModels(version: string): Component[] {
  const models = JSON.parse(readFileSync(join(root, 'models/manifest.json'), 'utf8')) as Record<
    string,
    { sha256: string }
  >;
  return Object.entries(models).map(([name, { sha256 }]) => ({
    type: 'machine-learning-model',
    'bom-ref': `models/${name}`,
    name,
    version,
    licenses: [licenseOf('Apache-2.0')],
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  }));
}
