// The page about large files with files of several parts: signed and downloaded, verified, uploaded
// through broken connections and reloads, canceled and deleted, and reached from the sign page.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sampleVideos } from '../../engine/test-support/sample-videos.ts';
import { type Account, makeOwner } from '../../service/test-support/account.ts';
import { createJobClient, type JobClient } from '../../service/test-support/job-client.ts';
import { makeNoise } from '../../service/test-support/made-wav.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the page about large files', (suite) => {
  let owner: Account;
  let jobs: JobClient;
  let folder: string;
  /** Three parts. */
  let soundFile: string;
  let sound: Buffer;
  before(async () => {
    owner = await makeOwner(suite.served.service, 'growth', suite.served.mail);
    await registerGenerator(suite.served.service.live, owner.token);
    jobs = createJobClient(() => suite.served.url, owner.token);
    folder = mkdtempSync(join(tmpdir(), 'large-files-page-'));
    sound = makeNoise(7, { seconds: 11, sampleRate: 96_000, channels: 16 });
    soundFile = join(folder, 'concert.wav');
    writeFileSync(soundFile, sound);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();
  async function fillSigning(page: Page): Promise<void> {
    await page.getByLabel('AI model').fill('sound-model-1');
    await page.getByLabel('Watermark strength').selectOption('None, only the token');
  }

  test('a file is uploaded in parts, signed, downloaded, verified and deleted', async () => {
    await suite.visit(
      '/overview',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('link', { name: 'Large files' }).click();
        await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
        assert.equal(await page.getByRole('button', { name: 'Upload and sign' }).isDisabled(), true);
        await watched.check();
        await page.locator('input[type=file]').first().setInputFiles(soundFile);
        await fillSigning(page);
        await page.getByRole('button', { name: 'Upload and sign' }).click();
        const row = rowOf(page, 'concert.wav');
        await row.getByText('Signed', { exact: true }).waitFor({ timeout: 120_000 });
        await row.getByRole('button', { name: 'Show result of concert.wav' }).click();
        const dialog = page.getByRole('dialog', { name: 'Signed file' });
        await dialog.getByText('SHA-256').waitFor();
        await watched.check();
        await page.keyboard.press('Escape');
        await becomes(() => dialog.count(), 0);

        const [download] = await Promise.all([
          page.waitForEvent('download'),
          row.getByRole('button', { name: 'Download concert.wav' }).click(),
        ]);
        assert.equal(download.suggestedFilename(), 'concert-signed.wav');
        const signedFile = join(folder, 'concert-signed.wav');
        await download.saveAs(signedFile);
        const { body } = await jobs.call('GET', '/v1/jobs');
        const job = await jobs.get(body.jobs[0].job_id);
        assert.equal(hash('sha256', readFileSync(signedFile)), job.signed!.sha256);

        await page.getByRole('button', { name: 'New job' }).click();
        await page.getByRole('radio', { name: 'Verify' }).check();
        await page.locator('input[type=file]').first().setInputFiles(signedFile);
        await page.getByRole('button', { name: 'Upload and verify' }).click();
        const verified = rowOf(page, 'concert-signed.wav');
        await verified.getByText('Finished', { exact: true }).first().waitFor({ timeout: 120_000 });
        await verified.getByRole('button', { name: 'Show result' }).click();
        await page.getByRole('dialog').getByText('Authentic', { exact: true }).waitFor();
        await watched.check();
        await page.keyboard.press('Escape');

        await verified.getByRole('button', { name: 'Delete the job for concert-signed.wav' }).click();
        await page.getByRole('button', { name: 'Delete the job', exact: true }).click();
        await becomes(() => page.getByText('concert-signed.wav').count(), 0);
        assert.equal((await jobs.call('GET', '/v1/jobs')).body.jobs.length, 1);
      },
      { token: owner.token },
    );
  });

  test('a connection that breaks off costs no part that was sent, and the upload continues by itself', async () => {
    await suite.visit(
      '/large-files',
      async (watched) => {
        const { page } = watched;
        watched.expectBrokenConnections();
        const sent: string[] = [];
        page.on(
          'requestfinished',
          (request) => request.method() === 'PUT' && sent.push(request.url().split('/').at(-1)!),
        );
        const network = await page.context().newCDPSession(page);
        const limit = (offline: boolean, uploadThroughput: number) =>
          network.send('Network.emulateNetworkConditions', {
            offline,
            latency: 0,
            downloadThroughput: -1,
            uploadThroughput,
          });
        await network.send('Network.enable');
        await limit(false, 6_000_000);
        await page.getByRole('button', { name: 'New job' }).click();
        await page.locator('input[type=file]').first().setInputFiles(soundFile);
        await fillSigning(page);
        await page.getByRole('button', { name: 'Upload and sign' }).click();
        const row = rowOf(page, 'concert.wav');
        await row.getByRole('progressbar').waitFor();
        // The last part is small.
        await becomes(() => sent.includes('3'), true);
        await limit(true, 0);
        await row.getByText('The connection broke off.').waitFor();
        await limit(false, -1);
        await row.getByText('Signed', { exact: true }).waitFor({ timeout: 120_000 });
        assert.equal(sent.filter((number) => number === '3').length, 1);
        const [newest] = (await jobs.call('GET', '/v1/jobs')).body.jobs;
        const { signed } = await jobs.get(newest.job_id);
        const { bytes } = await jobs.download(newest.job_id);
        assert.equal(hash('sha256', bytes), signed!.sha256);
        await network.detach();
      },
      { token: owner.token },
    );
  });

  test('after a reload, the same browser sends only the parts that are missing', async () => {
    await suite.visit(
      '/large-files',
      async ({ page }) => {
        const sent: string[] = [];
        page.on(
          'requestfinished',
          (request) => request.method() === 'PUT' && sent.push(request.url().split('/').at(-1)!),
        );
        page.once('dialog', (dialog) => dialog.accept());
        const network = await page.context().newCDPSession(page);
        const limits = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4_000_000 };
        await network.send('Network.enable');
        await network.send('Network.emulateNetworkConditions', limits);
        await page.getByRole('button', { name: 'New job' }).click();
        await page.getByRole('radio', { name: 'Verify' }).check();
        await page.locator('input[type=file]').first().setInputFiles(soundFile);
        await page.getByRole('button', { name: 'Upload and verify' }).click();
        await becomes(() => sent.includes('3'), true);
        await page.reload();
        await network.detach();
        const row = rowOf(page, 'Upload not finished');
        await row.locator('input[type=file]').setInputFiles(soundFile);
        const [{ job_id }] = (await jobs.call('GET', '/v1/jobs')).body.jobs;
        const { state, verification } = await jobs.untilEnded(job_id);
        assert.deepEqual([state, verification?.authentic], ['succeeded', true]);
        assert.equal(sent.filter((number) => number === '3').length, 1);
      },
      { token: owner.token },
    );
  });

  test('in another browser, the same file continues and another one is refused, on a phone too', async () => {
    const job = await jobs.create('verify', { source: { upload: { size: sound.length, file_name: 'concert.wav' } } });
    await jobs.sendParts(job, Buffer.alloc(sound.length), [1]);
    await suite.visit(
      '/large-files',
      async (watched) => {
        const { page } = watched;
        const row = rowOf(page, 'Upload not finished');
        await row.waitFor();
        await watched.check();
        const input = row.locator('input[type=file]');
        await input.setInputFiles({ name: 'concert.wav', mimeType: 'audio/wav', buffer: Buffer.from('short') });
        await row.getByText('This is not the file of the job. Choose concert.wav with 33.8 MB.').waitFor();
        // This browser did not send the first part, so it sends it again. With the zeros that the
        // service has, the file would not be the one that was signed above.
        await input.setInputFiles(soundFile);
        await becomes(async () => (await jobs.get(job.job_id)).state !== 'uploading', true);
        const { verification, state } = await jobs.untilEnded(job.job_id);
        assert.deepEqual([state, verification?.authentic], ['succeeded', true]);
        await row.first().waitFor({ state: 'detached' });
      },
      { token: owner.token, phone: true },
    );
  });

  test('a job can be canceled, and a job that failed says why', async () => {
    const text = Buffer.from('%PDF-1.7 that ends here');
    await jobs.create('verify', { source: { upload: { size: 40_000_000, file_name: 'stopped.mp4' } } });
    await suite.visit(
      '/large-files',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('button', { name: 'Cancel the job for stopped.mp4' }).click();
        await watched.check();
        await page.getByRole('button', { name: 'Let it continue' }).click();
        await page.getByRole('button', { name: 'Cancel the job for stopped.mp4' }).click();
        await page.getByRole('button', { name: 'Cancel the job', exact: true }).click();
        await rowOf(page, 'stopped.mp4').getByText('Canceled', { exact: true }).waitFor();

        await page.getByRole('button', { name: 'New job' }).click();
        const unsignable = { name: 'broken.pdf', mimeType: 'application/pdf', buffer: text };
        const empty = { name: 'empty.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) };
        await page.locator('input[type=file]').first().setInputFiles([unsignable, empty]);
        await fillSigning(page);
        await page.getByRole('button', { name: 'Upload and sign' }).click();
        const row = rowOf(page, 'broken.pdf');
        await row.getByText('Failed', { exact: true }).waitFor();
        await becomes(async () => /PDF|format|file/.test((await row.textContent()) ?? ''), true);
        await rowOf(page, 'empty.mp4').getByText('The file is empty. Choose another one.').waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Remove empty.mp4' }).click();
        await becomes(() => page.getByText('empty.mp4').count(), 0);
      },
      { token: owner.token },
    );
  });

  test('a file that is too large for the sign page comes here and is signed', async () => {
    const [video] = sampleVideos.mp4!().values();
    const padding = Buffer.alloc(51 * 1024 * 1024);
    padding.writeUInt32BE(padding.length);
    padding.write('free', 4, 'latin1');
    const large = join(folder, 'film.mp4');
    writeFileSync(large, Buffer.concat([video!, padding]));
    await suite.visit(
      '/sign',
      async (watched) => {
        const { page } = watched;
        await page.locator('input[type=file]').first().setInputFiles(large);
        await page.getByText('film.mp4 is larger than 50 MB.').waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Sign as a large file: film.mp4' }).click();
        await page.getByRole('heading', { name: 'Large files', level: 1 }).waitFor();
        await page.getByRole('button', { name: 'Remove film.mp4' }).waitFor();
        await fillSigning(page);
        await page.getByRole('button', { name: 'Upload and sign' }).click();
        await rowOf(page, 'film.mp4').getByText('Signed', { exact: true }).waitFor({ timeout: 120_000 });
        // Also if you try to sign it there.
        await page.goto('/sign');
        await page.getByLabel('AI model').fill('video-model-1');
        await page.locator('input[type=file]').first().setInputFiles(large);
        await page.getByRole('button', { name: 'Sign 1 file' }).click();
        await page
          .getByRole('article', { name: 'film.mp4: Not signed' })
          .getByRole('button', { name: 'Sign as a large file: film.mp4' })
          .click();
        await page.getByRole('button', { name: 'Remove film.mp4' }).waitFor();
      },
      { token: owner.token, phone: true },
    );
  });
});
