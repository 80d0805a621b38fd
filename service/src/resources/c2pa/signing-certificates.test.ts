// Certificates of organizations through real HTTP, on both databases, with an openssl authority:
// requested, imported, issued, renewed, revoked, and refused with a sentence if other programs
// would refuse the manifest.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addMember, listEvents } from '../../../test-support/account.ts';
import { readReport } from '../../../test-support/c2pa-reader.ts';
import { EmbeddingAccount, type SignedFile } from '../../../test-support/embedding-account.ts';
import { withOpenssl } from '../../../test-support/https-receiver.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { goodExtensions, keyKinds, OpensslAuthority } from '../../../test-support/openssl-authority.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { readSound, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { readConfiguration } from '../../configuration/read-configuration.ts';
import { createLog } from '../../log.ts';
import { startService } from '../../service.ts';

const name = { country: 'DE', organization: 'Acme Pictures', common_name: 'Acme' };
const day = 24 * 60 * 60 * 1_000;

withSharedFiles(() =>
  withOpenssl(() =>
    onEachDatabase((database) => {
      let service: RunningService;
      let authority: OpensslAuthority;
      let account: EmbeddingAccount;
      let signed: SignedFile;
      before(async () => {
        authority = new OpensslAuthority();
        const settings = { VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false' };
        service = await startRunningService({ database, settings });
        account = await EmbeddingAccount.make(service);
        signed = await account.sign(readSound('debian.mp3'));
      });
      after(async () => {
        await service.stop();
        authority.remove();
      });

      const importPair = (private_key: string, chain: string, by = account) =>
        by.call('POST', '/certificates/import', { private_key, chain });
      const list = async (by = account) => (await by.call('GET', '/certificates')).body;
      const eventsOf = async (by: EmbeddingAccount, type: string) =>
        (await listEvents(service, by.owner)).filter((each) => each.type === type);

      /**
       * The report of c2pa-rs on a new classical manifest, with the root of the authority as
       * anchor.
       */
      async function readClassical(by = account, file = signed) {
        const made = await by.embed(file, { signature: 'classical' });
        assert.equal(made.status, 200, JSON.stringify(made.error));
        const report = await readReport('audio/mpeg', made.bytes, authority.root);
        return { state: report.validation_state, ...report.manifests[report.active_manifest]!.signature_info };
      }

      test('a requested certificate signs after its chain is sent', async () => {
        const { status, body } = await account.call('POST', '/certificates', name);
        assert.deepEqual([status, body.state, body.chain], [201, 'requested', null]);
        assert.equal(body.subject, 'C=DE, O=Acme Pictures, CN=Acme');
        const leaf = authority.sign(body.signing_request);
        const done = await account.call('PUT', `/certificates/${body.certificate_id}/chain`, {
          chain: leaf + authority.root,
        });
        assert.deepEqual([done.status, done.body.state, done.body.algorithm], [200, 'active', 'ES256']);
        assert.equal(done.body.chain.match(/BEGIN/g).length, 1, 'the root is left out');
        assert.equal(done.body.signing_request, null);
        const { state, alg, issuer } = await readClassical();
        assert.deepEqual([state, alg, issuer], ['Trusted', 'Es256', 'Acme Pictures']);
        const again = await account.call('PUT', `/certificates/${body.certificate_id}/chain`, {
          chain: leaf + authority.root,
        });
        assert.deepEqual([again.status, again.body.error], [409, 'certificate_not_requested']);
      });

      for (const [algorithm, options] of Object.entries(keyKinds)) {
        test(`an imported ${algorithm} key signs manifests that c2pa-rs trusts`, async () => {
          const key = authority.makeKey(options);
          const { status, body } = await importPair(key, authority.issue(key) + authority.root);
          assert.deepEqual([status, body.state, body.algorithm], [201, 'active', algorithm], JSON.stringify(body));
          const { state, alg } = await readClassical();
          assert.deepEqual([state, alg.toLowerCase()], ['Trusted', algorithm.toLowerCase()]);
          const { certificates } = await list();
          const active = certificates.filter((each: { state: string }) => each.state === 'active');
          assert.deepEqual(
            active.map((each: { certificate_id: string }) => each.certificate_id),
            [body.certificate_id],
          );
        });
      }

      test('an organization without a certificate gets one: valid, not trusted, and named by ids', async () => {
        const other = await EmbeddingAccount.make(service);
        const { state, issuer } = await readClassical(other, await other.sign(readSound('debian.mp3')));
        assert.deepEqual([state, issuer], ['Valid', 'Content Provenance Service']);
        const { certificates } = await list(other);
        assert.deepEqual([certificates.length, certificates[0].source], [1, 'service']);
        const leaf = new X509Certificate(certificates[0].chain);
        assert.ok(leaf.validToDate.getTime() - leaf.validFromDate.getTime() <= 366 * day);
        assert.match(leaf.subject, new RegExp(`OU=${other.owner.orgId}`));
        const renewed = await other.call('POST', `/certificates/${certificates[0].certificate_id}/renew`);
        assert.deepEqual([renewed.status, renewed.body.state, renewed.body.source], [201, 'active', 'service']);
        assert.equal((await eventsOf(other, 'certificate_activated')).length, 2);
      });

      test('the organization sets its default signature, and a request can override it', async () => {
        const other = await EmbeddingAccount.make(service);
        const file = await other.sign(readSound('debian.mp3'));
        const signature = async (fields?: Record<string, string>) =>
          (await other.embed(file, fields)).headers.get('x-service-signature');
        assert.equal(await signature(), 'ml-dsa-65');
        const set = await other.call('PUT', '/default-signature', { default_signature: 'classical' });
        assert.deepEqual([set.status, set.body], [200, { default_signature: 'classical' }]);
        assert.equal(await signature(), 'classical');
        assert.equal(await signature({ signature: 'ml-dsa-65' }), 'ml-dsa-65');
        assert.equal((await list(other)).default_signature, 'classical');
        assert.deepEqual((await eventsOf(other, 'c2pa_signature_changed'))[0]?.metadata.to, 'classical');
        assert.equal((await other.call('PUT', '/default-signature', { default_signature: 'rsa' })).status, 400);
      });

      test('a renewal makes a new key and request, and the old certificate signs until the chain is sent', async () => {
        const key = authority.makeKey(keyKinds.ES256);
        const { body: first } = await importPair(key, authority.issue(key) + authority.root);
        const { status, body: next } = await account.call('POST', `/certificates/${first.certificate_id}/renew`);
        assert.deepEqual([status, next.state, next.subject], [201, 'requested', first.subject]);
        assert.equal((await readClassical()).state, 'Trusted');
        const chain = authority.sign(next.signing_request) + authority.root;
        assert.equal((await account.call('PUT', `/certificates/${next.certificate_id}/chain`, { chain })).status, 200);
        const { certificates } = await list();
        const stateOf = (id: string) =>
          certificates.find((each: { certificate_id: string }) => each.certificate_id === id).state;
        assert.deepEqual([stateOf(first.certificate_id), stateOf(next.certificate_id)], ['replaced', 'active']);
      });

      test('after a revocation the service issues a certificate that signs instead', async () => {
        const key = authority.makeKey(keyKinds.ES256);
        const { body } = await importPair(key, authority.issue(key) + authority.root);
        const revoked = await account.call('POST', `/certificates/${body.certificate_id}/revoke`);
        assert.deepEqual([revoked.status, revoked.body.state], [200, 'revoked']);
        assert.equal((await readClassical()).issuer, 'Content Provenance Service');
        assert.equal((await eventsOf(account, 'certificate_revoked')).length, 1);
        const { body: waiting } = await account.call('POST', '/certificates', name);
        assert.equal((await account.call('POST', `/certificates/${waiting.certificate_id}/revoke`)).status, 200);
        const { certificates } = await list();
        assert.ok(
          !certificates.some((each: { certificate_id: string }) => each.certificate_id === waiting.certificate_id),
        );
      });

      test('owners get a warning 30 and 7 days ahead, once each, by email and in the audit log', async () => {
        const other = await EmbeddingAccount.make(service);
        const key = authority.makeKey(keyKinds.ES256);
        const { body } = await importPair(key, authority.issue(key) + authority.root, other);
        const setEnd = (daysLeft: number) =>
          service.database.transaction((transaction) =>
            transaction
              .updateTable('c2pa_signing_certificates')
              .set({ not_after: Date.now() + daysLeft * day })
              .where('certificate_id', '=', body.certificate_id)
              .execute(),
          );
        const restart = async (daysLeft: number) => {
          await setEnd(daysLeft);
          const node = await startService(readConfiguration(service.settings), createLog('silent'));
          await node.stop();
          return (await eventsOf(other, 'certificate_expiring')).length;
        };
        assert.deepEqual([await restart(31), await restart(29), await restart(28), await restart(6)], [0, 1, 1, 2]);
        const { text } = await service.outbox.waitForMail(other.owner.email, 'certificate');
        assert.match(text, /O=Acme Pictures/);
        await setEnd(-1);
        const file = await other.sign(readSound('debian.mp3'));
        const refused = await other.embed(file, { signature: 'classical' });
        assert.deepEqual([refused.status, refused.error.error], [409, 'certificate_expired']);
      });

      test('members can only read certificates, and other organizations see none', async () => {
        const member = await addMember(service, account.owner, 'user');
        const as = (method: string, path: string, body?: unknown) =>
          service.live.call(method, `/v1/c2pa/certificates${path}`, {
            token: member.token,
            ...(body !== undefined && { body }),
          });
        assert.equal((await as('GET', '')).status, 200);
        assert.equal((await as('POST', '', name)).status, 403);
        const [first] = (await list()).certificates;
        const other = await EmbeddingAccount.make(service);
        for (const action of ['renew', 'revoke']) {
          const { status } = await other.call('POST', `/certificates/${first.certificate_id}/${action}`);
          assert.equal(status, 404);
        }
      });

      test('chains that other programs would refuse are refused with a sentence', async () => {
        const key = authority.makeKey(keyKinds.ES256);
        const without = (part: string) => goodExtensions.filter((each) => !each.startsWith(part));
        const issue = (extensions: readonly string[]) => authority.issue(key, { extensions });
        const good = authority.issue(key);
        const cases: [RegExp, string][] = [
          [/no certificate/, 'hello'],
          [/no certificate/, key],
          [/cannot be read/, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
          [/cannot be read/, good.replace(/\n[A-Za-z0-9+/]{64}\n/, '\n')],
          [/issuer is missing/, good],
          [/authority/, authority.root],
          [/digitalSignature/, issue([...without('keyUsage'), 'keyUsage=critical,keyAgreement'])],
          [/digitalSignature/, issue(without('keyUsage'))],
          [/none of/, issue([...without('extendedKeyUsage'), 'extendedKeyUsage=serverAuth'])],
          [/none of/, issue(without('extendedKeyUsage'))],
          [/any purpose/, issue([...without('extendedKeyUsage'), 'extendedKeyUsage=anyExtendedKeyUsage'])],
          [/time stamps/, issue([...without('extendedKeyUsage'), 'extendedKeyUsage=emailProtection,timeStamping'])],
          [/authority key identifier/, issue([...without('authorityKeyIdentifier'), 'authorityKeyIdentifier=none'])],
          [/critical extension/, issue([...goodExtensions, '1.2.3.4=critical,ASN1:NULL'])],
          [/did not issue/, good + authority.makeStranger()],
          [/more than 6/, good.repeat(7)],
          [/expired/, authority.issue(key, { days: -1 })],
        ];
        for (const [sentence, chain] of cases) {
          const { status, body } = await importPair(key, chain);
          assert.deepEqual([status, body.error], [400, 'validation_error'], String(sentence));
          assert.equal(body.details[0].path, 'chain');
          assert.match(body.details[0].message, sentence);
        }
      });

      test('keys that cannot sign are refused, with a sentence', async () => {
        const key = authority.makeKey(keyKinds.ES256);
        const chain = authority.issue(key) + authority.root;
        const cases: [RegExp, string][] = [
          [/not a private key/, 'hello'],
          [/not a private key/, chain],
          [/does not belong/, authority.makeKey(keyKinds.ES256)],
          [/encrypted/, authority.makeKey([...keyKinds.ES256, '-aes256', '-pass', 'pass:secret'])],
        ];
        for (const [sentence, given] of cases) {
          const { status, body } = await importPair(given, chain);
          assert.deepEqual([status, body.details?.[0].path], [400, 'private_key']);
          assert.match(body.details[0].message, sentence);
        }
        const weak = authority.makeKey(['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024']);
        assert.match((await importPair(weak, authority.issue(weak))).body.details[0].message, /1024 bits/);
        const odd = authority.makeKey(['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1']);
        assert.match((await importPair(odd, authority.issue(odd))).body.details[0].message, /another kind/);
      });

      test('hundreds of mutated chains get a 400, never a 500', async () => {
        const key = authority.makeKey(keyKinds.ES256);
        const chain = authority.issue(key);
        const bytes = Buffer.from(new X509Certificate(chain).raw);
        for (let round = 0; round < 300; round += 1) {
          const mutated = Buffer.from(bytes);
          for (let change = 0; change <= round % 3; change += 1)
            mutated[Math.floor(Math.random() * mutated.length)] = Math.floor(Math.random() * 256);
          const pem = `-----BEGIN CERTIFICATE-----\n${mutated.toString('base64')}\n-----END CERTIFICATE-----\n${authority.root}`;
          const { status } = await importPair(key, pem);
          assert.equal(status, mutated.equals(bytes) ? 201 : 400, mutated.toString('base64'));
        }
      });
    }),
  ),
);
