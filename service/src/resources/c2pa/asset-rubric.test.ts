// Checks manifests of both kinds, with and without a parent, with the asset rubric of the C2PA
// conformance program (service/test-support/asset-rubric.ts).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { breaksOf } from '../../../test-support/asset-rubric.ts';
import { readDetails } from '../../../test-support/c2pa-reader.ts';
import { EmbeddingAccount } from '../../../test-support/embedding-account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  readManifestFile,
  readPhoto,
  readSound,
  readVideo,
  withSharedFiles,
} from '../../../test-support/shared-photos.ts';

const files = {
  'image/jpeg': () => readPhoto('Wood.jpg'),
  'audio/mpeg': () => readSound('debian.mp3'),
  'video/mp4': () => readVideo('birds.mp4'),
};

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

    for (const [type, read] of Object.entries(files)) {
      for (const signature of ['ml-dsa-65', 'classical']) {
        test(`${type}, ${signature}: the rubric passes without a parent and with one`, async () => {
          const signed = await account.sign(read());
          const first = await account.embed(signed, { signature });
          assert.deepEqual(breaksOf(await readDetails(type, first.bytes)), []);
          const second = await account.embed({ ...signed, bytes: first.bytes }, { signature });
          const report = await readDetails(type, second.bytes);
          assert.equal(report.manifests.length, 2);
          assert.deepEqual(breaksOf(report), []);
        });
      }
    }

    test('the rubric finds the faults of a manifest of 2022', async () => {
      const breaks = breaksOf(await readDetails('image/jpeg', readManifestFile('valid/adobe-20220124-C.jpg')));
      for (const rule of ['mandatory_spec_version', 'active_manifest_urn', 'no_unsupported_assertions'])
        assert.ok(breaks.includes(rule), rule);
    });
  }),
);
