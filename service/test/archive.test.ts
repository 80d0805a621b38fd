// Archived records over HTTP, on both databases: every read returns the same as before, nothing is
// stored twice, and a store that is away or a damaged file never gives a wrong result.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { archiveEverything } from '../test-support/archive-everything.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../test-support/signing-client.ts';
import { withoutXmp } from '../test-support/without-xmp.ts';

onEachDatabase((database) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'provenance-archive-')), 'files');
  const away = `${folder}-away`;
  let service: RunningService;
  let org: SigningAccount;
  let picture: Buffer;
  let recordId: string;
  let token: string;
  before(async () => {
    const settings = { ARCHIVE_STORE: `folder:${folder}`, VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false' };
    service = await startRunningService({ database, settings });
    org = await makeSigningAccount(service, 'enterprise');
    const keeps = { keeps_labels: true, keeps_thumbnails: true };
    await service.live.call('PATCH', '/v1/account/record-settings', { token: org.key, body: keeps });
    const generatorId = await registerGenerator(service.live, org.key);
    const content = await sharp(await noise(), { raw: { width: 512, height: 512, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const response = await fetch(`${service.live.url}/v1/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}` },
      body: makeForm({ content, model: 'studio-3', generator_id: generatorId }),
    });
    assert.equal(response.status, 200);
    picture = Buffer.from(await response.arrayBuffer());
    recordId = response.headers.get('x-service-record-id')!;
    token = response.headers.get('x-service-token')!;
  });
  after(async () => {
    service.expectErrors();
    await service.stop();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  const get = (path: string, own = false) => service.live.call('GET', path, own ? { token: org.key } : {});
  const submit = (body: unknown) => service.live.call('POST', '/v1/records', { token: org.key, body });
  const stored = () => service.database.read.selectFrom('records').select('record_id').execute();

  async function verify(content: Uint8Array) {
    const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** What everybody can read of the record, without what changes with the time. */
  async function readEverything() {
    const bundle = await get(`/v1/records/${recordId}/bundle`);
    const certificate = await get(`/certificate/${token}`);
    const found = await fetch(`${service.live.url}/v1/records/find`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}` },
      body: makeForm({ content: withoutXmp.jpeg(picture) }),
    });
    const answers = {
      record: await get(`/v1/records/${recordId}`),
      status: await get(`/v1/verify/status/${token}`),
      c2pa: await get(`/v1/records/${recordId}/c2pa`),
      notes: await get(`/v1/records/${recordId}/notes`, true),
      byToken: await verify(picture),
      byWatermark: await verify(withoutXmp.jpeg(picture)),
      byLikeness: await verify(await sharp(withoutXmp.jpeg(picture)).resize(300).jpeg({ quality: 60 }).toBuffer()),
    };
    assert.deepEqual([bundle.status, certificate.status, found.status], [200, 200, 200]);
    const summary = Object.entries(answers).map(([name, { status, body }]) => [name, status, body]);
    const analytics = await get(`/v1/analytics/records/${recordId}`, true);
    const listed = await get(`/v1/records?search=${recordId}`, true);
    const { records: own } = (await found.json()) as { records: { record_id: string }[] };
    const {
      body: { records },
    } = await get('/v1/attestation', true);
    return {
      summary,
      bundled: bundle.body.statement.record,
      analytics: analytics.status,
      listed: listed.body.records.map((row: { record_id: string; label: string | null; has_thumbnail: boolean }) => [
        row.record_id,
        row.label,
        row.has_thumbnail,
      ]),
      own: own.map(({ record_id }) => record_id),
      attested: records,
    };
  }

  test('every read returns the same as before, and verifications still count', async () => {
    const before = await readEverything();
    const sources = before.summary.map(([, , body]) => body.token_source).filter(Boolean);
    assert.deepEqual(sources, ['xmp', 'watermark', 'phash']);
    assert.deepEqual(before.own, [recordId]);
    assert.ok((await archiveEverything(service)) > 0);
    assert.deepEqual(await stored(), []);
    assert.deepEqual(await service.database.read.selectFrom('record_signatures').select('record_id').execute(), []);
    assert.deepEqual(await readEverything(), before);
    const counts = await service.database.read.selectFrom('record_counts').selectAll().execute();
    assert.deepEqual(
      counts.map(({ record_id, verifications }) => [record_id, verifications]),
      [[recordId, 6]],
    );
  });

  test('the list says that older records are archived', async () => {
    const { body } = await get('/v1/records', true);
    assert.deepEqual(body.records, []);
    assert.ok(Math.abs(Date.parse(body.archived_before) - Date.now()) < 600_000);
  });

  test('an archived record can get a label, and its thumbnail stays', async () => {
    const { body } = await service.live.call('PATCH', `/v1/records/${recordId}/notes`, {
      token: org.key,
      body: { label: 'kept' },
    });
    assert.deepEqual(body, { record_id: recordId, label: 'kept', has_thumbnail: true });
    assert.equal((await get(`/v1/records/${recordId}/thumbnail`, true)).status, 200);
    const stranger = await makeSigningAccount(service, 'enterprise');
    const notes = await service.live.call('GET', `/v1/records/${recordId}/notes`, { token: stranger.key });
    assert.equal(notes.body.error, 'record_not_found');
  });

  test('the same submission gets its first record, and another one with its watermark_id is refused', async () => {
    const submission = makeSubmission(org.signer, org.generatorId);
    const first = await submit(submission);
    await archiveEverything(service);
    const again = await submit(submission);
    assert.deepEqual([again.status, again.body.record_id], [201, first.body.record_id]);
    const other = makeSubmission(org.signer, org.generatorId, { watermark_id: submission.watermark_id });
    assert.equal((await submit(other)).body.error, 'watermark_id_taken');
    const batch = [makeSubmission(org.signer, org.generatorId), submission];
    const both = await service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records: batch } });
    assert.deepEqual([both.status, both.body.results[1].record_id], [201, first.body.record_id]);
    assert.equal((await stored()).length, 1);
  });

  test('an unknown record is still not found', async () => {
    const unknown = `${recordId.slice(0, 24)}${'0'.repeat(11)}1`;
    assert.equal((await get(`/v1/records/${unknown}`)).body.error, 'record_not_found');
    assert.equal((await get('/v1/records/nonsense')).status, 404);
  });

  test('an attestation of archived days needs whole days', async () => {
    const time = new Date(Date.now() - 60_000).toISOString();
    const { status, body } = await get(`/v1/attestation?from=2020-01-01&to=${time}`, true);
    assert.deepEqual([status, body.error], [400, 'validation_error']);
    assert.match(body.details[0].message, /date without a time/);
    // After the archived records, but on their day, which is counted as a whole.
    const late = await get(`/v1/attestation?from=${new Date().toISOString()}`, true);
    assert.deepEqual([late.status, late.body.details?.[0].path], [400, 'from']);
    const day = new Date().toISOString().slice(0, 10);
    assert.equal((await get(`/v1/attestation?from=${day}&to=${day}`, true)).status, 200);
  });

  test('while the store is away, archived records get 503, and others do not', async () => {
    const live = await submit(makeSubmission(org.signer, org.generatorId));
    await service.restart();
    renameSync(folder, away);
    for (const answer of [
      await get(`/v1/records/${recordId}`),
      await get(`/v1/verify/status/${token}`),
      await verify(picture),
      await verify(withoutXmp.jpeg(picture)),
    ]) {
      assert.deepEqual([answer.status, answer.body.error], [503, 'archive_unavailable']);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    assert.equal((await get(`/v1/records/${live.body.record_id}`)).status, 200);
    renameSync(away, folder);
    assert.equal((await get(`/v1/records/${recordId}`)).status, 200);
  });

  test('a damaged file is reported, and gives no answer', async () => {
    await service.restart();
    const files = readdirSync(folder).map((name) => join(folder, name));
    const originals = files.map((file) => readFileSync(file));
    for (const [place, file] of files.entries()) {
      const changed = Buffer.from(originals[place]!);
      changed[100]! ^= 1;
      writeFileSync(file, changed);
    }
    for (const answer of [await get(`/v1/records/${recordId}`), await verify(picture)]) {
      assert.deepEqual([answer.status, answer.body.error], [503, 'archive_damaged']);
    }
    assert.ok(service.logLines.some(({ level, msg }) => level === 'error' && msg === 'an archive file is damaged'));
    for (const [place, file] of files.entries()) writeFileSync(file, originals[place]!);
    assert.equal((await get(`/v1/records/${recordId}`)).status, 200);
  });
});

/** Smooth colors, so that a small copy still looks similar. */
async function noise(): Promise<Buffer> {
  const small = Buffer.from(Array.from({ length: 8 * 8 * 3 }, () => Math.floor(Math.random() * 256)));
  return sharp(small, { raw: { width: 8, height: 8, channels: 3 } })
    .resize(512, 512, { kernel: 'cubic' })
    .raw()
    .toBuffer();
}
