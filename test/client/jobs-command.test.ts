// The packed `provenance jobs …` against the real service: sign, verify, list, show, cancel, and an
// upload and a download that broke off.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createJobClient, type JobClient } from '../../service/test-support/job-client.ts';
import { makeNoise } from '../../service/test-support/made-wav.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount, registerGenerator } from '../../service/test-support/signing-client.ts';
import { type PackedClient, packClient, run } from '../test-support/provenance-program.ts';

const sound = makeNoise(9, { seconds: 6, sampleRate: 96_000, channels: 16 });
let service: RunningService;
let client: PackedClient;
let jobs: JobClient;
let folder: string;
let env: Record<string, string>;

before(async () => {
  [service, client] = await Promise.all([startRunningService(), packClient()]);
  const account = await makeSigningAccount(service, 'enterprise');
  jobs = createJobClient(() => service.live.url, account.key);
  folder = mkdtempSync(join(tmpdir(), 'provenance-jobs-'));
  env = {
    PROVENANCE_URL: service.live.url,
    PROVENANCE_API_KEY: account.key,
    PROVENANCE_MODEL: 'studio-3',
    PROVENANCE_GENERATOR: await registerGenerator(service.live, account.key),
  };
  writeFileSync(join(folder, 'a.wav'), sound);
});
after(async () => {
  await service.stop();
  client.remove();
  rmSync(folder, { recursive: true, force: true });
});

const provenance = (words: readonly string[]) => run(client.program, words, { env, cwd: folder });

test('a file is signed, verified, listed and shown', async () => {
  const signed = await provenance(['jobs', 'sign', 'a.wav', '--watermark', 'none', '--json']);
  assert.equal(signed.code, 0, signed.words);
  const { job_id, output } = JSON.parse(signed.output);
  assert.equal(output, 'a.signed.wav');
  const verified = await provenance(['jobs', 'verify', output]);
  assert.equal(verified.code, 0, verified.words);
  assert.match(verified.output, /✔ .*a\.signed\.wav/);
  assert.match((await provenance(['jobs', 'list'])).output, new RegExp(`${job_id}  sign  succeeded  a.wav`));
  assert.match((await provenance(['jobs', 'show', job_id])).output, /Record [0-9a-f-]{36}/);
  const late = await provenance(['jobs', 'cancel', job_id]);
  assert.equal(late.code, 4);
  assert.match(late.words, /cannot cancel/);
});

test('an upload and a download that broke off continue', async () => {
  const source = { upload: { size: sound.length } };
  const fields = { model: 'm', generator_id: env.PROVENANCE_GENERATOR, watermark: 'none', source };
  const job = await jobs.create('sign', fields);
  await jobs.sendParts(job, sound, [2]);
  const output = 'continued.wav';
  const resume = ['jobs', 'sign', 'a.wav', '--resume', job.job_id, '--out', output];
  assert.equal((await provenance(resume)).code, 0);
  const whole = readFileSync(join(folder, output));
  const part = `${output}.${job.job_id}.part`;
  assert.ok(!existsSync(join(folder, part)));
  rmSync(join(folder, output));
  writeFileSync(join(folder, part), whole.subarray(0, 5_000_000));
  assert.equal((await provenance(resume)).code, 0);
  assert.deepEqual(readFileSync(join(folder, output)), whole);
  writeFileSync(join(folder, part), Buffer.alloc(100));
  const damaged = await provenance([...resume, '--force']);
  assert.equal(damaged.code, 4);
  assert.match(damaged.words, /The download is damaged/);
});

test('a file that exists is overwritten only with --force, and no job is created without it', async () => {
  const output = join(folder, 'taken.wav');
  writeFileSync(output, 'mine');
  const listed = (await provenance(['jobs', 'list'])).output;
  const sign = ['jobs', 'sign', 'a.wav', '--watermark', 'none', '--out', 'taken.wav'];
  const refused = await provenance(sign);
  assert.equal(refused.code, 4);
  assert.match(refused.words, /taken\.wav already exists\. To overwrite it, use --force\./);
  assert.equal(String(readFileSync(output)), 'mine');
  assert.equal((await provenance(['jobs', 'list'])).output, listed);
  assert.equal((await provenance([...sign, '--force'])).code, 0);
  assert.notEqual(String(readFileSync(output)), 'mine');
});

test('another file than the one of the job is refused, and so are a missing file and a missing job', async () => {
  const job = await jobs.create('verify', { source: { upload: { size: 5 } } });
  const other = await provenance(['jobs', 'verify', 'a.wav', '--resume', job.job_id]);
  assert.equal(other.code, 4);
  assert.match(other.words, /for a file of 5 bytes/);
  assert.equal((await provenance(['jobs', 'cancel', job.job_id])).code, 0);
  assert.equal((await provenance(['jobs', 'verify', 'nothing.wav'])).code, 4);
  assert.equal((await provenance(['jobs', 'sign'])).code, 2);
  assert.equal((await provenance(['jobs', 'show', 'job_00000000000000000000000000000000'])).code, 4);
});
