// A manifest in every container that has a place for one, signed in both ways: c2pa-rs and our own
// reader read it, the file still belongs to its record, and no other file does.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readReport } from '../test-support/c2pa-report.ts';
import { ManifestMaker, recordId } from '../test-support/manifest-maker.ts';
import { makeP256Leaf } from '../test-support/p256-authority.ts';
import { testWithPrograms } from '../test-support/peer-programs.ts';
import { expectedFolder, openSharedFolder, testWithShared } from '../test-support/shared-folder.ts';
import { detectAssetType } from './c2pa/reader/asset-type.ts';
import { findStores } from './c2pa/reader/manifest-traces.ts';
import { readManifest } from './c2pa/reader/read-manifest.ts';
import { contentHashOf } from './canonical-content.ts';
import { detectFormat } from './formats/all-formats.ts';
import { Reconstruction } from './reconstruction.ts';
import { serviceChecks } from './service-checks.ts';

const maker = await ManifestMaker.open();
const classical = await makeP256Leaf();
const anchor = new X509Certificate(classical.root).toString();

const files = {
  jpeg: 'media/photos/Wood.jpg',
  png: 'c2pa/valid/libpng-test_with_url.png',
  webp: 'media/photos/wood-d.webp',
  wav: 'media/audio/debian.wav',
  flac: 'media/audio/loop_garzul.flac',
  mp3: 'media/audio/debian.mp3',
  mp4: 'media/video/birds.mp4',
  mov: 'media/video/motion.mov',
  pdf: 'media/documents/a-text.pdf',
} as const;

/** The state, and what failed. */
async function stateOf(type: string, bytes: Uint8Array, anchors?: string): Promise<string[]> {
  const { validation_state, validation_results } = await readReport(type, bytes, anchors);
  return [validation_state, ...validation_results.activeManifest.failure.map(({ code }) => code)];
}

/** A file of the same record whose manifest is copied into others. */
const otherFile = 'media/photos/Dune.jpg';

function isDelivered(bytes: Uint8Array, original: Uint8Array): Promise<boolean> {
  const checks = serviceChecks([maker.root], {
    findTokenRecordId: async () => recordId,
    findManifestRecordId: (hash) => maker.findManifestRecordId(hash),
    isManifestDelivery: (id, hash) => maker.isManifestDelivery(id, hash),
  });
  const contentHash = contentHashOf(original);
  const record = { recordId, generatorId: 'gen_1', contentHash, exactFormat: null, mode: 'server' } as const;
  return new Reconstruction(bytes).isDelivered(record, checks);
}

for (const [name, path] of Object.entries(files)) {
  testWithShared(
    `${name}, classical: Valid, Trusted under its anchor, of this service, and a file of its record`,
    async (shared) => {
      const original = shared.bytes(path);
      const bytes = await maker.embed(original, { classical });
      assert.equal(detectFormat(bytes)?.name, name);
      const type = detectAssetType(bytes)!;
      assert.deepEqual(await stateOf(type, bytes), ['Valid', 'signingCredential.untrusted']);
      assert.deepEqual(await stateOf(type, bytes, anchor), ['Trusted']);
      const found = (await readManifest(bytes, maker.service))!;
      assert.deepEqual([found.validation_status, found.is_service], ['valid', true]);
      assert.equal(found.signature_issuer, 'Acme Pictures');
      assert.ok(found.assertions.includes('service.record-signature'));
      assert.ok(await isDelivered(bytes, original));
      assert.equal(
        (await readManifest(bytes, { ...maker.service, findManifestRecordId: async () => null }))?.is_service,
        false,
      );
    },
  );

  testWithShared(`${name}, ML-DSA-65: valid here, unsupported elsewhere, and a file of its record`, async (shared) => {
    const original = shared.bytes(path);
    const bytes = await maker.embed(original);
    const { failure } = (await readReport(detectAssetType(bytes)!, bytes)).validation_results.activeManifest;
    assert.deepEqual(
      failure.map(({ code }) => code),
      ['algorithm.unsupported', 'claimSignature.mismatch'],
    );
    const found = (await readManifest(bytes, maker.service))!;
    assert.deepEqual([found.validation_status, found.is_service, found.validation_errors], ['valid', true, undefined]);
    assert.equal(found.signature_issuer, 'Content Provenance Service');
    assert.ok(await isDelivered(bytes, original));
  });

  testWithShared(
    `${name}: a changed byte, a moved manifest and an unknown manifest are no files of the record`,
    async (shared) => {
      const original = shared.bytes(path);
      for (const options of [{ classical }, {}]) {
        const bytes = await maker.embed(original, options);
        for (const at of [bytes.length - 40, Math.floor(bytes.length / 2), bytes.indexOf('c2pa') + 200]) {
          const changed = Buffer.from(bytes);
          changed[at]! ^= 1;
          assert.equal(await isDelivered(changed, original), false, `byte ${at}`);
        }
        assert.equal(await isDelivered(Buffer.concat([bytes, Buffer.alloc(1)]), original), false, 'a byte more');
        const [store] = findStores(bytes);
        const start = bytes.indexOf(store!.subarray(0, 64));
        const rest = [bytes.subarray(0, start), bytes.subarray(start + store!.length)] as const;
        // In RIFF files the manifest is already at the end, so here it goes to the middle.
        const parts =
          rest[1].length > 1 ? [...rest, store!] : [bytes.subarray(0, 200), store!, bytes.subarray(200, start)];
        const moved = Buffer.concat(parts);
        assert.ok(!moved.equals(bytes));
        assert.equal(await isDelivered(moved, original), false, 'the manifest in another place');
        const [foreign] = findStores(await maker.embed(shared.bytes(otherFile), options));
        const mixed = Buffer.concat([rest[0], foreign!, rest[1]]);
        assert.equal(await isDelivered(mixed, original), false, 'the manifest of another file');
        const elsewhere = await (await ManifestMaker.open()).embed(original, options);
        assert.equal(await isDelivered(elsewhere, original), false, 'made by another service');
      }
    },
  );
}

testWithShared(
  'a byte that an ML-DSA manifest of a WebP binds makes it invalid, and its signature too',
  async (shared) => {
    const bytes = await maker.embed(shared.bytes(files.webp));
    const changed = Buffer.from(bytes);
    changed[5000]! ^= 1;
    const found = await readManifest(changed, maker.service);
    assert.deepEqual(
      [found?.validation_status, found?.validation_errors],
      ['invalid', ['assertion.dataHash.mismatch']],
    );
    const revoked = await readManifest(bytes, { ...maker.service, generatorStatus: async () => 'revoked' });
    assert.deepEqual(revoked?.validation_errors, ['signingCredential.revoked']);
  },
);

for (const name of ['webp', 'mp4', 'jpeg'] as const) {
  testWithShared(`${name}: embedding again keeps the first manifest as the parent`, async (shared) => {
    const original = shared.bytes(files[name]);
    const first = await maker.embed(original, { classical });
    const second = await maker.embed(first, { classical, contentHash: contentHashOf(original) });
    const report = await readReport(detectAssetType(second)!, second);
    assert.equal(report.validation_state, 'Valid');
    const active = report.manifests[report.active_manifest]!;
    assert.deepEqual(
      active.ingredients?.map(({ relationship }) => relationship),
      ['parentOf'],
    );
    const [actions] = active.assertions.filter(({ label }) => label === 'c2pa.actions.v2').map(({ data }) => data);
    assert.deepEqual(
      actions.actions.map((each: { action: string }) => each.action),
      ['c2pa.opened', 'c2pa.watermarked.bound'],
    );
    assert.equal('digitalSourceType' in actions.actions[0], false);
    assert.ok(await isDelivered(second, original));
  });
}

for (const [name, path] of Object.entries(files)) {
  const program = name === 'pdf' ? (['qpdf', 'pdftotext'] as const) : (['ffmpeg'] as const);
  testWithPrograms(
    `${name} with a manifest opens as before: ${program.join(' and ')}`,
    program,
    async (peers, context) => {
      const shared = openSharedFolder(expectedFolder, process.env.CI === 'true');
      if (!shared) return context.skip('The shared folder is not there.');
      const original = shared.bytes(path);
      /** The decoded content. For a PDF, its text and the problems that qpdf reports. */
      const show = (file: string) =>
        name === 'pdf'
          ? peers.run('pdftotext', file, '-') + peers.run('qpdf', '--check', file).replaceAll(file, '')
          : peers.run('ffmpeg', '-v', 'error', '-i', file, '-map', '0:v?', '-map', '0:a?', '-f', 'streamhash', '-');
      const before = show(peers.save(`before.${name}`, original));
      assert.ok(before.length > 20, before);
      for (const options of [{ classical }, {}]) {
        const after = show(peers.save(`after.${name}`, await maker.embed(original, options)));
        assert.equal(after, before);
      }
    },
  );
}
