// Certificates whose keys are in SoftHSM or in a KMS, through real HTTP on both databases:
// requested, attached, renewed, read by c2pa-rs, and what happens while the HSM cannot sign.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readReport } from '../../../test-support/c2pa-reader.ts';
import { EmbeddingAccount, type SignedFile } from '../../../test-support/embedding-account.ts';
import { type Certificates, makeCertificates } from '../../../test-support/https-receiver.ts';
import { type KmsServer, startKms } from '../../../test-support/kms-server.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { keyKinds, OpensslAuthority } from '../../../test-support/openssl-authority.ts';
import { untilItAnswers } from '../../../test-support/private-program.ts';
import { runOperator } from '../../../test-support/run-operator.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { readSound, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { makeSoftHsm, type SoftHsm, withSoftHsm } from '../../../test-support/soft-hsm.ts';

withSharedFiles(() =>
  withSoftHsm(() =>
    onEachDatabase((database) => {
      let certificates: Certificates;
      let kms: KmsServer;
      let hsm: SoftHsm;
      let authority: OpensslAuthority;
      let service: RunningService;
      let account: EmbeddingAccount;
      let signed: SignedFile;
      before(async () => {
        certificates = makeCertificates();
        kms = await startKms(certificates);
        hsm = makeSoftHsm();
        authority = new OpensslAuthority();
        // The helper of the service finds its token with it.
        process.env.SOFTHSM2_CONF = hsm.settings.SOFTHSM2_CONF;
        const settings = { ...kms.settings, ...hsm.settings, NEURAL_WATERMARK: 'false', VERIFY_LIMIT_PER_MINUTE: '0' };
        service = await startRunningService({ database, settings });
        account = await EmbeddingAccount.make(service);
        signed = await account.sign(readSound('debian.mp3'));
      });
      after(async () => {
        await service.stop();
        await kms.stop();
        authority.remove();
        hsm.remove();
        certificates.remove();
      });

      const operate = (...words: string[]) => runOperator(service.settings, 'custody', ...words);
      const embed = (by = account, file = signed) => by.embed(file, { signature: 'classical' });

      function writeChain(chain: string): string {
        const file = join(service.dataDirectory, 'chain.pem');
        writeFileSync(file, chain);
        return file;
      }

      /** What c2pa-rs says about a new manifest. */
      async function readClassical() {
        const made = await embed();
        assert.equal(made.status, 200, JSON.stringify(made.error));
        const report = await readReport('audio/mpeg', made.bytes, authority.root);
        const { alg, issuer } = report.manifests[report.active_manifest]!.signature_info;
        return [report.validation_state, alg.toLowerCase(), issuer];
      }

      for (const [index, algorithm] of (['ES256', 'ES384', 'PS256'] as const).entries()) {
        test(`an ${algorithm} key in the HSM signs manifests that c2pa-rs trusts`, async () => {
          const key = authority.makeKey(keyKinds[algorithm]);
          const id = `0${index + 1}`;
          hsm.importKey(id, key);
          const chain = writeChain(authority.issue(key) + authority.root);
          const run = await operate('attach-certificate', account.owner.orgId, `pkcs11:${id}`, '--chain', chain);
          assert.deepEqual([run.code, run.words], [0, '']);
          assert.deepEqual(await readClassical(), ['Trusted', algorithm.toLowerCase(), 'Acme Pictures']);
          assert.match((await operate('list', account.owner.orgId)).output, new RegExp(`pkcs11:${id} .*active`));
        });
      }

      test('a certificate is requested for a key that was made in the HSM, and renewed for the same key', async () => {
        hsm.makeKey('0a', 'EC:prime256v1');
        const subject = ['--subject', 'C=DE, O=Acme Pictures, CN=Acme'];
        const run = await operate('request-certificate', account.owner.orgId, 'pkcs11:0a', ...subject);
        assert.equal(run.code, 0, run.words);
        const [request] = /-----BEGIN[\s\S]+END CERTIFICATE REQUEST-----/.exec(run.output)!;
        const [, id] = /certificates\/(\w+)\/chain/.exec(run.output)!;
        const send = (certificateId: string, csr: string) =>
          account.call('PUT', `/certificates/${certificateId}/chain`, { chain: authority.sign(csr) + authority.root });
        const done = await send(id!, request);
        assert.deepEqual([done.status, done.body.state, done.body.algorithm], [200, 'active', 'ES256']);
        assert.deepEqual(await readClassical(), ['Trusted', 'es256', 'Acme Pictures']);
        const renewed = await account.call('POST', `/certificates/${id}/renew`);
        assert.deepEqual([renewed.status, renewed.body.state], [201, 'requested']);
        const list = (await operate('list', account.owner.orgId)).output;
        assert.match(list, new RegExp(`${renewed.body.certificate_id} +pkcs11:0a`));
        assert.equal((await send(renewed.body.certificate_id, renewed.body.signing_request)).status, 200);
        assert.deepEqual(await readClassical(), ['Trusted', 'es256', 'Acme Pictures']);
      });

      for (const algorithm of ['ES256', 'PS256', 'Ed25519'] as const) {
        test(`an ${algorithm} key in the KMS signs manifests that c2pa-rs trusts`, async () => {
          const key = authority.makeKey(keyKinds[algorithm]);
          kms.takeKey(`claims/${algorithm}`, key);
          const chain = writeChain(authority.issue(key) + authority.root);
          const run = await operate(
            'attach-certificate',
            account.owner.orgId,
            `kms:claims/${algorithm}`,
            '--chain',
            chain,
          );
          assert.deepEqual([run.code, run.words], [0, '']);
          assert.deepEqual(await readClassical(), ['Trusted', algorithm.toLowerCase(), 'Acme Pictures']);
        });
      }

      test('after a revocation the key in the HSM signs nothing more for the organization', async () => {
        const key = authority.makeKey(keyKinds.ES256);
        hsm.importKey('0b', key);
        const chain = writeChain(authority.issue(key) + authority.root);
        const run = await operate('attach-certificate', account.owner.orgId, 'pkcs11:0b', '--chain', chain);
        const [id] = run.output.split(' ');
        assert.equal((await account.call('POST', `/certificates/${id}/revoke`)).status, 200);
        assert.equal((await account.call('POST', `/certificates/${id}/renew`)).status, 400);
        assert.deepEqual(await readClassical(), ['Valid', 'es256', 'Content Provenance Service']);
      });

      test('the operator cannot attach a key to the certificate of another key', async () => {
        const [one, other] = [authority.makeKey(keyKinds.ES256), authority.makeKey(keyKinds.ES256)];
        hsm.importKey('0c', one);
        const chain = writeChain(authority.issue(other) + authority.root);
        const attach = (reference: string, ...words: string[]) =>
          operate('attach-certificate', account.owner.orgId, reference, ...words);
        const cases: [string, string[], number, RegExp][] = [
          ['pkcs11:0c', ['--chain', chain], 1, /does not match the public key/],
          ['pkcs11:ee', ['--chain', chain], 1, /key_unavailable/],
          ['pkcs11:0c', ['--chain', writeChain('hello').replace('chain.pem', 'none.pem')], 1, /none\.pem/],
          ['pkcs11:0c', [], 2, /--chain is missing/],
        ];
        writeFileSync(chain, authority.issue(other) + authority.root);
        for (const [reference, words, code, sentence] of cases) {
          const run = await attach(reference, ...words);
          assert.deepEqual([run.code, sentence.test(run.words)], [code, true], run.words);
        }
        const foreign = await operate('attach-certificate', 'org_unknown', 'pkcs11:0c', '--chain', chain);
        assert.match(foreign.words, /no organization org_unknown/);
      });

      test('tenants cannot use the certificate of another organization', async () => {
        const { certificates: list } = (await account.call('GET', '/certificates')).body;
        const other = await EmbeddingAccount.make(service);
        for (const { certificate_id } of list) {
          assert.equal((await other.call('POST', `/certificates/${certificate_id}/renew`)).status, 404);
        }
        const made = await embed(other, await other.sign(readSound('debian.mp3')));
        assert.equal(made.status, 200);
        const report = await readReport('audio/mpeg', made.bytes);
        assert.equal(report.manifests[report.active_manifest]!.signature_info.issuer, 'Content Provenance Service');
      });

      test('a wrong PIN or a missing token: 503 with Retry-After for this certificate, and all else works', async () => {
        service.expectErrors();
        const key = authority.makeKey(keyKinds.ES256);
        hsm.importKey('0d', key);
        const chain = writeChain(authority.issue(key) + authority.root);
        await operate('attach-certificate', account.owner.orgId, 'pkcs11:0d', '--chain', chain);
        hsm.writePin('000000');
        const refused = await embed();
        assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '2']);
        const health = await service.live.call('GET', '/health');
        assert.deepEqual([health.status, health.body.checks.key_custody.pkcs11], [200, 'away']);
        assert.equal((await account.embed(signed, { signature: 'ml-dsa-65' })).status, 200);
        hsm.writePin(hsm.pin);
        await untilItAnswers(async () => assert.equal((await embed()).status, 200));
        hsm.removeToken();
        assert.equal((await embed()).status, 503);
        assert.ok(!service.logLines.some((line) => JSON.stringify(line).includes(hsm.pin)));
      });
    }),
  ),
);
