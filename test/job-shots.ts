// Jobs for large files in every state, for `npm run screenshots`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOwner } from '../service/test-support/account.ts';
import { createJobClient } from '../service/test-support/job-client.ts';
import { registerGenerator } from '../service/test-support/signing-client.ts';
import type { ServedPages } from './test-support/served-pages.ts';
import type { Shot } from './test-support/shot.ts';

export async function listJobShots({ service, mail, url }: ServedPages): Promise<Record<string, Shot>> {
  const { token, orgId } = await makeOwner(service, 'growth', mail);
  const empty = (await makeOwner(service, 'growth', mail)).token;
  const generatorId = await registerGenerator(service.live, token);
  await registerGenerator(service.live, empty);
  const jobs = createJobClient(() => url, token);
  const signing = { model: 'video-model-2', generator_id: generatorId, watermark: 'none' };
  const text = Buffer.from('The subtitles of a long film.\n'.repeat(400));
  const upload = (file_name: string, size = text.length) => ({ source: { upload: { size, file_name } } });
  const send = async (kind: 'sign' | 'verify', fields: object, content: Uint8Array = text) => {
    const job = await jobs.create(kind, fields);
    await jobs.sendParts(job, content);
    await jobs.call('POST', `/v1/jobs/${job.job_id}/start`);
    await jobs.untilEnded(job.job_id);
    return job.job_id;
  };
  await jobs.create('sign', { ...signing, ...upload('Interview, second camera.mov', 2_400_000_000) });
  const canceled = await jobs.create('sign', { ...signing, ...upload('Wrong take.mp4', 900_000_000) });
  await jobs.call('POST', `/v1/jobs/${canceled.job_id}/cancel`);
  const broken = Buffer.from('%PDF-1.7 that ends here');
  await send('sign', { ...signing, ...upload('Screenplay.pdf', broken.length) }, broken);
  const { watermark: _, ...marking } = signing;
  const signed = await send('sign', { ...marking, ...upload('Subtitles.txt') });
  const { bytes } = await jobs.download(signed);
  await send('verify', upload('Subtitles from the archive.txt', bytes.length), bytes);

  // Only to be listed: nothing opens it.
  const store = {
    connection_id: 'stc_for_pictures',
    org_id: orgId,
    name: 'Video archive',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    addressing: 'path' as const,
    bucket: 'studio-north-videos',
    prefix: 'provenance',
    access_key_id: 'AKIA2EXAMPLE7QUARTZ',
    sealed_secret: 'not a secret',
    created_at: Date.now(),
  };
  await service.database.transaction((transaction) =>
    transaction.insertInto('storage_connections').values(store).execute(),
  );
  const folder = mkdtempSync(join(tmpdir(), 'job-shots-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const sound = join(folder, 'Concert in the old harbor.wav');
  writeFileSync(sound, Buffer.alloc(45_000_000, 7));
  const [film, image] = [join(folder, 'Harbor film.mp4'), join(folder, 'Harbor plan.tiff')];
  for (const path of [film, image]) writeFileSync(path, Buffer.alloc(53_000_000));
  return {
    'large-files-new': { path: '/large-files', loggedIn: empty },
    'large-files': { path: '/large-files', loggedIn: token },
    'large-files-form': {
      path: '/large-files',
      loggedIn: token,
      async use(page) {
        await page.getByRole('button', { name: 'New job' }).click();
        await page.locator('input[type=file]').first().setInputFiles(sound);
        await page.getByLabel('AI model').fill('sound-model-1');
      },
    },
    'large-files-upload': {
      path: '/large-files',
      loggedIn: token,
      async use(page) {
        const network = await page.context().newCDPSession(page);
        const limits = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 4_000_000 };
        await network.send('Network.enable');
        await network.send('Network.emulateNetworkConditions', limits);
        await page.getByRole('button', { name: 'New job' }).click();
        await page.locator('input[type=file]').first().setInputFiles(sound);
        await page.getByLabel('AI model').fill('sound-model-1');
        await page.getByRole('button', { name: 'Upload and sign' }).click();
        await page.getByText(/about \d+ s left/).waitFor();
        await network.detach();
      },
    },
    'large-files-signed': {
      path: '/large-files',
      loggedIn: token,
      isOneScreen: true,
      async use(page) {
        await page.getByRole('button', { name: 'Show result of Subtitles.txt' }).click();
        await page.getByRole('dialog').getByText('SHA-256').waitFor();
      },
    },
    'large-files-verified': {
      path: '/large-files',
      loggedIn: token,
      isOneScreen: true,
      async use(page) {
        await page.getByRole('button', { name: 'Show result of Subtitles from the archive.txt' }).click();
        await page.getByRole('dialog').getByText('Authentic', { exact: true }).waitFor();
      },
    },
    'large-files-object': {
      path: '/large-files',
      loggedIn: token,
      async use(page) {
        await page.getByRole('button', { name: 'New job' }).click();
        await page.getByRole('radio', { name: 'In a connected store' }).check();
        await page.getByLabel('Object', { exact: true }).fill('in/film.mp4');
        await page.getByLabel('Signed file').selectOption('Video archive');
        await page.getByLabel('Object for the signed file').fill('signed/film.mp4');
        await page.getByLabel('AI model').fill('video-model-2');
      },
    },
    'connected-stores-new': { path: '/connected-stores', loggedIn: empty },
    'connected-stores': { path: '/connected-stores', loggedIn: token },
    'sign-too-large': {
      path: '/sign',
      loggedIn: token,
      async use(page) {
        await page.locator('input[type=file]').first().setInputFiles([film, image]);
        await page.getByRole('button', { name: 'Sign as a large file' }).waitFor();
      },
    },
    'large-files-cancel': {
      path: '/large-files',
      loggedIn: token,
      isOneScreen: true,
      use: (page) => page.getByRole('button', { name: 'Cancel the job for Interview' }).click(),
    },
  };
}
