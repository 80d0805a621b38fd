// Manifests in every container, through real HTTP and on both databases: written, still authentic,
// and refused if forged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { readReport } from '../../../test-support/c2pa-reader.ts';
import { EmbeddingAccount } from '../../../test-support/embedding-account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { readDocument, readPhoto, readSound, readVideo, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { longTest } from '../../../test-support/test-run.ts';

const small = () => sharp(readPhoto('Dune.jpg')).resize({ width: 500 });
const files: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
  'image/jpeg': () => small().jpeg().toBuffer(),
  'image/png': () => small().png().toBuffer(),
  'image/webp': () => small().webp().toBuffer(),
  'audio/wav': () => readSound('debian.wav'),
  'audio/flac': () => readSound('loop_garzul.flac'),
  'audio/mpeg': () => readSound('debian.mp3'),
  'video/mp4': () => readVideo('birds.mp4'),
  'video/quicktime': () => readVideo('motion.mov'),
  'application/pdf': () => readDocument('a-text.pdf'),
};

/** The service writes manifests into JPEG itself. A library writes them into MP4. */
const inShortRun = ['image/jpeg', 'video/mp4'];

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let account: EmbeddingAccount;
    before(async () => {
      const settings = { VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false' };
      service = await startRunningService({ database, settings });
      account = await EmbeddingAccount.make(service);
    });
    after(() => service.stop());

    for (const [type, make] of Object.entries(files)) {
      const testContainer = inShortRun.includes(type) ? test : longTest;
      testContainer(`${type}: authentic with a manifest of either kind, and with both`, async () => {
        const signed = await account.sign(await make());
        const other = await account.sign(await make());
        for (const signature of ['ml-dsa-65', 'classical']) {
          const made = await account.embed(signed, { signature });
          assert.deepEqual([made.status, made.headers.get('content-type')], [200, type], JSON.stringify(made.error));
          assert.equal(made.headers.get('x-service-signature'), signature);
          const result = await account.verify(made.bytes);
          assert.deepEqual([result.authentic, result.provenance.record_id], [true, signed.recordId]);
          assert.deepEqual([result.c2pa.validation_status, result.c2pa.is_service], ['valid', true]);
          const twice = await account.embed({ ...signed, bytes: made.bytes }, { signature: 'classical' });
          assert.equal(twice.status, 200, JSON.stringify(twice.error));
          const again = await account.verify(twice.bytes);
          assert.deepEqual([again.authentic, again.c2pa.manifest_count], [true, 2]);
          assert.equal((await account.embed({ ...other, bytes: made.bytes }, { signature })).status, 400);
        }
      });

      testContainer(
        `${type}: a changed byte or a longer file is not authentic, and other organizations cannot embed`,
        async () => {
          const signed = await account.sign(await make());
          const stranger = await EmbeddingAccount.make(service);
          for (const signature of ['ml-dsa-65', 'classical']) {
            const { bytes } = await account.embed(signed, { signature });
            for (const at of [bytes.indexOf('c2pa.assertions') + 40, Math.floor(bytes.length / 2)]) {
              const changed = Buffer.from(bytes);
              changed[at]! ^= 1;
              assert.equal((await account.verify(changed)).authentic, false, `${signature}, byte ${at}`);
            }
            assert.equal((await account.verify(Buffer.concat([bytes, Buffer.from('x')]))).authentic, false);
          }
          const foreign = await stranger.embed(signed, { signature: 'classical' });
          assert.deepEqual([foreign.status, foreign.error.error], [404, 'record_not_found']);
        },
      );
    }

    test('a classical manifest is Valid for c2pa-rs, and Trusted under the root of the service', async () => {
      const { bytes } = await account.embed(await account.sign(await files['image/webp']!()), {
        signature: 'classical',
      });
      const root = await (await fetch(`${service.live.url}/.well-known/c2pa-classical-roots.pem`)).text();
      assert.equal((await readReport('image/webp', bytes)).validation_state, 'Valid');
      assert.equal((await readReport('image/webp', bytes, root)).validation_state, 'Trusted');
    });

    test('Matroska cannot carry a manifest, but it and other formats can have a sidecar file', async () => {
      const matroska = await account.sign(readVideo('house_keeping.mkv'));
      const refused = await account.embed(matroska, { signature: 'classical' });
      assert.deepEqual([refused.status, refused.error.error], [400, 'unsupported_media']);
      assert.match(refused.error.message, /output=sidecar/);
      const page = Buffer.from('<!doctype html><title>A page</title><p>Written by a model.</p>');
      const text = Buffer.from('A text that a model wrote. '.repeat(20));
      for (const content of [
        readVideo('house_keeping.mkv'),
        readVideo('birds.mp4'),
        await files['image/jpeg']!(),
        page,
        text,
      ]) {
        const signed = await account.sign(content);
        for (const signature of ['ml-dsa-65', 'classical']) {
          const { status, headers, bytes } = await account.embed(signed, { signature, output: 'sidecar' });
          assert.deepEqual([status, headers.get('content-type')], [200, 'application/c2pa']);
          const report = await readReport('application/c2pa', bytes);
          assert.equal(report.active_manifest, headers.get('x-service-manifest-id'));
          assert.equal((await account.verify(signed.bytes)).authentic, true);
        }
      }
      const signed = await account.sign(await files['image/jpeg']!());
      const { bytes } = await account.embed(signed);
      const beside = await account.embed({ ...signed, bytes }, { output: 'sidecar' });
      assert.deepEqual([beside.status, beside.error.error], [400, 'unsupported_media']);
    });

    test('a manifest states actions, C2PA version, watermark and the signature of the record', async () => {
      const signed = await account.sign(await files['image/jpeg']!());
      const { bytes } = await account.embed(signed, { signature: 'classical' });
      const report = await readReport('image/jpeg', bytes);
      const { assertions, claim_generator_info } = report.manifests[report.active_manifest]!;
      const dataOf = (name: string) => assertions.find(({ label }) => label === name)?.data;
      const { actions, allActionsIncluded } = dataOf('c2pa.actions.v2');
      assert.deepEqual(
        actions.map(({ action }: { action: string }) => action),
        ['c2pa.created', 'c2pa.watermarked.bound'],
      );
      assert.equal(allActionsIncluded, true);
      assert.equal(claim_generator_info[0]?.specVersion, '2.4.0');
      assert.equal(dataOf('c2pa.soft-binding').alg, 'org.content-provenance.dct-image.1');
      const { body: record } = await service.live.call('GET', `/v1/records/${signed.recordId}`);
      assert.equal(dataOf('service.record-signature').signature, record.signature);
      assert.deepEqual(JSON.parse(dataOf('service.record-signature').signed_payload), record.signed_payload);
    });

    test('unknown kinds of signature and output get 400', async () => {
      const signed = await account.sign(await files['image/jpeg']!());
      for (const fields of [{ signature: 'rsa' }, { output: 'remote' }, { signature: '' }]) {
        const { status, error } = await account.embed(signed, fields as never);
        assert.deepEqual([status, error.error], [400, 'validation_error']);
      }
    });
  }),
);
