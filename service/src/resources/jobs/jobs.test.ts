// Jobs over HTTP: parts in any order and again, what is refused, the result, and foreign
// organizations.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Account, listEvents, makeApiKey, makeOwner, setPlan } from '../../../test-support/account.ts';
import { createJobClient, type JobClient } from '../../../test-support/job-client.ts';
import { makeNoise } from '../../../test-support/made-wav.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { registerGenerator, verifiesPublicly } from '../../../test-support/signing-client.ts';

const partBytes = 16 * 1024 * 1024;

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  let key: string;
  let generatorId: string;
  let jobs: JobClient;
  let stranger: JobClient;
  /** A little more than two parts. */
  const sound = makeNoise(7, { seconds: 11, sampleRate: 96_000, channels: 16 });
  const text = Buffer.from('A short text that a job signs.\n'.repeat(40));
  const plain = () => ({ model: 'studio-3', generator_id: generatorId, watermark: 'none' });

  before(async () => {
    service = await startRunningService({ database });
    owner = await makeOwner(service, 'enterprise');
    key = (await makeApiKey(service.live, owner)).key;
    generatorId = await registerGenerator(service.live, key);
    jobs = createJobClient(() => service.live.url, key);
    const other = await makeOwner(service, 'enterprise');
    stranger = createJobClient(() => service.live.url, (await makeApiKey(service.live, other)).key);
  });
  after(() => service.stop());

  const storedFiles = (jobId: string) =>
    readdirSync(join(service.dataDirectory, 'jobs')).filter((name) => name.startsWith(jobId.replace('_', '-')));

  test('an upload in parts, out of order and with one part again, is signed, downloaded and verified', async () => {
    assert.ok(sound.length > 2 * partBytes && sound.length < 3 * partBytes);
    const job = await jobs.create('sign', {
      ...plain(),
      source: { upload: { size: sound.length, file_name: 'a.wav' } },
    });
    assert.deepEqual(job.upload, { part_bytes: partBytes, part_count: 3, received: [] });
    await jobs.sendParts(job, Buffer.alloc(sound.length), [2]);
    await jobs.sendParts(job, sound, [3, 2]);
    assert.deepEqual((await jobs.get(job.job_id)).upload?.received, [2, 3]);
    const early = await jobs.call('POST', `/v1/jobs/${job.job_id}/start`);
    assert.deepEqual([early.status, early.body.error, early.body.missing], [409, 'job_parts_missing', [1]]);
    await jobs.sendParts(job, sound, [1]);
    for (const _ of [1, 2]) assert.equal((await jobs.call('POST', `/v1/jobs/${job.job_id}/start`)).status, 200);
    const done = await jobs.untilEnded(job.job_id);
    assert.deepEqual([done.state, done.progress, done.error], ['succeeded', 1, null]);
    assert.ok(await verifiesPublicly(service.live, done.signed!.record_id));

    const { headers, bytes } = await jobs.download(job.job_id);
    assert.equal(headers.get('content-type'), done.signed!.mime_type);
    assert.deepEqual([bytes.length, hash('sha256', bytes)], [done.signed!.size, done.signed!.sha256]);
    assert.ok(bytes.includes(sound.subarray(44, sound.length)), 'the samples are as they were sent');
    const verified = await jobs.untilEnded(await jobs.submit('verify', {}, bytes));
    assert.equal(verified.verification?.authentic, true);
    assert.equal(verified.verification?.provenance?.record_id, done.signed!.record_id);
    bytes[bytes.length >> 1]! ^= 1;
    const changed = await jobs.untilEnded(await jobs.submit('verify', {}, bytes));
    assert.equal(changed.verification?.authentic, false);
    const left = storedFiles(job.job_id);
    assert.ok(left.length > 0 && left.every((name) => name.includes('.result-')), String(left));
  });

  test('a download can continue where it broke off', async () => {
    const jobId = await jobs.submit('sign', plain(), text);
    await jobs.untilEnded(jobId);
    const whole = await jobs.download(jobId);
    const etag = whole.headers.get('etag')!;
    const size = whole.bytes.length;
    for (const [range, start, end] of [
      ['bytes=10-19', 10, 20],
      [`bytes=${size - 5}-`, size - 5, size],
      ['bytes=-7', size - 7, size],
      [`bytes=0-${size + 100}`, 0, size],
    ] as const) {
      const part = await jobs.download(jobId, { range, 'if-range': etag });
      assert.equal(part.status, 206, range);
      assert.equal(part.headers.get('content-range'), `bytes ${start}-${end - 1}/${size}`);
      assert.deepEqual(part.bytes, whole.bytes.subarray(start, end), range);
    }
    const beyond = await jobs.download(jobId, { range: `bytes=${size}-` });
    assert.deepEqual([beyond.status, beyond.body.error], [416, 'range_not_satisfiable']);
    assert.equal(beyond.headers.get('content-range'), `bytes */${size}`);
    const other = await jobs.download(jobId, { range: 'bytes=0-1', 'if-range': '"another"' });
    assert.deepEqual([other.status, other.bytes.length], [200, size]);
  });

  test('parts of a wrong size or number are refused, and so are parts after the start', async () => {
    const job = await jobs.create('sign', { ...plain(), source: { upload: { size: partBytes + 10 } } });
    const put = (number: number | string, bytes: number) =>
      jobs.call('PUT', `/v1/jobs/${job.job_id}/parts/${number}`, new Uint8Array(bytes));
    for (const [number, bytes] of [
      [1, partBytes - 1],
      [1, 10],
      [2, 9],
      [2, 11],
      [3, 10],
      [0, 10],
      ['x', 10],
      [-1, 10],
    ] as const) {
      const { status, body } = await put(number, bytes);
      assert.deepEqual([status, body.error], [400, 'validation_error'], `${number} ${bytes}`);
    }
    assert.equal((await put(1, partBytes + 1)).status, 413);
    assert.equal((await put(2, 0)).status, 400);
    assert.deepEqual((await jobs.get(job.job_id)).upload?.received, []);
    await jobs.call('POST', `/v1/jobs/${job.job_id}/cancel`);
    assert.deepEqual((await put(2, 10)).body.error, 'job_not_uploading');
  });

  test('after a connection broke within a part, only that part is sent again', async () => {
    const job = await jobs.create('verify', { source: { upload: { size: sound.length } } });
    await jobs.sendParts(job, sound, [1, 3]);
    await breakOff(service.live.url, `/v1/jobs/${job.job_id}/parts/2`, key);
    assert.deepEqual((await jobs.get(job.job_id)).upload?.received, [1, 3]);
    await jobs.sendParts(job, sound, [2]);
    await jobs.call('POST', `/v1/jobs/${job.job_id}/start`);
    const { state, verification } = await jobs.untilEnded(job.job_id);
    assert.deepEqual([state, verification !== undefined], ['succeeded', true]);
  });

  test('a job is canceled in any unfinished state, leaves no record, and stays canceled', async () => {
    const job = await jobs.create('sign', { ...plain(), source: { upload: { size: text.length } } });
    await jobs.sendParts(job, text);
    for (const _ of [1, 2]) {
      const { status, body } = await jobs.call('POST', `/v1/jobs/${job.job_id}/cancel`);
      assert.deepEqual([status, body.state], [200, 'canceled']);
    }
    assert.equal((await jobs.call('POST', `/v1/jobs/${job.job_id}/start`)).body.state, 'canceled');
    assert.equal((await jobs.download(job.job_id)).status, 404);
    const finished = await jobs.untilEnded(await jobs.submit('sign', plain(), text));
    const late = await jobs.call('POST', `/v1/jobs/${finished.job_id}/cancel`);
    assert.deepEqual([late.status, late.body.error], [409, 'job_not_cancelable']);
    const events = (await listEvents(service, owner)).filter(({ metadata }) => metadata.job_id === job.job_id);
    assert.deepEqual(
      events.map(({ type, metadata }) => [type, metadata.state]),
      [
        ['job_finished', 'canceled'],
        ['job_created', undefined],
      ],
    );
  });

  test('a finished job can be deleted with its files, an unfinished one cannot', async () => {
    const open = await jobs.create('verify', { source: { upload: { size: 1 } } });
    assert.equal((await jobs.call('DELETE', `/v1/jobs/${open.job_id}`)).body.error, 'job_unfinished');
    const jobId = await jobs.submit('sign', plain(), text);
    const { signed } = await jobs.untilEnded(jobId);
    assert.deepEqual((await jobs.call('DELETE', `/v1/jobs/${jobId}`)).body, { deleted: true });
    assert.equal((await jobs.call('GET', `/v1/jobs/${jobId}`)).status, 404);
    assert.deepEqual(storedFiles(jobId), []);
    assert.equal((await service.live.call('GET', `/v1/records/${signed!.record_id}`)).status, 200);
  });

  test('a foreign job is the same as none, on every route', async () => {
    const job = await jobs.create('sign', { ...plain(), source: { upload: { size: 5 } } });
    const missing = 'job_00000000000000000000000000000000';
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '/parts/1', Buffer.from('hello')],
      ['POST', '/start'],
      ['POST', '/cancel'],
      ['GET', '/content'],
      ['DELETE', ''],
    ] as const) {
      const answers = [];
      for (const id of [job.job_id, missing]) {
        const { status, body: answer } = await stranger.call(method, `/v1/jobs/${id}${path}`, body);
        answers.push([status, answer.error, answer.message]);
      }
      assert.equal(answers[0]![0], 404, `${method} ${path}`);
      assert.deepEqual(answers[0], answers[1]);
    }
    const { body } = await stranger.call('GET', '/v1/jobs');
    assert.deepEqual(body, { jobs: [], next_cursor: null });
    assert.equal((await stranger.call('GET', `/v1/jobs?cursor=${job.job_id}`)).status, 400);
  });

  test('the list has pages, newest first', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await jobs.create('verify', { source: { upload: { size: 1 } } })).job_id);
    const first = (await jobs.call('GET', '/v1/jobs?limit=2')).body;
    const second = (await jobs.call('GET', `/v1/jobs?limit=1&cursor=${first.next_cursor}`)).body;
    const seen = [...first.jobs, ...second.jobs].map(({ job_id }: { job_id: string }) => job_id);
    assert.deepEqual(new Set(seen), new Set(ids));
  });

  test('content that cannot be signed fails the job with the error of POST /v1/sign', async () => {
    const { state, error, signed } = await jobs.untilEnded(await jobs.submit('sign', plain(), Buffer.alloc(100)));
    assert.deepEqual([state, error?.code, signed], ['failed', 'unsupported_media', null]);
  });

  test('a generator that is revoked, or a key that is revoked, before the job runs fails it', async () => {
    const doomed = await registerGenerator(service.live, key);
    const fields = { ...plain(), generator_id: doomed, source: { upload: { size: text.length } } };
    const job = await jobs.create('sign', fields);
    await jobs.sendParts(job, text);
    assert.equal((await service.live.call('PUT', `/v1/generators/${doomed}/revoke`, { token: key })).status, 200);
    await jobs.call('POST', `/v1/jobs/${job.job_id}/start`);
    assert.equal((await jobs.untilEnded(job.job_id)).error?.code, 'generator_not_found');

    const revoked = await makeApiKey(service.live, owner);
    const withKey = createJobClient(() => service.live.url, revoked.key);
    const second = await withKey.create('sign', { ...plain(), source: { upload: { size: text.length } } });
    await withKey.sendParts(second, text);
    await service.live.call('DELETE', `/v1/account/api-keys/${revoked.key_id}`, { token: owner.token });
    await jobs.call('POST', `/v1/jobs/${second.job_id}/start`);
    assert.equal((await jobs.untilEnded(second.job_id)).error?.code, 'unauthorized');
  });

  test('a key that expired, or lost the generator or the scope, before the job runs fails it', async () => {
    for (const [kind, changes, code] of [
      ['sign', { expires_at: 1 }, 'unauthorized'],
      ['sign', { generator_ids: '["gen_other"]' }, 'generator_not_allowed'],
      ['sign', { scopes: '["verify","jobs"]' }, 'insufficient_scope'],
      ['verify', { scopes: '["sign","jobs"]' }, 'insufficient_scope'],
    ] as const) {
      const made = await makeApiKey(service.live, owner);
      const withKey = createJobClient(() => service.live.url, made.key);
      const source = { upload: { size: text.length } };
      const job = await withKey.create(kind, kind === 'sign' ? { ...plain(), source } : { source });
      await withKey.sendParts(job, text);
      await service.database.transaction((transaction) =>
        transaction.updateTable('api_keys').set(changes).where('key_id', '=', made.key_id).execute(),
      );
      await jobs.call('POST', `/v1/jobs/${job.job_id}/start`);
      assert.equal((await jobs.untilEnded(job.job_id)).error?.code, code, JSON.stringify(changes));
    }
  });

  test('options are checked when the job is created', async () => {
    const source = { upload: { size: 5 } };
    for (const [fields, status, code] of [
      [{ ...plain(), source: { upload: { size: 0 } } }, 400, 'validation_error'],
      [{ ...plain(), source: { upload: { size: 5 * 1024 ** 3 + 1 } } }, 400, 'validation_error'],
      [{ ...plain(), in_band: true, source }, 400, 'validation_error'],
      [{ ...plain(), generator_id: 'gen_x', source }, 404, 'generator_not_found'],
      [{ ...plain(), source: {} }, 400, 'validation_error'],
      [{ ...plain(), source: { connection_id: 'stc_x', object: 'a' } }, 404, 'not_found'],
      [{ ...plain(), source: { connection_id: 'stc_x', object: '../a' } }, 400, 'validation_error'],
      [{ ...plain(), source, result: { connection_id: 'stc_x', object: 'a' } }, 404, 'not_found'],
      [{ ...plain(), source: { ...source, connection_id: 'stc_x', object: 'a' } }, 400, 'validation_error'],
    ] as const) {
      const { body, ...answer } = await jobs.call('POST', '/v1/jobs/sign', fields);
      assert.deepEqual([answer.status, body.error], [status, code], JSON.stringify(fields));
    }
  });

  test('a plan that has no signatures left when the job runs gives no record and no file', async () => {
    const poor = await makeOwner(service, 'enterprise');
    const client = createJobClient(() => service.live.url, (await makeApiKey(service.live, poor)).key);
    const own = await registerGenerator(service.live, poor.token);
    const job = await client.create('sign', {
      ...plain(),
      generator_id: own,
      source: { upload: { size: text.length } },
    });
    await client.sendParts(job, text);
    await setPlan(service, poor.orgId, 'free');
    await useAllSignatures(service, poor.orgId);
    await client.call('POST', `/v1/jobs/${job.job_id}/start`);
    const { state, error, signed } = await client.untilEnded(job.job_id);
    assert.deepEqual([state, error?.code, signed], ['failed', 'signature_limit_reached', null]);
    assert.equal((await client.download(job.job_id)).status, 404);
  });
});

/** The free plan has 500 signatures a month. */
async function useAllSignatures({ database }: RunningService, orgId: string): Promise<void> {
  const period = new Date().toISOString().slice(0, 7);
  await database.transaction((transaction) =>
    transaction.insertInto('usage').values({ org_id: orgId, period, signatures_used: 500 }).execute(),
  );
}

/** Sends half of a part, and closes the connection. */
async function breakOff(url: string, path: string, key: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [`PUT ${path} HTTP/1.1`, `host: ${hostname}`, `authorization: Bearer ${key}`];
  socket.write(
    `${[...head, 'content-type: application/octet-stream', `content-length: ${partBytes}`].join('\r\n')}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(Buffer.alloc(partBytes / 2), resolve));
  await new Promise((resolve) => socket.once('close', resolve).destroy());
}
