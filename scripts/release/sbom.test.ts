// The bills of materials state what package.json leaves out, name one component for each package,
// and end with an expression that names every license.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describePackages, type Lock } from '../package-report.ts';
import { root } from '../repository.ts';
import { readContainerfile } from './containerfile.ts';
import { readDebianLock } from './debian-packages.ts';
import { allLicenses, describeClient, describeImage } from './sbom.ts';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
const release = { version: '1.2.3', commit: 'c0ffee', seconds: 0, work: '', out: '' };

test('the FFmpeg binary is GPL-3.0-or-later, as its own build flags say', () => {
  const decoder = describePackages(lock.packages).find(({ name }) => name === '@seydx/node-av-linux-x64')!;
  assert.deepEqual(decoder.licenses, [{ expression: 'MIT AND GPL-3.0-or-later AND FDK-AAC' }]);
  const binary = readFileBinary('node_modules/@seydx/node-av-linux-x64/node-av.node');
  if (!binary) return;
  const flags = /--prefix=\S+ --pkg-config=[^\0]{200,}/.exec(binary.toString('latin1'))![0];
  for (const flag of [
    '--enable-gpl',
    '--enable-version3',
    '--enable-libfdk-aac',
    '--enable-libx264',
    '--enable-libx265',
  ])
    assert.ok(flags.split(' ').includes(flag), flag);
  assert.ok(!flags.includes('--enable-nonfree'));
});

test('only the image with the decoder has GPL-3.0-or-later without an exception', () => {
  const installed = Object.fromEntries(
    Object.entries(lock.packages).filter(([path, { dev }]) => !dev && /linux-x64|node-av$|sharp$|fastify$/.test(path)),
  );
  const layer = { descriptor: { mediaType: '', digest: '', size: 0 }, diffId: '', createdBy: '' };
  const platform = {
    architecture: 'amd64' as const,
    installed,
    layers: { debian: layer, packages: layer, decoder: layer, service: layer },
  };
  const [plain, decoder] = (['plain', 'decoder'] as const).map((variant) =>
    describeImage(release, variant, [platform], ['react']),
  );
  const namesOf = (bill: typeof plain) => bill!.components.map(({ name }) => name);
  for (const bill of [plain, decoder]) {
    for (const name of ['fastify', 'react', 'libc6', 'image-decoder.onnx'])
      assert.ok(namesOf(bill).includes(name), name);
    const references = bill!.components.map((each) => each['bom-ref']);
    assert.deepEqual(references, [...new Set(references)].sort());
  }
  assert.deepEqual(
    namesOf(decoder).filter((name) => !namesOf(plain).includes(name)),
    ['@seydx/node-av-linux-x64', 'node-av'],
  );
  const termsOf = (bill: typeof plain) => allLicenses(bill!).split(' AND ');
  assert.ok(termsOf(decoder).includes('GPL-3.0-or-later'));
  assert.ok(!termsOf(plain).includes('GPL-3.0-or-later'));
  assert.ok(termsOf(plain).includes('LGPL-3.0-or-later'));
});

test('a package without a license stops the release, and a choice of licenses keeps its parentheses', () => {
  const component = (licenses?: object[]) => ({ type: 'library', 'bom-ref': 'a', name: 'a', licenses });
  assert.throws(() => allLicenses({ components: [component()] }), /a states no license/);
  const choice = component([{ expression: 'MIT OR CC0-1.0' }]);
  assert.equal(
    allLicenses({ components: [choice, component([{ license: { id: 'MIT' } }])] }),
    '(MIT OR CC0-1.0) AND MIT',
  );
});

test('the bill of the client names the bundled packages in the versions of the lock', () => {
  const client = { file: 'a.tgz', name: '@a/client', version: '1.2.3', packages: ['@noble/post-quantum'] };
  const { components } = describeClient(release, client);
  assert.deepEqual(
    components.map(({ purl }) => purl),
    [`pkg:npm/%40noble/post-quantum@${lock.packages['node_modules/@noble/post-quantum']!.version}`],
  );
  assert.throws(() => describeClient(release, { ...client, packages: ['absent'] }), /has no node_modules\/absent/);
});

test('the locked Debian packages are those of Containerfile, with one version for each architecture', () => {
  const { amd64, arm64 } = readDebianLock();
  assert.deepEqual(
    amd64.map(({ name, version }) => [name, version]),
    arm64.map(({ name, version }) => [name, version]),
  );
  for (const name of readContainerfile().debianPackages)
    assert.ok(
      amd64.some((each) => each.name === name),
      name,
    );
});

function readFileBinary(path: string): Buffer | undefined {
  try {
    return readFileSync(join(root, path));
  } catch {
    // Another platform has another binary.
    return undefined;
  }
}
