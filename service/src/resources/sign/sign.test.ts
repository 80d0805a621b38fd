// POST /v1/sign and POST /v1/verify over HTTP with real photographs: sign, verify, alter, verify
// again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { type Account, makeApiKey, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm, readPhoto, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { makeSigner, registerGenerator } from '../../../test-support/signing-client.ts';
import { longTest } from '../../../test-support/test-run.ts';
import { withoutXmp } from '../../../test-support/without-xmp.ts';

const photoName = 'Dune.jpg';
const mebibyte = 1024 * 1024;

withSharedFiles(() => {
  test('with the neural watermark turned off, it is neither added nor searched, and a caller that asks gets a note', async () => {
    const service = await startRunningService({ settings: { NEURAL_WATERMARK: 'false' } });
    assert.equal((await service.live.call('GET', '/health')).body.checks.neural, 'off');
    const owner = await makeVerifiedAccount(service.live, service.outbox);
    const { key } = await makeApiKey(service.live, owner);
    const generator = { name: 'Pictures', supported_formats: ['image'] };
    const { body } = await service.live.call('POST', '/v1/generators', { token: key, body: generator });
    const content = await sharp(readPhoto(photoName)).resize({ width: 400 }).jpeg().toBuffer();
    const response = await fetch(`${service.live.url}/v1/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: makeForm({ content, model: 'm', generator_id: body.generator_id, neural: 'true' }),
    });
    assert.equal(response.status, 200);
    assert.match(
      response.headers.get('x-service-notes') ?? '',
      /no neural watermark: it is turned off on this service/,
    );
    await service.stop();
  });

  onEachDatabase((database) => {
    let service: RunningService;
    let owner: Account;
    let key: string;
    let generatorId: string;
    let photo: Buffer;
    before(async () => {
      service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
      owner = await makeVerifiedAccount(service.live, service.outbox);
      await setPlan(service, owner.orgId, 'enterprise');
      key = (await makeApiKey(service.live, owner)).key;
      generatorId = await makeGenerator(['image']);
      photo = await sharp(readPhoto(photoName)).resize({ width: 1_000 }).jpeg({ quality: 92 }).toBuffer();
    });
    after(() => service.stop());

    async function makeGenerator(formats: readonly string[]): Promise<string> {
      const body = { name: 'Pictures', supported_formats: formats };
      return (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;
    }

    async function sign(
      fields: Record<string, string | Uint8Array>,
      headers: Record<string, string> = {},
      token = key,
    ) {
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...headers },
        body: makeForm(fields),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const error = response.ok ? undefined : (JSON.parse(bytes.toString()) as { error: string; message: string });
      return { status: response.status, headers: response.headers, bytes, error };
    }

    const signPhoto = (content: Uint8Array = photo, headers = {}) =>
      sign({ content, model: 'studio-3', generator_id: generatorId }, headers);

    async function verify(content: Uint8Array, fields: Record<string, string> = {}) {
      const response = await fetch(`${service.live.url}/v1/verify`, {
        method: 'POST',
        body: makeForm({ content, ...fields }),
      });
      assert.equal(response.status, 200);
      return response.json() as Promise<{
        authentic: boolean;
        tampered: boolean;
        confidence: string;
        token_source: string | null;
        format: string | null;
        reason?: string;
        notes?: string[];
        signals: Record<string, boolean>;
        provenance: { record_id: string; org_id: string; model: string } | null;
      }>;
    }

    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      test(`a signed ${kind} is authentic with high confidence, and its record is stored`, async () => {
        const picture = await sharp(photo)[kind]().toBuffer();
        const signed = await signPhoto(picture);
        assert.equal(signed.status, 200, String(signed.error?.message));
        assert.equal(signed.headers.get('content-type'), `image/${kind}`);
        assert.equal(signed.headers.get('x-service-format'), 'image');
        assert.match(signed.headers.get('x-service-token') ?? '', /^svc_A/);
        const result = await verify(signed.bytes);
        assert.deepEqual(
          [result.authentic, result.tampered, result.confidence, result.token_source, result.format],
          [true, false, 'high', 'xmp', 'image'],
        );
        assert.equal(result.provenance?.record_id, signed.headers.get('x-service-record-id'));
        assert.equal(result.provenance?.org_id, owner.orgId);
        const { body } = await service.live.call('GET', `/v1/records/${result.provenance?.record_id}`);
        assert.equal(body.mode, 'server');
        assert.match(body.phash, /^[0-9a-f]{16}$/);
      });
    }

    test('a re-encoded and resized copy is found by its watermark and called tampered', async () => {
      const signed = await signPhoto();
      const altered = await sharp(signed.bytes).resize({ width: 700 }).jpeg({ quality: 60 }).toBuffer();
      const result = await verify(altered);
      assert.deepEqual(
        [result.authentic, result.tampered, result.confidence, result.token_source, result.reason],
        [false, true, 'high', 'watermark', 'content_tampered'],
      );
    });

    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      const testKind = kind === 'jpeg' ? test : longTest;
      testKind(`a signed ${kind} without its metadata is found by its watermark and still authentic`, async () => {
        const signed = await signPhoto(await sharp(photo)[kind]().toBuffer());
        const bare = withoutXmp[kind](signed.bytes);
        assert.ok(!bare.includes('svc_') && bare.length < signed.bytes.length);
        const result = await verify(bare);
        assert.deepEqual(
          [result.authentic, result.tampered, result.confidence, result.token_source],
          [true, false, 'high', 'watermark'],
        );
        assert.equal(result.provenance?.record_id, signed.headers.get('x-service-record-id'));
      });
    }

    longTest(
      'a copy at a quarter of its size is found by its neural watermark, unless that was turned off',
      async () => {
        for (const [fields, source] of [
          [{}, 'neural_watermark'],
          [{ neural: 'false' }, 'phash'],
        ] as const) {
          const content = await sharp(photo).resize({ width: 800 }).flop().jpeg({ quality: 92 }).toBuffer();
          const signed = await sign({ content, model: 'm', generator_id: generatorId, ...fields });
          assert.deepEqual([signed.status, signed.headers.get('x-service-notes')], [200, null]);
          const result = await verify(
            await sharp(signed.bytes).resize({ width: 200 }).jpeg({ quality: 90 }).toBuffer(),
          );
          assert.equal(result.token_source, source);
          assert.equal(result.signals.neural_watermark_found, source === 'neural_watermark');
          if (source === 'phash') continue;
          assert.deepEqual(
            [result.tampered, result.confidence, result.reason, result.provenance?.record_id],
            [true, 'high', 'content_tampered', signed.headers.get('x-service-record-id')],
          );
        }
        assert.equal((await sign({ content: photo, model: 'm', generator_id: generatorId, neural: 'no' })).status, 400);
      },
    );

    test('a small and blurred copy has lost its watermark, and is found by its perceptual hash', async () => {
      const other = await sharp(readPhoto('Wood.jpg')).resize({ width: 900 }).jpeg().toBuffer();
      const signed = await sign({ content: other, model: 'm', generator_id: generatorId, neural: 'false' });
      const destroyed = await sharp(signed.bytes).resize({ width: 120 }).blur(1).jpeg({ quality: 60 }).toBuffer();
      const result = await verify(destroyed);
      assert.deepEqual(
        [result.authentic, result.tampered, result.confidence, result.token_source, result.reason],
        [false, false, 'medium', 'phash', 'phash_false_positive'],
      );
      assert.deepEqual([result.signals.phash_match, result.signals.watermark_found], [true, false]);
      assert.equal(result.provenance?.record_id, signed.headers.get('x-service-record-id'));
    });

    longTest(
      'a file that is signed a second time belongs to the second record, with or without its metadata',
      async () => {
        const first = await signPhoto();
        const second = await signPhoto(first.bytes);
        assert.notEqual(second.headers.get('x-service-record-id'), first.headers.get('x-service-record-id'));
        assert.ok(!second.bytes.includes(first.headers.get('x-service-token')!));
        const altered = await sharp(second.bytes).resize({ width: 800 }).jpeg({ quality: 70 }).toBuffer();
        for (const [content, authentic, source, confidence] of [
          [second.bytes, true, 'xmp', 'high'],
          [withoutXmp.jpeg(second.bytes), true, 'watermark', 'high'],
          [altered, false, 'watermark', 'high'],
        ] as const) {
          const result = await verify(content);
          assert.deepEqual(
            [result.authentic, result.token_source, result.confidence, result.provenance?.record_id],
            [authentic, source, confidence, second.headers.get('x-service-record-id')],
          );
        }
        assert.equal((await verify(first.bytes)).provenance?.record_id, first.headers.get('x-service-record-id'));
      },
    );

    test('the unsigned original is found by its perceptual hash, which proves nothing', async () => {
      const own = await sharp(photo).modulate({ brightness: 1.02 }).jpeg({ quality: 90 }).toBuffer();
      assert.equal((await signPhoto(own)).status, 200);
      const result = await verify(own);
      assert.deepEqual(
        [result.authentic, result.tampered, result.confidence, result.token_source, result.reason],
        [false, false, 'medium', 'phash', 'phash_false_positive'],
      );
    });

    test('an unrelated picture, bytes of unknown format and no bytes have no provenance, and a note distinguishes them', async () => {
      const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * 7_919) % 251));
      const unrelated = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
        .png()
        .toBuffer();
      const unknown = 'The service cannot read this file format, so it looked only for a C2PA manifest.';
      for (const [content, format, notes] of [
        [unrelated, 'image', undefined],
        [Buffer.from([1, 2, 3]), null, [unknown]],
        [Buffer.alloc(0), null, ['The upload is empty.']],
      ] as const) {
        const result = await verify(content);
        assert.deepEqual(
          [result.authentic, result.confidence, result.token_source, result.reason, result.format, result.notes],
          [false, 'none', null, 'no_provenance_found', format, notes],
        );
      }
      const token = (await signPhoto()).headers.get('x-service-token')!;
      const empty = await verify(Buffer.alloc(0), { token });
      assert.deepEqual([empty.reason, empty.notes], ['content_tampered', ['The upload is empty.']]);
    });

    test('an explicit token skips the search, and a forged one is a result', async () => {
      const signed = await signPhoto();
      const token = signed.headers.get('x-service-token')!;
      const right = await verify(signed.bytes, { token });
      assert.deepEqual([right.authentic, right.token_source, right.confidence], [true, 'provided', 'medium']);
      const forged = await verify(signed.bytes, { token: `${token.slice(0, -4)}AAAA` });
      assert.deepEqual([forged.authentic, forged.reason], [false, 'invalid_token']);
    });

    test('revoking the generator makes its signatures invalid, and rotating its key does not', async () => {
      const other = await makeGenerator(['image']);
      const signed = await sign({ content: photo, model: 'm', generator_id: other });
      await service.live.call('POST', `/v1/generators/${other}/rotate-key`, { token: key });
      assert.equal((await verify(signed.bytes)).authentic, true);
      await service.live.call('PUT', `/v1/generators/${other}/revoke`, { token: key });
      const result = await verify(signed.bytes);
      assert.deepEqual([result.authentic, result.tampered, result.reason], [false, false, 'signature_invalid']);
      assert.equal((await sign({ content: photo, model: 'm', generator_id: other })).status, 404);
    });

    test('a verification is in the audit log of the organization', async () => {
      const signed = await signPhoto();
      const { provenance } = await verify(signed.bytes);
      const { body } = await service.live.call('GET', '/v1/audit?limit=5', { token: key });
      const [newest] = body.events;
      assert.equal(newest.type, 'verify');
      assert.equal(newest.metadata.record_id, provenance?.record_id);
      assert.equal(newest.metadata.authentic, true);
    });

    test('the same request under an Idempotency-Key gives the same file and one record', async () => {
      const headers = { 'idempotency-key': 'one-picture' };
      const first = await signPhoto(photo, headers);
      const second = await signPhoto(photo, headers);
      assert.equal(second.headers.get('x-service-record-id'), first.headers.get('x-service-record-id'));
      assert.ok(second.bytes.equals(first.bytes));
      assert.deepEqual(
        [first, second].map((each) => each.headers.get('idempotent-replayed')),
        [null, 'true'],
      );
      const conflict = await signPhoto(await sharp(photo).rotate(90).jpeg().toBuffer(), headers);
      assert.deepEqual([conflict.status, conflict.error?.error], [409, 'idempotency_conflict']);
    });

    test('content that cannot be signed is refused with a sentence', async () => {
      const signer = makeSigner();
      const client = await registerGenerator(service.live, key, [signer]);
      const audio = await makeGenerator(['audio']);
      const cases: readonly [Record<string, string | Uint8Array>, number, string][] = [
        [{ content: Buffer.from([1, 2, 3]), model: 'm', generator_id: generatorId }, 400, 'unsupported_media'],
        [{ content: photo.subarray(0, 500), model: 'm', generator_id: generatorId }, 400, 'unsupported_media'],
        [{ content: photo, model: 'm', generator_id: generatorId, format: 'audio' }, 400, 'format_not_supported'],
        [{ content: photo, model: 'm', generator_id: audio }, 400, 'format_not_supported'],
        [{ content: photo, model: 'm', generator_id: client }, 400, 'client_managed_generator'],
        [{ content: photo, model: 'm', generator_id: 'gen_missing' }, 404, 'generator_not_found'],
        [{ content: photo, generator_id: generatorId }, 400, 'validation_error'],
        [{ model: 'm', generator_id: generatorId }, 400, 'validation_error'],
        [{ content: Buffer.alloc(50 * mebibyte + 1), model: 'm', generator_id: generatorId }, 413, 'payload_too_large'],
      ];
      for (const [fields, status, code] of cases) {
        const answer = await sign(fields);
        assert.deepEqual([answer.status, answer.error?.error], [status, code]);
      }
      assert.equal(
        (await sign({ content: photo, model: 'm', generator_id: generatorId }, {}, 'svc_key_x')).status,
        401,
      );
    });

    test('a batch gets results in order, and one bad item does not affect the others', async () => {
      const signed = await signPhoto();
      const items = [
        { content: Buffer.from('words').toString('base64') },
        { content: signed.bytes.toString('base64') },
        { content: '' },
        { content: signed.bytes.toString('base64'), token: 'svc_nothing' },
      ];
      const { status, body } = await service.live.call('POST', '/v1/verify/batch', {
        body: JSON.stringify({ items }),
        headers: { 'content-type': 'application/json' },
      });
      // Four photographs in base64 exceed the usual limit. This route has its own.
      assert.equal(status, 200);
      assert.deepEqual(
        body.map((result: { authentic: boolean; reason?: string }) => result.reason ?? result.authentic),
        ['no_provenance_found', true, 'no_provenance_found', 'invalid_token'],
      );
    });
  });
});
