// Real files of public test suites, compared with the reports of c2patool if there are any, and
// files that are made to break readers.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { measured } from '../../../test-support/processor-time.ts';
import { type SharedFolder, testWithShared } from '../../../test-support/shared-folder.ts';
import { readWithC2paRs } from './c2pa-rs.ts';
import type { ManifestFindings } from './manifest-findings.ts';
import { readManifest } from './read-manifest.ts';

interface Expected {
  readonly active_manifest: string;
  readonly manifests: Record<
    string,
    {
      assertions: { label: string; data?: { actions?: { action: string }[] } }[];
      signature_info: { issuer: string; time?: string };
      ingredients?: { title: string; relationship: string }[];
    }
  >;
  readonly validation_status?: unknown[];
}

const longestMilliseconds = 2_000;
/** A service that has not issued a certificate. */
const nobody = { roots: [], generatorStatus: async () => null };

testWithShared("status, assertions, count and issuer agree with c2patool's reports", async (shared) => {
  const reports = shared.names('c2pa/expected').map((name) => name.replace('.json', ''));
  const given = filesIn(shared, 'valid', 'tampered').map((path) => [nameOf(path), shared.bytes(path)] as const);
  const files = new Map([...given.filter(([name]) => reports.includes(name)), ...remakeOthers(shared)]);
  assert.ok(files.size >= 9, `${files.size} files have a report`);
  for (const [name, bytes] of files) {
    const { active_manifest, manifests, validation_status } = shared.json<Expected>(`c2pa/expected/${name}.json`);
    const active = manifests[active_manifest]!;
    const read = (await readManifest(bytes, nobody))!;
    const { validation_errors, tool, signed_at, actions, ingredients } = read;
    assert.deepEqual(
      specifiedPart(read),
      {
        found: true,
        validation_status: validation_status ? 'invalid' : 'valid',
        assertions: active.assertions.map(({ label }) => label),
        manifest_count: Object.keys(manifests).length,
        signature_issuer: active.signature_info.issuer,
        is_service: false,
      },
      name,
    );
    assert.equal(validation_errors !== undefined, validation_status !== undefined, name);
    assert.ok(tool, name);
    assert.equal(Date.parse(signed_at ?? ''), Date.parse(active.signature_info.time ?? ''), name);
    const stated = active.assertions.flatMap(({ data }) => data?.actions ?? []);
    assert.deepEqual(
      actions?.map(({ action }) => action) ?? [],
      stated.map(({ action }) => action),
      name,
    );
    assert.deepEqual(
      ingredients?.map(({ title, relationship }) => [title, relationship]) ?? [],
      (active.ingredients ?? []).map(({ title, relationship }) => [title, relationship]),
      name,
    );
  }
});

// The suite makes its broken files from good ones by overwriting some letters. Undoing this in one
// of them gives the good file back. The same changes then make other files that have a report.
function remakeOthers(shared: SharedFolder): [string, Buffer][] {
  const tampered = (name: string) => shared.bytes(`c2pa/tampered/adobe-20220124-${name}.jpg`);
  const good = writeOver(tampered('E-dat-CA'), 'zdeadbeef"?> <x:xm', 'zNTczkc9d"?> <x:xm');
  const fewerPixels = Buffer.from(good);
  fewerPixels[good.length - 5_000]! ^= 1;
  const lessContrast = (bytes: Buffer) => writeOver(bytes, 'brightnesscontrast', 'brightnessdeadbeef');
  return [
    ['adobe-20220124-CA', good],
    ['adobe-20220124-XCA', fewerPixels],
    ['adobe-20220124-E-uri-CA', lessContrast(good)],
    ['adobe-20220124-E-uri-CIE-sig-CA', lessContrast(tampered('CIE-sig-CA'))],
  ];
}

function writeOver(bytes: Buffer, from: string, to: string): Buffer {
  const at = bytes.indexOf(from, 0, 'latin1');
  assert.ok(at >= 0, from);
  const copy = Buffer.from(bytes);
  copy.write(to, at, 'latin1');
  return copy;
}

testWithShared('an ingredient whose manifest has another name is missing, and all are counted', async (shared) => {
  const bytes = shared.bytes('c2pa/valid/adobe-20220124-CACAICAICICA.jpg');
  const label = 'self#jumbf=/c2pa/contentauth:urn:uuid:8f599860';
  const found = await readManifest(writeOver(bytes, label, label.replace('auth', 'beef')), nobody);
  assert.deepEqual([found?.validation_status, found?.manifest_count], ['invalid', 4]);
  assert.ok(found?.validation_errors?.includes('ingredient.manifest.missing'));
});

function specifiedPart(read: ManifestFindings) {
  const { found, validation_status, assertions, manifest_count, signature_issuer, is_service } = read;
  return { found, validation_status, assertions, manifest_count, signature_issuer, is_service };
}

testWithShared('every shared file gives the result from before state and trust were added', async (shared) => {
  const seen: Record<string, string> = {};
  for (const path of filesIn(shared, 'valid', 'tampered')) {
    const found = await readManifest(shared.bytes(path), nobody);
    seen[nameOf(path)] = found?.found
      ? `${found.validation_status} ${found.manifest_count} ${found.signature_issuer}`
      : 'none';
    if (found?.found) assert.equal(found.state, found.validation_status, path);
  }
  assert.deepEqual(seen, {
    'adobe-20220124-CIE-sig-CA': 'valid 2 C2PA Test Signing Cert',
    'adobe-20220124-E-dat-CA': 'invalid 1 C2PA Test Signing Cert',
    'adobe-20220124-E-sig-CA': 'invalid 1 C2PA Test Signing Cert',
    'nikon-20221019-building': 'invalid 1 NIKON CORPORATION',
    C_with_CAWG_data: 'valid 1 C2PA Test Signing Cert',
    'adobe-20220124-C': 'valid 1 C2PA Test Signing Cert',
    'adobe-20220124-CACAICAICICA': 'valid 4 C2PA Test Signing Cert',
    'adobe-20240110-single_manifest_store': 'valid 3 Adobe Inc.',
    // The file contains only the address of a manifest elsewhere.
    cloud: 'none',
    'libpng-test_with_url': 'none',
    // A sidecar without the file that it is bound to.
    cloud_manifest: 'invalid 2 C2PA Test Signing Cert',
    legacy_ingredient_hash: 'valid 2 C2PA Test Signing Cert',
    ocsp: 'valid 2 Adobe Inc.',
    sample1_signed: 'valid 1 C2PA Test Signing Cert',
    // Its binding leaves out more than the manifest, including the metadata of the camera. c2pa-rs
    // has refused this since 2025.
    'truepic-20230212-camera': 'invalid 1 Truepic',
  });
});

testWithShared('a malformed file and a file without a manifest give a result quickly', async (shared) => {
  await readManifest(shared.bytes('c2pa/valid/sample1_signed.wav'), nobody);
  for (const path of filesIn(shared, 'malformed', 'no-manifest')) {
    const { value: found, milliseconds } = await measured(() => readManifest(shared.bytes(path), nobody));
    assert.ok(milliseconds < longestMilliseconds, `${path}: ${milliseconds} ms`);
    assert.equal(found?.validation_status, nameOf(path) === 'prerelease' ? 'invalid' : undefined, path);
  }
});

testWithShared('bytes flipped anywhere in a file never break the reader', async (shared) => {
  const original = shared.bytes('c2pa/valid/adobe-20220124-C.jpg');
  for (let flip = 0; flip < 20; flip += 1) {
    const bytes = Buffer.from(original);
    const at = (flip * 7919 * 31) % bytes.length;
    bytes[at]! ^= 0x41;
    const found = await readManifest(bytes, nobody);
    assert.notEqual(found?.state, 'trusted', `byte ${at}`);
  }
});

testWithShared('the reader opens no connection for content', async (shared) => {
  let connections = 0;
  const server = createServer((_request, response) => response.end()).on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Replaces the address in the file, `http://localhost:5000/…`, by one of the same length.
  const here = `http://127.0.0.1:${port}/`.padEnd('http://localhost:5000/libpng-test.c2pa'.length, 'x');
  const file = shared.bytes('c2pa/valid/libpng-test_with_url.png').toString('latin1');
  const bytes = Buffer.from(file.replace('http://localhost:5000/libpng-test.c2pa', here), 'latin1');
  assert.ok(bytes.includes(here));
  assert.match(JSON.stringify(await readWithC2paRs('image/png', bytes)), /RemoteManifestUrl/);
  const { found, state, remote_url, unchecked } = (await readManifest(bytes, nobody))!;
  assert.deepEqual([found, state, remote_url, unchecked], [false, 'unreadable', here, ['manifest.inaccessible']]);
  assert.equal(connections, 0);
  server.close();
});

test('a file that crashes or blocks the reader fails alone, and the reader still works', async () => {
  const unread = { problem: 'c2pa-rs gave up on this file.' };
  assert.deepEqual(await readWithC2paRs('image/jpeg', null as never, null, 4_000), unread);
  assert.deepEqual(await readWithC2paRs('application/pdf', largePdf(), null, -1), unread);
  assert.match(JSON.stringify(await readWithC2paRs('image/jpeg', new Uint8Array(1000))), /C2pa\(/);
});

/** Reading it takes longer than the first check of the processor time. */
function largePdf(): Uint8Array {
  return Buffer.from('%PDF-1.7\n'.padEnd(8 * 1024 * 1024, '1 0 obj<</A[[[[[['), 'latin1');
}

function filesIn(shared: SharedFolder, ...folders: string[]): string[] {
  return folders.flatMap((folder) => shared.names(`c2pa/${folder}`).map((name) => `c2pa/${folder}/${name}`));
}

function nameOf(path: string): string {
  return path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');
}
