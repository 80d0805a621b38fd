// A node whose JOB_STORE is not that of the other nodes leaves the jobs alone.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { createJobClient, type JobClient } from '../../../test-support/job-client.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { registerGenerator } from '../../../test-support/signing-client.ts';
import { readConfiguration } from '../../configuration/read-configuration.ts';
import { createLog } from '../../log.ts';
import { type Service, startService } from '../../service.ts';

const text = Buffer.from('A short text that a job signs.\n'.repeat(20));

onEachDatabase((database) => {
  let first: RunningService;
  let jobs: JobClient;
  let plain: object;
  const folder = mkdtempSync(join(tmpdir(), 'provenance-other-store-'));

  before(async () => {
    first = await startRunningService({ database, settings: { JOB_WORKERS: '0' } });
    const { key } = await makeApiKey(first.live, await makeOwner(first, 'growth'));
    plain = { model: 'm', generator_id: await registerGenerator(first.live, key), watermark: 'none' };
    jobs = createJobClient(() => first.live.url, key);
  });
  after(async () => {
    await first.stop();
    rmSync(folder, { recursive: true });
  });

  async function withSecondNode(
    settings: Record<string, string>,
    work: (service: Service, lines: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const lines: string[] = [];
    const log = createLog('error', { write: (line: string) => void lines.push(line) });
    const service = await startService(readConfiguration({ ...first.settings, JOB_WORKERS: '2', ...settings }), log);
    try {
      await work(service, lines);
    } finally {
      await service.stop();
    }
  }

  test('it refuses parts and new jobs, runs and removes nothing, and says why', async () => {
    const waiting = await jobs.submit('sign', plain, text);
    const open = await jobs.create('verify', { source: { upload: { size: text.length } } });
    const stored = readdirSync(join(first.dataDirectory, 'jobs')).sort();
    await withSecondNode({ JOB_STORE: `folder:${folder}` }, async ({ live }, lines) => {
      for (const [method, path, body] of [
        ['POST', '/v1/jobs/verify', { source: { upload: { size: 1 } } }],
        ['PUT', `/v1/jobs/${open.job_id}/parts/1`, text],
      ] as const) {
        const { status, body: answer, headers } = await jobs.call(method, live.url + path, body);
        assert.deepEqual([status, answer.error, headers.get('retry-after')], [503, 'service_unavailable', '60']);
        assert.match(answer.message, /another JOB_STORE than the other nodes\. Set JOB_STORE/);
      }
      // Longer than a node takes to look for jobs.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      assert.ok(lines.some((line) => line.includes('another JOB_STORE')));
    });
    assert.deepEqual(
      [(await jobs.get(waiting)).state, (await jobs.get(open.job_id)).upload?.received],
      ['waiting', []],
    );
    assert.deepEqual(readdirSync(join(first.dataDirectory, 'jobs')).sort(), stored);
  });

  test('a node with the same storage runs the jobs, and every node serves the result', async () => {
    await withSecondNode({}, async ({ live }, lines) => {
      const jobId = await jobs.submit('sign', plain, text);
      assert.equal((await jobs.untilEnded(jobId)).state, 'succeeded');
      const path = `/v1/jobs/${jobId}/content`;
      const [here, there] = [await jobs.call('GET', path), await jobs.call('GET', live.url + path)];
      assert.deepEqual([here.status, here.bytes], [200, there.bytes]);
      assert.deepEqual(lines, []);
    });
  });
});
