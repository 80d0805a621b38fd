// What one organization can use, what a restart and an expiry do, and the webhook of the end.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { makeApiKey, makeOwner } from '../../../test-support/account.ts';
import {
  makeCertificates,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { createJobClient, type JobClient } from '../../../test-support/job-client.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { registerGenerator } from '../../../test-support/signing-client.ts';
import { createFolderStore } from '../../adapters/object-store/folder-store.ts';
import { createJobCleaning } from './job-cleaning.ts';
import { createJobFiles } from './job-files.ts';

const gigabyte = 1024 ** 3;
const text = Buffer.from('A short text that a job signs.\n'.repeat(20));

onEachDatabase((database) => {
  let service: RunningService;
  before(async () => {
    const settings = { JOB_STORED_GB: '1', WEBHOOK_ALLOW_PRIVATE: 'true' };
    service = await startRunningService({ database, settings });
  });
  after(() => service.stop());

  async function makeCaller() {
    const owner = await makeOwner(service, 'growth');
    const { key } = await makeApiKey(service.live, owner);
    const generator_id = await registerGenerator(service.live, key);
    const jobs = createJobClient(() => service.live.url, key);
    return { jobs, plain: { model: 'm', generator_id, watermark: 'none' }, key };
  }

  test('uploads and results of an organization have a limit, which ends with the jobs', async () => {
    const { jobs, plain } = await makeCaller();
    const { jobs: other } = await makeCaller();
    const half = await jobs.create('verify', { source: { upload: { size: gigabyte / 2 } } });
    const create = (size: number) => jobs.call('POST', '/v1/jobs/sign', { ...plain, source: { upload: { size } } });
    const { status, body } = await create(gigabyte / 4 + 1);
    assert.deepEqual([status, body.error], [409, 'job_storage_limit_reached']);
    assert.deepEqual([body.used_bytes, body.limit_bytes], [gigabyte / 2, gigabyte]);
    assert.equal((await create(gigabyte / 4)).status, 201);
    assert.equal((await create(1)).status, 409);
    await other.create('verify', { source: { upload: { size: gigabyte } } });
    await jobs.call('POST', `/v1/jobs/${half.job_id}/cancel`);
    await jobs.call('DELETE', `/v1/jobs/${half.job_id}`);
    assert.equal((await create(gigabyte / 4)).status, 201);
  });

  test('an organization has at most 100 unfinished jobs, also if it creates them at once', async () => {
    const { jobs } = await makeCaller();
    const source = { upload: { size: 1 } };
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => jobs.call('POST', '/v1/jobs/verify', { source })),
    );
    const created = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ body }) => body.error === 'job_limit_reached');
    assert.deepEqual([created.length, refused.length], [100, 10]);
    await jobs.call('POST', `/v1/jobs/${created[0]!.body.job_id}/cancel`);
    assert.equal((await jobs.call('POST', '/v1/jobs/verify', { source })).status, 201);
  });

  test('parts and jobs survive a restart of the service', async () => {
    const { jobs, plain } = await makeCaller();
    const job = await jobs.create('sign', { ...plain, source: { upload: { size: text.length } } });
    await jobs.sendParts(job, text);
    await service.restart();
    assert.deepEqual((await jobs.get(job.job_id)).upload?.received, [1]);
    await jobs.call('POST', `/v1/jobs/${job.job_id}/start`);
    assert.equal((await jobs.untilEnded(job.job_id)).state, 'succeeded');
  });

  test('an expired job is deleted with its files at the next cleaning', async () => {
    const { jobs, plain } = await makeCaller();
    const jobId = await jobs.submit('sign', plain, text);
    await jobs.untilEnded(jobId);
    await service.database.transaction((transaction) =>
      transaction.updateTable('jobs').set({ expires_at: 1 }).where('job_id', '=', jobId).execute(),
    );
    await service.restart();
    const isGone = async (client: JobClient) => (await client.call('GET', `/v1/jobs/${jobId}`)).status === 404;
    while (!(await isGone(jobs)));
    const left = readdirSync(join(service.dataDirectory, 'jobs')).filter((name) => name.includes(jobId.slice(4)));
    assert.deepEqual(left, []);
  });

  test('a part for which the disk has no room gets 503, and nothing is stored', async () => {
    const owned = await startRunningService({ database, settings: { JOB_FREE_GB: '1000000' } });
    owned.expectErrors();
    const owner = await makeOwner(owned, 'enterprise');
    const jobs = createJobClient(() => owned.live.url, (await makeApiKey(owned.live, owner)).key);
    const { job_id } = await jobs.create('verify', { source: { upload: { size: text.length } } });
    const refused = await jobs.call('PUT', `/v1/jobs/${job_id}/parts/1`, text);
    assert.deepEqual([refused.status, refused.body.error], [503, 'service_unavailable']);
    assert.match(refused.body.message, /storage for jobs is full/);
    assert.equal(refused.headers.get('retry-after'), '30');
    assert.deepEqual((await jobs.get(job_id)).upload?.received, []);
    const stored = readdirSync(join(owned.dataDirectory, 'jobs')).filter((name) => !name.startsWith('store-'));
    assert.deepEqual(stored, []);
    await owned.stop();
  });

  test('a part that arrives while its job is deleted leaves no file', async () => {
    const { jobs } = await makeCaller();
    const part = Buffer.alloc(1_000_000, 'a');
    const answers = new Set<number>();
    const ids: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const { job_id } = await jobs.create('verify', { source: { upload: { size: part.length } } });
      const at = `/v1/jobs/${job_id}`;
      const sent = Array.from({ length: 4 }, () => jobs.call('PUT', `${at}/parts/1`, part));
      await pause(round * 3);
      await jobs.call('POST', `${at}/cancel`);
      await jobs.call('DELETE', at);
      for (const { status } of await Promise.all(sent)) answers.add(status);
      assert.equal((await jobs.call('GET', at)).status, 404);
      ids.push(job_id.slice(4));
    }
    assert.deepEqual(
      [...answers].filter((status) => ![200, 404, 409].includes(status)),
      [],
    );
    const left = readdirSync(join(service.dataDirectory, 'jobs')).filter((name) => ids.some((id) => name.includes(id)));
    assert.deepEqual(left, []);
  });

  test('an upload that expires gets no part while its files are removed', async () => {
    const { jobs } = await makeCaller();
    const job = await jobs.create('verify', { source: { upload: { size: text.length } } });
    const files = createJobFiles(createFolderStore(join(service.dataDirectory, 'jobs')));
    let status = 0;
    const cleaning = createJobCleaning({
      database: service.database,
      files: {
        ...files,
        async clean(jobId, kept) {
          ({ status } = await jobs.call('PUT', `/v1/jobs/${jobId}/parts/1`, text));
          await files.clean(jobId, kept);
        },
      },
      workFolder: join(service.dataDirectory, 'job-work', 'live'),
    });
    await service.database.transaction((transaction) =>
      transaction.updateTable('jobs').set({ expires_at: 1 }).where('job_id', '=', job.job_id).execute(),
    );
    await cleaning.removeExpired(job.job_id);
    assert.equal(status, 409);
    assert.equal((await jobs.call('GET', `/v1/jobs/${job.job_id}`)).status, 404);
  });

  test('a job shows its record only when it has ended', async () => {
    const { jobs, plain } = await makeCaller();
    const done = await jobs.untilEnded(await jobs.submit('sign', plain, text));
    assert.ok(done.signed);
    // As it is between the choice of the outcome and the end.
    await service.database.transaction((transaction) =>
      transaction
        .updateTable('jobs')
        .set({ state: 'running', claimed_by: 'claim', due_at: Date.now() + 3_600_000, finished_at: null })
        .where('job_id', '=', done.job_id)
        .execute(),
    );
    const running = await jobs.get(done.job_id);
    assert.deepEqual([running.state, running.signed], ['running', null]);
  });

  withOpenssl(() => {
    test('the webhook job.finished announces every end', async () => {
      const certificates = makeCertificates();
      trustInThisProcess(certificates);
      const receiver = await startReceiver(certificates);
      const { jobs, plain } = await makeCaller();
      const { status } = await jobs.call('POST', '/v1/webhooks', { url: receiver.url, events: ['job.finished'] });
      assert.equal(status, 201);
      const signed = await jobs.untilEnded(await jobs.submit('sign', plain, text));
      const failed = await jobs.untilEnded(await jobs.submit('sign', plain, Buffer.alloc(50)));
      const canceled = await jobs.create('verify', { source: { upload: { size: 1 } } });
      await jobs.call('POST', `/v1/jobs/${canceled.job_id}/cancel`);
      const data = receiver.requests.map(({ body }) => JSON.parse(body).data);
      assert.deepEqual(data, [
        {
          job_id: signed.job_id,
          kind: 'sign',
          state: 'succeeded',
          record_id: signed.signed!.record_id,
          error: null,
        },
        { job_id: failed.job_id, kind: 'sign', state: 'failed', record_id: null, error: 'unsupported_media' },
        { job_id: canceled.job_id, kind: 'verify', state: 'canceled', record_id: null, error: null },
      ]);
      await receiver.stop();
      certificates.remove();
    });
  });
});
