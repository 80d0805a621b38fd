// What `c2pa` in the result of a verification says about the signer and its statements, over HTTP.
// A signer is trusted only by a list that the operator configured.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EmbeddingAccount } from '../../../test-support/embedding-account.ts';
import { withOpenssl } from '../../../test-support/https-receiver.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type HttpServer, keyKinds, OpensslAuthority } from '../../../test-support/openssl-authority.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { readManifestFile, readPhoto, readSound, withSharedFiles } from '../../../test-support/shared-photos.ts';

withSharedFiles(() =>
  withOpenssl(() =>
    onEachDatabase((database) => {
      let [authority, stranger]: OpensslAuthority[] = [];
      let clock: HttpServer;
      let folder: string;
      let service: RunningService;
      let account: EmbeddingAccount;
      before(async () => {
        [authority, stranger] = [new OpensslAuthority(), new OpensslAuthority()];
        clock = await authority!.startTimestamps();
        folder = mkdtempSync(join(tmpdir(), 'trust-lists-'));
        const lists = [
          [join(folder, 'cameras.pem'), stranger!.makeStranger()],
          [join(folder, 'press.pem'), authority!.root],
        ] as const;
        for (const [path, pem] of lists) writeFileSync(path, pem);
        service = await startRunningService({
          database,
          settings: {
            VERIFY_LIMIT_PER_MINUTE: '0',
            NEURAL_WATERMARK: 'false',
            WEBHOOK_ALLOW_PRIVATE: 'true',
            TIMESTAMP_URL: clock.url,
            C2PA_TRUST_LISTS: lists.map(([path]) => path).join(','),
          },
        });
        account = await EmbeddingAccount.make(service);
      });
      after(async () => {
        await service.stop();
        await clock.stop();
        for (const each of [authority, stranger]) each?.remove();
        rmSync(folder, { recursive: true });
      });

      const signWith = async (issuer: OpensslAuthority) => {
        const key = issuer.makeKey(keyKinds.ES256);
        const chain = issuer.issue(key) + issuer.root;
        const { status } = await account.call('POST', '/certificates/import', { private_key: key, chain });
        assert.equal(status, 201);
      };

      test('a signer under a listed authority is trusted, another with the same names is not', async () => {
        for (const content of [readPhoto('Wood.jpg'), readSound('debian.mp3')]) {
          const signed = await account.sign(content);
          await signWith(authority!);
          const trusted = await account.embed(signed, { signature: 'classical' });
          const { c2pa } = await account.verify(trusted.bytes);
          assert.deepEqual([c2pa.state, c2pa.trust, c2pa.validation_status], ['trusted', { list: 'press' }, 'valid']);
          assert.equal(c2pa.certificate.subject, 'Acme Pictures, Acme');
          assert.equal(c2pa.certificate.issuer, 'Test Authority, Test Root');
          assert.deepEqual([c2pa.timestamp.authority, c2pa.timestamp.trusted], ['Clock, Clock', true]);
          assert.equal(c2pa.digital_source_type, 'trainedAlgorithmicMedia');
          assert.equal(c2pa.actions[0].action, 'c2pa.created');
          const changed = Buffer.from(trusted.bytes);
          changed[Math.floor(changed.length / 2)]! ^= 1;
          const broken = (await account.verify(changed)).c2pa;
          assert.deepEqual([broken.state, broken.trust], ['invalid', undefined]);

          await signWith(stranger!);
          const forged = (await account.verify((await account.embed(signed, { signature: 'classical' })).bytes)).c2pa;
          assert.equal(forged.certificate.subject, 'Acme Pictures, Acme');
          assert.deepEqual([forged.state, forged.trust], ['valid', undefined]);
        }
      });

      test('an ML-DSA manifest has a state and a certificate, and its root is not on a list', async () => {
        const signed = await account.sign(readPhoto('Wood.jpg'));
        const { c2pa } = await account.verify((await account.embed(signed)).bytes);
        assert.deepEqual([c2pa.state, c2pa.is_service, c2pa.certificate.algorithm], ['valid', true, 'ML-DSA-65']);
      });

      test('the address of a manifest elsewhere is reported and changes neither verdict nor checks', async () => {
        const { c2pa, verdict, checks } = await account.verify(readManifestFile('valid/cloud.jpg'));
        assert.deepEqual([c2pa.found, c2pa.state, c2pa.unchecked], [false, 'unreadable', ['manifest.inaccessible']]);
        assert.match(c2pa.remote_url, /^https:\/\/cai-manifests\.adobe\.com\//);
        assert.equal(verdict, 'nothing_found');
        assert.ok(!checks.some(({ name }: { name: string }) => name === 'credentials'));
      });
    }),
  ),
);
