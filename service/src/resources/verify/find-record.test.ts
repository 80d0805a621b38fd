// POST /v1/records/find over HTTP, on both databases: the own record of a file, by its token, its
// watermark or its hash. Records of others do not exist, and nothing is counted.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { listEvents } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';
import { withoutXmp } from '../../../test-support/without-xmp.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let stranger: SigningAccount;
  let signed: Buffer;
  let recordId: string;
  before(async () => {
    service = await startRunningService({ database, settings: { NEURAL_WATERMARK: 'false' } });
    org = await makeSigningAccount(service, 'growth');
    stranger = await makeSigningAccount(service, 'free');
    const generatorId = await registerGenerator(service.live, org.key);
    const noise = { raw: { width: 640, height: 480, channels: 3 } } as const;
    const content = await sharp(randomBytes(640 * 480 * 3), noise)
      .blur(4)
      .jpeg({ quality: 92 })
      .toBuffer();
    const response = await fetch(`${service.live.url}/v1/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}` },
      body: makeForm({ content, model: 'm', generator_id: generatorId }),
    });
    signed = Buffer.from(await response.arrayBuffer());
    recordId = response.headers.get('x-service-record-id')!;
  });
  after(() => service.stop());

  async function find(content: Uint8Array, token: string) {
    const response = await fetch(`${service.live.url}/v1/records/find`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: makeForm({ content }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read the fields they expect.
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }

  test('finds the record of the signed file, of a copy without metadata, and of a smaller copy', async () => {
    const small = await sharp(signed).resize({ width: 160 }).png().toBuffer();
    for (const [content, source] of [
      [signed, 'xmp'],
      [withoutXmp.jpeg(signed), 'watermark'],
      [small, 'phash'],
    ] as const)
      for (const token of [org.key, org.token]) {
        const { status, body } = await find(content, token);
        assert.equal(status, 200);
        assert.deepEqual([body.records[0]?.record_id, body.token_source], [recordId, source]);
      }
  });

  test('a record of another organization is not found', async () => {
    const small = await sharp(signed).resize({ width: 160 }).png().toBuffer();
    for (const content of [signed, withoutXmp.jpeg(signed), small, randomBytes(100)])
      assert.deepEqual((await find(content, stranger.key)).body, { records: [], token_source: null });
  });

  test('no event is written and nothing is counted', async () => {
    await find(signed, org.key);
    const events = await listEvents(service, org);
    assert.deepEqual(
      events.filter(({ type }) => type === 'verify'),
      [],
    );
    const { body } = await service.live.call('GET', '/v1/analytics/overview', { token: org.key });
    assert.equal(body.total_verifications, 0);
    assert.equal((await find(signed, org.key)).body.records[0].verification_count, 0);
  });

  test('without a file it gets 400, without credentials 401, and each call counts against the limit', async () => {
    const { status } = await service.live.call('POST', '/v1/records/find', { token: org.key, body: {} });
    assert.equal(status, 400);
    assert.equal((await service.live.call('POST', '/v1/records/find')).status, 401);
    assert.match((await find(signed, org.key)).headers.get('ratelimit')!, /r=\d+/);
  });

  test('records that another organization submits later with the same hash do not hide it', async () => {
    const { phash } = (await service.live.call('GET', `/v1/records/${recordId}`)).body;
    const flooder = await makeSigningAccount(service, 'growth');
    for (let round = 0; round < 4; round += 1) {
      const records = Array.from({ length: 50 }, () =>
        makeSubmission(flooder.signer, flooder.generatorId, { phash, format: 'image' }),
      );
      const { status } = await service.live.call('POST', '/v1/records/batch', {
        token: flooder.key,
        body: { records },
      });
      assert.equal(status, 201);
    }
    const small = await sharp(signed).resize({ width: 160 }).png().toBuffer();
    assert.equal((await find(small, org.key)).body.records[0]?.record_id, recordId);
    const response = await fetch(`${service.live.url}/v1/verify`, {
      method: 'POST',
      body: makeForm({ content: small }),
    });
    const verified = (await response.json()) as { provenance: { record_id: string }; token_source: string };
    assert.deepEqual([verified.provenance.record_id, verified.token_source], [recordId, 'phash']);
  });
});
