// Jobs while processes and nodes end: the record exists once, the quota is exact, the file is
// whole, and another organization is not delayed.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { createJobClient, type JobBody, type JobClient } from '../../../test-support/job-client.ts';
import { makeNoise } from '../../../test-support/made-wav.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { childrenOf, commandOf } from '../../../test-support/process-tree.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { registerGenerator } from '../../../test-support/signing-client.ts';
import { type SpawnedService, spawnService } from '../../../test-support/spawned-service.ts';

/** Some seconds of work. */
const sound = makeNoise(5, { seconds: 40, sampleRate: 48_000, channels: 2 });
const text = Buffer.from('A short text that a job signs.\n'.repeat(20));

onEachDatabase((database) => {
  /** It only prepares the accounts, and reads the database. It runs no job. */
  let service: RunningService;
  let nodes: SpawnedService[] = [];
  let owner: Account;
  let key: string;
  let generatorId: string;
  let jobs: JobClient;

  before(async () => {
    service = await startRunningService({ database, settings: { JOB_WORKERS: '0', NEURAL_WATERMARK: 'false' } });
    owner = await makeOwner(service, 'growth');
    key = (await makeApiKey(service.live, owner)).key;
    generatorId = await registerGenerator(service.live, key);
    jobs = createJobClient(() => service.live.url, key);
    await startNode();
  });
  after(async () => {
    for (const node of nodes) await node.kill();
    await service.stop();
  });

  async function startNode(): Promise<SpawnedService> {
    const node = await spawnService({ ...service.settings, JOB_WORKERS: '2', LOG_LEVEL: 'info' });
    nodes.push(node);
    return node;
  }

  async function stopNodes(stop: (node: SpawnedService) => Promise<unknown>): Promise<void> {
    await Promise.all(nodes.map(stop));
    nodes = [];
  }

  const fields = () => ({ model: 'studio-3', generator_id: generatorId });
  const isRunning = ({ state }: JobBody) => state === 'running';
  const jobProcesses = () =>
    nodes.flatMap(({ process }) => childrenOf(process.pid!).filter((pid) => commandOf(pid).includes('program.ts')));

  async function used(): Promise<number> {
    const { body } = await service.live.call('GET', '/v1/billing/usage', { token: owner.token });
    return body.signatures_used;
  }

  async function expectWhole(jobId: string, usedBefore: number): Promise<void> {
    const { state, signed, error } = await jobs.untilEnded(jobId);
    assert.equal(state, 'succeeded', JSON.stringify(error));
    const { bytes } = await jobs.download(jobId);
    assert.equal(hash('sha256', bytes), signed!.sha256);
    const verified = await jobs.untilEnded(await jobs.submit('verify', {}, bytes));
    assert.equal(verified.verification?.authentic, true);
    const rows = await service.database.read
      .selectFrom('records')
      .select('record_id')
      .where('record_id', '=', signed!.record_id)
      .execute();
    assert.equal(rows.length, 1);
    assert.equal(await used(), usedBefore + 1);
  }

  test('a job whose process is killed continues', async () => {
    const before = await used();
    const jobId = await jobs.submit('sign', fields(), sound);
    await jobs.until(jobId, isRunning);
    for (let killed = 0; killed < 2; killed += 1) {
      for (let pids = jobProcesses(); ; pids = jobProcesses()) {
        const [last] = pids.slice(-1);
        if (last !== undefined && pids.length > 1) {
          process.kill(last, 'SIGKILL');
          break;
        }
        await pause(20);
      }
      await pause(500);
    }
    await expectWhole(jobId, before);
  });

  test('a job continues after the whole service is killed, and after a planned stop', async () => {
    const before = await used();
    const jobId = await jobs.submit('sign', fields(), sound);
    await jobs.until(jobId, isRunning);
    await stopNodes((node) => node.kill());
    await startNode();
    await jobs.until(jobId, isRunning);
    await stopNodes((node) => node.stop());
    await startNode();
    await expectWhole(jobId, before);
  });

  test('a job that is canceled while it runs ends its process and leaves no record', async () => {
    const before = await used();
    const jobId = await jobs.submit('sign', fields(), sound);
    await jobs.until(jobId, isRunning);
    const { body } = await jobs.call('POST', `/v1/jobs/${jobId}/cancel`);
    assert.equal(body.state, 'canceled');
    const row = await service.database.read
      .selectFrom('jobs')
      .select('record_id')
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow();
    await jobs.untilEnded(await jobs.submit('sign', fields(), text));
    assert.equal((await service.live.call('GET', `/v1/records/${row.record_id}`)).status, 404);
    assert.equal(await used(), before + 1);
    assert.equal((await jobs.get(jobId)).state, 'canceled');
  });

  test('ten jobs of one organization do not delay the job of another one', async () => {
    const other = await makeOwner(service, 'growth');
    const small = createJobClient(() => service.live.url, (await makeApiKey(service.live, other)).key);
    const generator_id = await registerGenerator(service.live, other.token);
    const long = await Promise.all(Array.from({ length: 10 }, () => jobs.submit('sign', fields(), sound)));
    await jobs.until(long[0]!, ({ state }) => state !== 'waiting');
    const finished = async () => {
      const states = await Promise.all(long.map(async (jobId) => (await jobs.get(jobId)).state));
      return states.filter((state) => state === 'succeeded').length;
    };
    const before = await finished();
    await small.untilEnded(await small.submit('sign', { model: 'm', generator_id }, text));
    const during = (await finished()) - before;
    // The small job takes less time than two of the others, which run one after another.
    assert.ok(during <= 2, `${during} jobs of the other organization finished before the small one`);
    for (const jobId of long) await jobs.call('POST', `/v1/jobs/${jobId}/cancel`);
    for (const jobId of long) await jobs.untilEnded(jobId);
  });

  if (database === 'postgres') {
    test('two nodes share the jobs, and each job runs once', async () => {
      await startNode();
      const before = await used();
      const ids = await Promise.all(Array.from({ length: 6 }, () => jobs.submit('sign', fields(), text)));
      for (const jobId of ids) assert.equal((await jobs.untilEnded(jobId)).state, 'succeeded');
      assert.equal(await used(), before + ids.length);
    });
  }
});
