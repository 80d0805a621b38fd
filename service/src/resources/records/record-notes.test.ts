// Private labels and thumbnails over HTTP, on both databases: off by default, kept only if the
// organization wants it, deleted with the setting, and absent from everything that is public.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import sharp from 'sharp';
import { addMember, listEvents } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';
import { dumpTenant } from '../../../test-support/tenant-dump.ts';

const secret = 'Zebra crossing at dawn';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let serverGenerator: string;
  let picture: Buffer;
  before(async () => {
    service = await startRunningService({
      database,
      settings: { VERIFY_LIMIT_PER_MINUTE: '0', WEBHOOK_ALLOW_PRIVATE: 'true', NEURAL_WATERMARK: 'false' },
    });
    const noise = randomBytes(400 * 300 * 3);
    picture = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
      .blur(3)
      .jpeg()
      .toBuffer();
  });
  beforeEach(async () => {
    org = await makeSigningAccount(service, 'enterprise');
    serverGenerator = await registerGenerator(service.live, org.key);
  });
  after(() => service.stop());

  const call = (method: string, path: string, body?: unknown, token = org.key) =>
    service.live.call(method, path, { token, ...(body !== undefined && { body }) });
  const keep = (settings: object, token = org.key) => call('PATCH', '/v1/account/record-settings', settings, token);

  async function sign(name: string, fields: Record<string, string> = {}, content: Uint8Array = picture) {
    const form = new FormData();
    for (const [field, value] of Object.entries({ model: 'm', generator_id: serverGenerator, ...fields }))
      form.append(field, value);
    form.append('content', new Blob([new Uint8Array(content)]), name);
    const headers = { authorization: `Bearer ${org.key}` };
    const response = await fetch(`${service.live.url}/v1/sign`, { method: 'POST', headers, body: form });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      bytes,
      text: bytes.toString(),
      recordId: response.headers.get('x-service-record-id') ?? '',
      token: response.headers.get('x-service-token') ?? '',
    };
  }

  const notesOf = async (recordId: string) => (await call('GET', `/v1/records/${recordId}/notes`)).body;

  async function thumbnailOf(recordId: string, token = org.key) {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${service.live.url}/v1/records/${recordId}/thumbnail`, { headers });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  test('by default nothing is kept, and a label is refused', async () => {
    assert.deepEqual((await call('GET', '/v1/account/record-settings')).body, {
      keeps_labels: false,
      keeps_thumbnails: false,
    });
    const signed = await sign('holiday.jpg');
    assert.deepEqual(await notesOf(signed.recordId), {
      record_id: signed.recordId,
      label: null,
      has_thumbnail: false,
    });
    assert.equal((await thumbnailOf(signed.recordId)).status, 404);
    const refused = await sign('holiday.jpg', { label: 'Holiday' });
    assert.equal(refused.status, 400);
    assert.deepEqual(JSON.parse(refused.text).details[0].path, 'label');
    const submission = { ...makeSubmission(org.signer, org.generatorId), label: 'Holiday' };
    for (const [path, body, field] of [
      ['/v1/records', submission, 'label'],
      ['/v1/records/batch', { records: [submission] }, 'records.0.label'],
      [`/v1/records/${signed.recordId}/notes`, { label: 'Holiday' }, 'label'],
    ] as const) {
      const { status, body: answer } = await call(path.endsWith('notes') ? 'PATCH' : 'POST', path, body);
      assert.deepEqual([status, answer.details[0].path], [400, field], path);
    }
  });

  test('with labels on, the label is the given one, or the name of the file as one line', async () => {
    assert.deepEqual((await keep({ keeps_labels: true })).body, { keeps_labels: true, keeps_thumbnails: false });
    const labels = new Map<string, string | null>([
      ['content', null],
      ['holiday.jpg', 'holiday.jpg'],
      ['C:\\Users\\me\\Ferien 2026.jpg', 'Ferien 2026.jpg'],
      ['../../etc/passwd', 'passwd'],
      ['a\u202eb\u0007  c.jpg', 'a b c.jpg'],
      [`${'é'.repeat(300)}.jpg`, 'é'.repeat(200)],
    ]);
    for (const [name, label] of labels) {
      const { recordId } = await sign(name);
      assert.equal((await notesOf(recordId)).label, label);
    }
    const { recordId } = await sign('file.jpg', { label: '  The given one ' });
    assert.equal((await notesOf(recordId)).label, 'The given one');
    assert.equal((await sign('file.jpg', { label: 'two\nlines' })).status, 400);
    assert.equal((await sign('file.jpg', { label: 'x'.repeat(201) })).status, 400);
    const submission = { ...makeSubmission(org.signer, org.generatorId), label: 'Submitted' };
    const stored = await call('POST', '/v1/records', submission);
    assert.equal((await notesOf(stored.body.record_id)).label, 'Submitted');
    const { body } = await call('GET', '/v1/records?limit=1');
    assert.equal(body.records[0].label, 'Submitted');
  });

  test('a label can be changed and removed, and only by the own organization', async () => {
    await keep({ keeps_labels: true });
    const { recordId } = await sign('first.jpg');
    const path = `/v1/records/${recordId}/notes`;
    assert.equal((await call('PATCH', path, { label: 'Second' })).body.label, 'Second');
    assert.equal((await notesOf(recordId)).label, 'Second');
    const stranger = await makeSigningAccount(service);
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { label: null }],
    ] as const) {
      const { status, body: answer } = await call(method, path, body, stranger.key);
      assert.deepEqual([status, answer.error], [404, 'record_not_found']);
    }
    assert.equal((await call('PATCH', path, { label: null })).body.label, null);
    assert.equal((await notesOf(recordId)).label, null);
    for (const label of ['', '  ', 7, 'x'.repeat(201), 'a\u0000b', undefined])
      assert.equal((await call('PATCH', path, { label })).status, 400);
  });

  test('a thumbnail is small, upright, and only for the own organization', async () => {
    await keep({ keeps_thumbnails: true });
    // Stored on its side: displayed, it is higher than wide.
    const turned = await sharp(picture).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { recordId } = await sign('turned.jpg', {}, turned);
    const { status, bytes } = await thumbnailOf(recordId);
    assert.equal(status, 200);
    const { format, width, height, exif } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, height, exif], ['webp', 120, 160, undefined]);
    assert.ok(bytes.length < 20_000);
    assert.deepEqual(await notesOf(recordId), { record_id: recordId, label: null, has_thumbnail: true });
    const stranger = await makeSigningAccount(service);
    assert.equal((await thumbnailOf(recordId, stranger.key)).status, 404);
    assert.equal((await fetch(`${service.live.url}/v1/records/${recordId}/thumbnail`)).status, 401);
    const text = await sign('note.txt', {}, Buffer.from('A text has no picture. '.repeat(20)));
    assert.deepEqual([text.status, (await notesOf(text.recordId)).has_thumbnail], [200, false]);
  });

  test('turning a setting off deletes everything of its kind, and nothing of others', async () => {
    await keep({ keeps_labels: true, keeps_thumbnails: true });
    const { recordId } = await sign('kept.jpg');
    const other = await makeSigningAccount(service);
    await keep({ keeps_labels: true }, other.key);
    const submission = { ...makeSubmission(other.signer, other.generatorId), label: 'Of the other' };
    const { record_id: otherId } = (await call('POST', '/v1/records', submission, other.key)).body;

    assert.deepEqual((await keep({ keeps_labels: false })).body, { keeps_labels: false, keeps_thumbnails: true });
    await keep({ keeps_labels: true });
    assert.deepEqual(await notesOf(recordId), { record_id: recordId, label: null, has_thumbnail: true });
    await keep({ keeps_thumbnails: false });
    assert.equal((await thumbnailOf(recordId)).status, 404);
    const { rows } = await dumpTenant(service.database, org.orgId);
    assert.deepEqual(
      rows.filter((row) => /^record_(labels|thumbnails)/.test(row)),
      [],
    );
    const { body } = await call('GET', `/v1/records/${otherId}/notes`, undefined, other.key);
    assert.equal(body.label, 'Of the other');
  });

  test('only an owner or admin changes the settings, and each change is audited', async () => {
    const user = await addMember(service, org, 'user');
    const admin = await addMember(service, org, 'admin');
    assert.equal((await keep({ keeps_labels: true }, user.token)).status, 403);
    assert.equal((await keep({ keeps_labels: true }, admin.token)).status, 200);
    await keep({ keeps_labels: true }, admin.token);
    const events = (await listEvents(service, org)).filter(({ type }) => type === 'record_settings_changed');
    assert.deepEqual(
      events.map(({ metadata }) => metadata),
      [{ keeps_labels: true, actor: admin.userId }],
    );
    assert.equal((await keep({ keeps_labels: 'yes' })).status, 400);
  });

  test('a label appears in no public response, event, webhook or report', async () => {
    await keep({ keeps_labels: true, keeps_thumbnails: true });
    const webhook = { url: 'https://127.0.0.1:9/hook', events: ['record.created', 'verify.attempted'] };
    assert.equal((await call('POST', '/v1/webhooks', webhook)).status, 201);
    const signed = await sign(`${secret}.jpg`);
    assert.equal(signed.status, 200);
    const form = new FormData();
    form.append('content', new Blob([new Uint8Array(signed.bytes)]), 'x.jpg');
    const embedded = await fetch(`${service.live.url}/v1/records/${signed.recordId}/c2pa/embed`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}` },
      body: form,
    });
    assert.equal(embedded.status, 200);
    const seen = [signed.bytes.toString('latin1'), Buffer.from(await embedded.arrayBuffer()).toString('latin1')];
    const look = async (method: string, path: string, init: RequestInit = {}) => {
      const response = await fetch(service.live.url + path, { method, ...init });
      assert.ok(response.ok, `${method} ${path}: ${response.status}`);
      seen.push(JSON.stringify([...response.headers]) + (await response.text()));
    };
    const verification = new FormData();
    verification.append('content', new Blob([new Uint8Array(signed.bytes)]), 'x.jpg');
    await look('POST', '/v1/verify', { body: verification });
    const items = [{ content: signed.bytes.toString('base64') }];
    const headers = { 'content-type': 'application/json' };
    await look('POST', '/v1/verify/batch', { headers, body: JSON.stringify({ items }) });
    // Every public route about a record or a token, also those that are added later.
    const paths = service.live.routes
      .filter(
        ({ access, method, path }) =>
          access.caller === 'public' && method === 'GET' && /:(record_id|token)\b/.test(path),
      )
      .filter(({ path }) => !path.includes('invite'))
      .map(({ path }) => path.replace(':record_id', signed.recordId).replace(':token', signed.token));
    assert.ok(paths.length >= 5, paths.join(' '));
    for (const path of paths) await look('GET', path);
    const authorization = `Bearer ${org.key}`;
    for (const path of ['/v1/audit', '/v1/audit/export', '/v1/attestation', '/v1/attestation/export?format=html'])
      await look('GET', path, { headers: { authorization } });
    for (const text of seen) assert.ok(!text.includes('Zebra'), text.slice(0, 400));
    // The only place of the label in the database, webhook payloads and manifests included.
    const { rows } = await dumpTenant(service.database, org.orgId);
    assert.ok(rows.some((row) => row.startsWith('webhook_deliveries')));
    const tables = rows.filter((row) => row.includes('Zebra')).map((row) => row.split(':')[0]);
    assert.deepEqual(tables, ['record_labels']);
  });

  test('the same Idempotency-Key with another label is a conflict', async () => {
    await keep({ keeps_labels: true });
    const submission = makeSubmission(org.signer, org.generatorId);
    const post = (label: string) =>
      service.live.call('POST', '/v1/records', {
        token: org.key,
        body: { ...submission, label },
        headers: { 'idempotency-key': 'same' },
      });
    assert.equal((await post('One')).status, 201);
    assert.equal((await post('Two')).body.error, 'idempotency_conflict');
  });
});
