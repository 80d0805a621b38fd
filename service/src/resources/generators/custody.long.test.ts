// Generators whose keys are in a KMS, through real HTTPS and HTTP: attached by the operator,
// created for new generators, rotated, and what happens while the KMS fails or returns wrong
// signatures.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Account, makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { type Certificates, makeCertificates, withOpenssl } from '../../../test-support/https-receiver.ts';
import { type KmsServer, type Misbehaviour, startKms } from '../../../test-support/kms-server.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { untilItAnswers } from '../../../test-support/private-program.ts';
import { runOperator } from '../../../test-support/run-operator.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { registerGenerator, verifiesPublicly } from '../../../test-support/signing-client.ts';

withOpenssl(() =>
  onEachDatabase((database) => {
    let certificates: Certificates;
    let kms: KmsServer;
    let service: RunningService;
    let owner: Account;
    let key: string;
    before(async () => {
      certificates = makeCertificates();
      kms = await startKms(certificates);
      const settings = { ...kms.settings, VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false' };
      service = await startRunningService({ database, settings });
      owner = await makeOwner(service, 'growth');
      key = (await makeApiKey(service.live, owner)).key;
    });
    after(async () => {
      await service.stop();
      await kms.stop();
      certificates.remove();
    });

    const operate = (...words: string[]) => runOperator(service.settings, 'custody', ...words);
    const makeGenerator = () => registerGenerator(service.live, key);
    const keysOf = async (generatorId: string) => (await service.live.call('GET', `/v1/keys/${generatorId}`)).body.keys;

    async function makeAttached(): Promise<string> {
      const generatorId = await makeGenerator();
      const keyId = `studio/${randomBytes(4).toString('hex')}`;
      kms.addKey(keyId, 'ML-DSA-65');
      const { code, words } = await operate('attach-generator', generatorId, `kms:${keyId}`);
      assert.deepEqual([code, words], [0, '']);
      return generatorId;
    }

    async function sign(generatorId: string) {
      const content = Buffer.from(`A text of ${randomBytes(8).toString('hex')}.\n`);
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: makeForm({ content, model: 'writer-2', generator_id: generatorId }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    }

    /** The verdict, and whether other implementations find the signature of the record valid. */
    async function check({ bytes, headers }: Awaited<ReturnType<typeof sign>>): Promise<readonly boolean[]> {
      const response = await fetch(`${service.live.url}/v1/verify`, {
        method: 'POST',
        body: makeForm({ content: bytes }),
      });
      const { authentic } = (await response.json()) as { authentic: boolean };
      return [authentic, await verifiesPublicly(service.live, headers.get('x-service-record-id')!)];
    }

    const countRecords = async () =>
      (await service.live.call('GET', '/v1/records', { token: key })).body.records.length;

    test('a generator with an attached key signs in the KMS, and its files are authentic', async () => {
      const generatorId = await makeGenerator();
      const earlier = await sign(generatorId);
      const publicKey = kms.addKey('studio', 'ML-DSA-65').export({ format: 'raw-public' }).toString('base64');
      const { code, output } = await operate('attach-generator', generatorId, 'kms:studio');
      assert.equal(code, 0);
      assert.match(output, /now signs with kms:studio/);
      const before = kms.operations.length;
      const signed = await sign(generatorId);
      assert.equal(signed.status, 200);
      assert.deepEqual(kms.operations.slice(before), ['sign']);
      assert.deepEqual(await check(signed), [true, true]);
      assert.deepEqual(await check(earlier), [true, true], 'signed before with the retired key');
      const [active, retired] = await keysOf(generatorId);
      assert.deepEqual([active.key, active.status, retired.status], [publicKey, 'active', 'retired']);
      assert.match((await operate('list', owner.orgId)).output, new RegExp(`${generatorId} +kms:studio`));
    });

    test('a rotated key is created in the KMS, and a revoked generator signs nothing', async () => {
      const generatorId = await makeAttached();
      const first = await sign(generatorId);
      const rotated = await service.live.call('POST', `/v1/generators/${generatorId}/rotate-key`, { token: key });
      assert.equal(rotated.status, 200);
      assert.match((await operate('list', owner.orgId)).output, new RegExp(`kms:made/${rotated.body.active_kid}`));
      assert.deepEqual(await check(await sign(generatorId)), [true, true]);
      assert.deepEqual(await check(first), [true, true]);
      const { status } = await service.live.call('PUT', `/v1/generators/${generatorId}/revoke`, { token: owner.token });
      assert.equal(status, 200);
      assert.equal((await sign(generatorId)).status, 404);
    });

    test('a wrong signature is neither stored nor delivered', async () => {
      service.expectErrors();
      const generatorId = await makeAttached();
      const count = await countRecords();
      kms.misbehave((_, response) => {
        response.writeHead(200).end(JSON.stringify({ signature: randomBytes(3309).toString('base64') }));
        return true;
      });
      const { status, headers } = await sign(generatorId);
      assert.deepEqual([status, headers.get('retry-after')], [503, '2']);
      assert.equal(await countRecords(), count);
      kms.misbehave(undefined);
      assert.equal((await sign(generatorId)).status, 200, 'one wrong key does not stop the others');
    });

    const failures: Readonly<Record<string, Misbehaviour>> = {
      'an error of the KMS': (_, response) => !!response.writeHead(500).end(),
      'a redirect': (_, response) => !!response.writeHead(307, { location: '/keys/sign' }).end(),
      'a response that never ends': () => true,
      'a response that is too long': (_, response) => !!response.writeHead(200).end('x'.repeat(100_000)),
      'a response that is not JSON': (_, response) => !!response.writeHead(200).end('signed'),
      'a lost connection': (_, response) => !!response.destroy(),
    };
    for (const [name, misbehaviour] of Object.entries(failures)) {
      test(`${name}: 503 with Retry-After for its generators, and everything else works`, async () => {
        service.expectErrors();
        const generatorId = await makeAttached();
        kms.misbehave(misbehaviour);
        const { status, headers } = await sign(generatorId);
        assert.deepEqual([status, headers.get('retry-after')], [503, '2']);
        assert.equal((await sign(await makeGenerator())).status, 200);
        const health = await service.live.call('GET', '/health');
        assert.deepEqual([health.status, health.body.checks.key_custody], [200, { kms: 'away' }]);
        kms.misbehave(undefined);
        await untilItAnswers(async () => assert.equal((await sign(generatorId)).status, 200));
        const again = await service.live.call('GET', '/health');
        assert.deepEqual(again.body.checks.key_custody, { kms: 'ok' });
      });
    }

    test('the operator cannot attach a key that is missing, of another kind, in use, or of another custodian', async () => {
      const generatorId = await makeGenerator();
      kms.addKey('classical', 'ES256');
      kms.addKey('used', 'ML-DSA-65');
      assert.equal((await operate('attach-generator', await makeGenerator(), 'kms:used')).code, 0);
      const cases: [string, string, number, RegExp][] = [
        [generatorId, 'kms:missing', 1, /refused public-key with 404/],
        [generatorId, 'kms:classical', 1, /not an ML-DSA-65 key/],
        [generatorId, 'kms:used', 1, /has this key already/],
        [generatorId, 'pkcs11:01', 1, /does not support/],
        [generatorId, 'kms:../sign', 2, /Enter the reference/],
        [generatorId, 'file:/etc/passwd', 2, /Enter the reference/],
        ['gen_unknown', 'kms:classical', 1, /not an ML-DSA-65 key/],
      ];
      for (const [id, reference, code, sentence] of cases) {
        const run = await operate('attach-generator', id, reference);
        assert.deepEqual([run.code, sentence.test(run.words)], [code, true], run.words);
      }
      assert.equal((await keysOf(generatorId)).length, 1);
    });

    test('a tenant cannot name a key: no field of a request takes a reference', async () => {
      kms.addKey('of-another', 'ML-DSA-65');
      const body = { name: 'Mine', supported_formats: ['text'] };
      const calls = kms.operations.length;
      for (const field of ['reference', 'key_reference', 'custody', 'sealed_seed', 'key_id']) {
        const made = await service.live.call('POST', '/v1/generators', {
          token: key,
          body: { ...body, [field]: 'kms:of-another' },
        });
        assert.ok([201, 400].includes(made.status), field);
        if (made.status === 201) assert.equal((await sign(made.body.generator_id)).status, 200);
      }
      const kid = 'reference to a key in custody: kms:of-another';
      const key_ = Buffer.alloc(1952, 1).toString('base64');
      await service.live.call('POST', '/v1/generators', {
        token: key,
        body: { ...body, public_keys: [{ kid, algorithm: 'ml-dsa-65', key: key_ }] },
      });
      assert.equal(kms.operations.length, calls, 'the KMS was not called');
    });

    test('with GENERATOR_CUSTODY=kms, new generators get their keys in the KMS', async () => {
      const other = await startRunningService({ database, settings: { ...kms.settings, GENERATOR_CUSTODY: 'kms' } });
      try {
        const otherOwner = await makeOwner(other, 'growth');
        const otherKey = (await makeApiKey(other.live, otherOwner)).key;
        const calls = kms.operations.length;
        const generatorId = await registerGenerator(other.live, otherKey);
        assert.deepEqual(kms.operations.slice(calls), ['create-key', 'public-key']);
        const response = await fetch(`${other.live.url}/v1/sign`, {
          method: 'POST',
          headers: { authorization: `Bearer ${otherKey}` },
          body: makeForm({ content: Buffer.from('A text.\n'), model: 'writer-2', generator_id: generatorId }),
        });
        assert.equal(response.status, 200);
        assert.equal(kms.operations.at(-1), 'sign');
      } finally {
        await other.stop();
      }
    });
  }),
);
