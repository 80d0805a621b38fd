// C2PA manifests over HTTP: embedded into signed files, read by verification, and refused as the
// specification says.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { type Account, listEvents, makeApiKey, makeOwner, setPlan } from '../../../test-support/account.ts';
import { readWithPeer } from '../../../test-support/c2pa-reader.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm, readManifestFile, readPhoto, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { makeSigner, makeSubmission, registerGenerator } from '../../../test-support/signing-client.ts';

const mebibyte = 1024 * 1024;

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly bytes: Buffer;
  readonly recordId: string | null;
  readonly error: string | undefined;
}

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let owner: Account;
    let key: string;
    let generatorId: string;
    let signed: { bytes: Buffer; recordId: string };
    let embedded: Buffer;
    before(async () => {
      service = await startRunningService({
        database,
        settings: { VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false' },
      });
      owner = await makeOwner(service, 'growth');
      key = (await makeApiKey(service.live, owner)).key;
      generatorId = await makeGenerator();
      signed = await sign(await sharp(readPhoto('Dune.jpg')).resize({ width: 600 }).jpeg().toBuffer());
      embedded = (await embed(signed.bytes)).bytes;
    });
    after(() => service.stop());

    async function makeGenerator(): Promise<string> {
      const body = { name: 'Pictures', supported_formats: ['image'] };
      return (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;
    }

    async function post(path: string, fields: Record<string, string | Uint8Array>, token = key): Promise<Answer> {
      const response = await fetch(service.live.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: makeForm(fields),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const error = response.ok ? undefined : JSON.parse(bytes.toString()).error;
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        recordId: response.headers.get('x-service-record-id'),
        bytes,
        error,
      };
    }

    async function sign(content: Uint8Array, generator = generatorId) {
      const answer = await post('/v1/sign', { content, model: 'studio-3', generator_id: generator });
      assert.equal(answer.status, 200, String(answer.error));
      return { bytes: answer.bytes, recordId: answer.recordId! };
    }

    const embed = (content: Uint8Array, recordId = signed.recordId, token = key) =>
      post(`/v1/records/${recordId}/c2pa/embed`, { content }, token);

    async function verify(content: Uint8Array) {
      const { status, bytes } = await post('/v1/verify', { content });
      assert.equal(status, 200);
      return JSON.parse(bytes.toString());
    }

    const good = {
      found: true,
      validation_status: 'valid',
      assertions: ['c2pa.actions.v2', 'service.provenance', 'c2pa.soft-binding'],
      manifest_count: 1,
      signature_issuer: 'Content Provenance Service',
      is_service: true,
    };

    for (const kind of ['jpeg', 'png'] as const) {
      test(`a signed ${kind} stays authentic with its manifest, which is valid and the service's own`, async () => {
        const picture = await sharp(readPhoto('Dune.jpg')).resize({ width: 500 })[kind]().toBuffer();
        const { bytes, recordId } = await sign(picture);
        const answer = await embed(bytes, recordId);
        assert.deepEqual([answer.status, answer.type], [200, `image/${kind}`]);
        const result = await verify(answer.bytes);
        assert.deepEqual([result.authentic, result.tampered, result.confidence], [true, false, 'high']);
        assert.equal(result.provenance.record_id, recordId);
        assert.deepEqual(specifiedPart(result.c2pa), good);
        assert.equal(result.c2pa.digital_source_type, 'trainedAlgorithmicMedia');
        assert.match(result.c2pa.tool, /^content-provenance-service \d/);
        const { c2pa: recovered } = await verify(bytes);
        assert.deepEqual([recovered.found, recovered.recovered, recovered.validation_status], [false, true, undefined]);
      });
    }

    test('embedding does not count as a signature, and is in the audit log', async () => {
      const used = async () =>
        (await service.live.call('GET', '/v1/billing/usage', { token: key })).body.signatures_used;
      const before = await used();
      assert.equal((await embed(signed.bytes)).status, 200);
      assert.equal(await used(), before);
      const [event] = (await listEvents(service, owner)).filter(({ type }) => type === 'c2pa_embedded');
      assert.deepEqual([event?.metadata.record_id, event?.metadata.generator_id], [signed.recordId, generatorId]);
    });

    test('an existing manifest becomes an ingredient, whether the service or another program made it', async () => {
      const twice = await embed(embedded);
      const { c2pa } = await verify(twice.bytes);
      assert.deepEqual(specifiedPart(c2pa), { ...good, manifest_count: 2 });
      assert.equal(c2pa.ingredients[0].relationship, 'parentOf');
      assert.equal(c2pa.ingredients[0].issuer, 'Content Provenance Service');
      const foreign = await sign(readManifestFile('valid/adobe-20220124-CACAICAICICA.jpg'));
      assert.equal((await verify(foreign.bytes)).c2pa.manifest_count, 4);
      const kept = await verify((await embed(foreign.bytes, foreign.recordId)).bytes);
      assert.equal(kept.authentic, true);
      assert.deepEqual(specifiedPart(kept.c2pa), { ...good, manifest_count: 5 });
    });

    test('the root is public and verifies the certificates that it issued', async () => {
      const response = await fetch(`${service.live.url}/.well-known/c2pa-roots.pem`);
      assert.equal(response.headers.get('content-type'), 'application/pem-certificate-chain');
      assert.equal(response.headers.get('cache-control'), 'public, max-age=3600');
      const root = new X509Certificate(await response.text());
      assert.ok(root.ca && root.verify(root.publicKey));
      assert.equal(root.publicKey.asymmetricKeyType, 'ml-dsa-65');
      const start = embedded.indexOf(Buffer.from([0x30, 0x82]), embedded.lastIndexOf('c2pa.signature'));
      const leaf = new X509Certificate(embedded.subarray(start, start + 4 + embedded.readUInt16BE(start + 2)));
      assert.ok(leaf.checkIssued(root) && leaf.verify(root.publicKey) && !leaf.ca);
      assert.match(leaf.subject, new RegExp(`CN=${generatorId}`));
    });

    test('the manifest and the JSON export agree on every fact they share', async () => {
      await expectAgreement(signed.recordId, 'image/jpeg', embedded, 'c2pa.created');
      const picture = await sign(await sharp(readPhoto('Wood.jpg')).resize({ width: 400 }).png().toBuffer());
      const { bytes } = await embed(picture.bytes, picture.recordId);
      await expectAgreement(picture.recordId, 'image/png', bytes, 'c2pa.created');
      // A file that already had a manifest has the action `c2pa.opened`: C2PA does not allow
      // `c2pa.created` with a parent. The export does not know this, and only this.
      const again = await embed(bytes, picture.recordId);
      await expectAgreement(picture.recordId, 'image/png', again.bytes, 'c2pa.opened');
    });

    async function expectAgreement(recordId: string, type: string, bytes: Buffer, origin: string): Promise<void> {
      const { body } = await service.live.call('GET', `/v1/records/${recordId}/c2pa`);
      const { body: record } = await service.live.call('GET', `/v1/records/${recordId}`);
      const [actions, provenance, hash] = body.assertions.map(({ data }: { data: unknown }) => data);
      const manifest = await readWithPeer(type, bytes);
      const dataOf = (label: string) =>
        manifest.assertions.find((each: { label: string }) => each.label === label).data;
      const { name, version } = manifest.claim_generator_info[0];
      assert.deepEqual([`${name}/${version}`, manifest.instance_id], [body.claim_generator, body.instance_id]);
      const [{ action, when, digitalSourceType, softwareAgent }, ...others] = dataOf('c2pa.actions.v2').actions;
      const marked = [{ action: 'c2pa.watermarked.bound', when }];
      assert.deepEqual([action, { action: 'c2pa.created', when }, others], [origin, actions.actions[0], marked]);
      assert.equal(softwareAgent.name, provenance.model);
      if (origin === 'c2pa.created') assert.match(digitalSourceType, /\/trainedAlgorithmicMedia$/);
      else assert.equal(digitalSourceType, undefined);
      const { content_hash, generator_id, kept_manifests_sha256: _, ...shared } = dataOf('service.provenance');
      assert.deepEqual(shared, provenance);
      assert.deepEqual([content_hash, generator_id], [`sha3-256:${hash.hash}`, generatorId]);
      assert.deepEqual([content_hash, when, shared.model], [record.content_hash, record.signed_at, record.model]);
      const [{ value }] = dataOf('c2pa.soft-binding').blocks;
      assert.equal(Buffer.from(value, 'base64').toString('hex'), record.watermark_id);
    }

    test('altered pixels and altered manifests are not authentic', async () => {
      const altered = Buffer.from(embedded);
      altered[altered.length - 1000]! ^= 1;
      const result = await verify(altered);
      assert.deepEqual([result.authentic, result.tampered], [false, true]);
      assert.deepEqual([result.c2pa.validation_status, result.c2pa.is_service], ['invalid', true]);
      assert.deepEqual(result.c2pa.validation_errors, ['assertion.dataHash.mismatch']);
      const forged = Buffer.from(embedded);
      forged[forged.indexOf('studio-3')]! ^= 1;
      const { authentic, reason, c2pa } = await verify(forged);
      assert.deepEqual([authentic, reason, c2pa.validation_status], [false, 'content_tampered', 'invalid']);
      assert.deepEqual(c2pa.validation_errors, ['assertion.hashedURI.mismatch']);
    });

    test('the sandbox does not recognize a live manifest as its own', async () => {
      const response = await fetch(`${service.sandbox.url}/v1/verify`, {
        method: 'POST',
        body: makeForm({ content: embedded }),
      });
      const { c2pa } = (await response.json()) as { c2pa: typeof good };
      assert.deepEqual([c2pa.validation_status, c2pa.is_service], ['valid', false]);
    });

    test('only the file of the record is accepted, and only in formats that can carry a manifest', async () => {
      const other = await sign(await sharp(readPhoto('Wood.jpg')).resize({ width: 400 }).jpeg().toBuffer());
      const mixed = await embed(other.bytes, signed.recordId);
      assert.deepEqual([mixed.status, mixed.error], [400, 'validation_error']);
      const nothing = await embed(Buffer.from('no picture'));
      assert.deepEqual([nothing.status, nothing.error], [400, 'unsupported_media']);
      const large = await embed(Buffer.alloc(51 * mebibyte + 1));
      assert.deepEqual([large.status, large.error], [413, 'payload_too_large']);
    });

    // 50 MB takes long, so this runs only on PostgreSQL, where nodes share a database.
    if (database === 'postgres') {
      test('a file of 50 MB gets a manifest, which names no watermark if there is none', async () => {
        const picture = await sharp(readPhoto('Dune.jpg')).resize({ width: 200 }).jpeg().toBuffer();
        // Bytes after the picture are part of the file, like the additional pictures of a phone
        // camera.
        const large = Buffer.concat([picture, Buffer.alloc(50 * mebibyte - picture.length - 100_000, 7)]);
        const { bytes, recordId } = await sign(large);
        const answer = await embed(bytes, recordId);
        assert.equal(answer.status, 200, String(answer.error));
        assert.equal(answer.bytes.includes('c2pa.soft-binding'), false);
        assert.ok(answer.bytes.includes('service.provenance') && answer.bytes.length > bytes.length);
        const { authentic, c2pa } = await verify(answer.bytes);
        assert.deepEqual([authentic, c2pa.validation_status, c2pa.is_service], [true, 'valid', true]);
      });
    }

    test('missing, foreign and client-managed records, lower plans and revoked generators are refused', async () => {
      const missing = await embed(signed.bytes, '0198c5d0-0000-7000-8000-000000000000');
      assert.deepEqual([missing.status, missing.error], [404, 'record_not_found']);
      const stranger = await makeOwner(service, 'growth');
      const foreign = await embed(signed.bytes, signed.recordId, stranger.token);
      assert.deepEqual([foreign.status, foreign.error], [404, 'record_not_found']);

      const signer = makeSigner();
      const own = await registerGenerator(service.live, key, [signer]);
      const submitted = await service.live.call('POST', '/v1/records', {
        token: key,
        body: makeSubmission(signer, own),
      });
      const clientManaged = await embed(signed.bytes, submitted.body.record_id);
      assert.deepEqual([clientManaged.status, clientManaged.error], [400, 'client_managed_generator']);

      await setPlan(service, owner.orgId, 'starter');
      const unpaid = await embed(signed.bytes);
      assert.deepEqual([unpaid.status, unpaid.error], [402, 'plan_required']);
      await setPlan(service, owner.orgId, 'growth');
      const nobody = await embed(signed.bytes, signed.recordId, 'svc_key_none');
      assert.deepEqual([nobody.status, nobody.error], [401, 'unauthorized']);

      const brief = await makeGenerator();
      const last = await sign(await sharp(readPhoto('Wood.jpg')).resize({ width: 400 }).jpeg().toBuffer(), brief);
      const before = await embed(last.bytes, last.recordId);
      assert.equal((await verify(before.bytes)).c2pa.validation_status, 'valid');
      await service.live.call('PUT', `/v1/generators/${brief}/revoke`, { token: key });
      const revoked = await embed(last.bytes, last.recordId);
      assert.deepEqual([revoked.status, revoked.error], [403, 'generator_revoked']);
      const { c2pa } = await verify(before.bytes);
      assert.deepEqual([c2pa.validation_status, c2pa.validation_errors], ['invalid', ['signingCredential.revoked']]);
    });
  }),
);

/** The fields of the specification, without those that were added later. */
function specifiedPart(c2pa: Record<string, unknown>) {
  const { found, validation_status, assertions, manifest_count, signature_issuer, is_service } = c2pa;
  return { found, validation_status, assertions, manifest_count, signature_issuer, is_service };
}
