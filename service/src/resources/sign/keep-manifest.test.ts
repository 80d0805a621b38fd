// Uploads with a foreign C2PA manifest: signing breaks its binding and a note says so, unless
// c2pa=keep chains it into a new manifest.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm, readManifestFile, readPhoto, withSharedFiles } from '../../../test-support/shared-photos.ts';

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let key: string;
    let generatorId: string;
    before(async () => {
      service = await startRunningService({
        database,
        settings: { VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false' },
      });
      key = (await makeApiKey(service.live, await makeOwner(service, 'growth'))).key;
      generatorId = await makeGenerator(key);
    });
    after(() => service.stop());

    async function makeGenerator(token: string): Promise<string> {
      const body = { name: 'Everything', supported_formats: ['image', 'audio', 'text'] };
      return (await service.live.call('POST', '/v1/generators', { token, body })).body.generator_id;
    }

    async function sign(
      content: Uint8Array,
      fields: Record<string, string> = {},
      token = key,
      generator = generatorId,
    ) {
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: makeForm({ content, model: 'studio-3', generator_id: generator, ...fields }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      return {
        status: response.status,
        bytes,
        recordId: response.headers.get('x-service-record-id'),
        notes: response.headers.get('x-service-notes') ?? '',
        problem: response.ok ? undefined : JSON.parse(bytes.toString()),
      };
    }

    async function verify(content: Uint8Array) {
      const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
      return (await response.json()) as {
        authentic: boolean;
        provenance: { record_id: string };
        c2pa: { validation_status: string; manifest_count: number; is_service: boolean };
      };
    }

    test('a note says that signing breaks the manifest, and the file is authentic with an invalid manifest', async () => {
      for (const name of ['adobe-20220124-C.jpg', 'libpng-test_with_url.png', 'sample1_signed.wav']) {
        const { status, notes, bytes } = await sign(readManifestFile(`valid/${name}`));
        const isHeld = name !== 'libpng-test_with_url.png';
        assert.equal(status, 200, name);
        assert.equal(notes.includes('C2PA programs now report that manifest as invalid'), isHeld, `${name}: ${notes}`);
        assert.equal(notes.includes('c2pa=keep'), name.endsWith('.jpg'), name);
        const result = await verify(bytes);
        assert.equal(result.authentic, true, name);
        if (isHeld) assert.equal(result.c2pa.validation_status, 'invalid', name);
      }
    });

    test('c2pa=keep chains the manifest: the file is authentic, and its new manifest is valid', async () => {
      const { status, notes, bytes, recordId } = await sign(readManifestFile('valid/adobe-20220124-CACAICAICICA.jpg'), {
        c2pa: 'keep',
      });
      assert.equal(status, 200);
      assert.doesNotMatch(notes, /C2PA/);
      const { authentic, provenance, c2pa } = await verify(bytes);
      assert.deepEqual([authentic, provenance.record_id], [true, recordId]);
      assert.deepEqual([c2pa.validation_status, c2pa.manifest_count, c2pa.is_service], ['valid', 5, true]);
      // The findings about the parent were true of the upload before marking.
      assert.ok(bytes.includes('assertion.dataHash.match'));
      assert.ok(!bytes.includes('assertion.dataHash.mismatch'));
    });

    test('without a manifest there is nothing to keep', async () => {
      const { status, bytes } = await sign(readPhoto('Dune.jpg'), { c2pa: 'keep' });
      assert.equal(status, 200);
      const result = await verify(bytes);
      assert.deepEqual([result.authentic, result.c2pa], [true, undefined]);
    });

    test('a manifest that cannot be kept is refused with a sentence before anything is stored', async () => {
      const used = async () =>
        (await service.live.call('GET', '/v1/billing/usage', { token: key })).body.signatures_used;
      const earlier = await used();
      const sound = await sign(readManifestFile('valid/sample1_signed.wav'), { c2pa: 'keep' });
      assert.deepEqual([sound.status, sound.problem.error], [400, 'unsupported_media']);
      assert.match(sound.problem.message, /only with JPEG and PNG/);
      const wrong = await sign(readPhoto('Dune.jpg'), { c2pa: 'drop' });
      assert.deepEqual([wrong.status, wrong.problem.error], [400, 'validation_error']);
      assert.equal(await used(), earlier);
    });

    test('keeping a manifest is embedding, which the plan must include', async () => {
      const free = (await makeApiKey(service.live, await makeOwner(service, 'free'))).key;
      const { status, problem } = await sign(
        readManifestFile('valid/adobe-20220124-C.jpg'),
        { c2pa: 'keep' },
        free,
        await makeGenerator(free),
      );
      assert.deepEqual([status, problem.error, problem.required_plan], [402, 'plan_required', 'growth']);
    });
  }),
);
