// POST /v1/sign and POST /v1/verify over HTTP with real videos: sign, verify, encode again, verify
// again. Also what happens to a response, and to the service, if the decoder dies or is absent.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { after, before, test } from 'node:test';
import { type Account, makeApiKey, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import {
  decoderProcesses,
  filesWritten,
  untilDecoders,
  untilDecoderWorks,
} from '../../../test-support/decoder-processes.ts';
import { convertVideo, withFfmpeg } from '../../../test-support/ffmpeg.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { startRunningService } from '../../../test-support/running-service.ts';
import { makeForm, readCorpus, readVideo, withSharedFiles } from '../../../test-support/shared-photos.ts';

const clips = [
  { name: 'birds.mp4', type: 'video/mp4', pictures: true },
  { name: 'motion.mov', type: 'video/quicktime', pictures: true },
  { name: 'oa4_launch.webm', type: 'video/webm', pictures: true },
  { name: 'house_keeping.mkv', type: 'video/x-matroska', pictures: false },
] as const;

const metadata = Buffer.from(
  `;FFMETADATA1
title=A film
[CHAPTER]
TIMEBASE=1/10
START=0
END=4
title=One
[CHAPTER]
TIMEBASE=1/10
START=4
END=10
title=Two`,
);
/** Starting it and reading the kind of a video takes less. */
const workMilliseconds = 1_500;
const halfSize = ['-vf', 'scale=iw/2:-2', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28'];
const smallSize = ['-vf', 'scale=trunc(iw/8)*2:-2', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20'];

interface Verdict {
  readonly authentic: boolean;
  readonly tampered: boolean;
  readonly confidence: string;
  readonly token_source: string | null;
  readonly format: string | null;
  readonly reason?: string;
  readonly notes?: readonly string[];
  readonly provenance: { readonly record_id: string } | null;
}

async function startSigner(database: 'sqlite' | 'postgres', settings: Record<string, string> = {}) {
  const service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0', ...settings } });
  const owner: Account = await makeVerifiedAccount(service.live, service.outbox);
  await setPlan(service, owner.orgId, 'enterprise');
  const { key } = await makeApiKey(service.live, owner);
  const body = { name: 'Films', supported_formats: ['video'] };
  const generatorId = (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;

  async function send(path: string, fields: Record<string, string | Uint8Array>, headers = {}) {
    const response = await fetch(`${service.live.url}${path}`, { method: 'POST', headers, body: makeForm(fields) });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }
  return {
    service,
    sign: (content: Uint8Array, fields: Record<string, string> = {}) =>
      send(
        '/v1/sign',
        { content, model: 'film-1', generator_id: generatorId, ...fields },
        { authorization: `Bearer ${key}` },
      ),
    async verify(content: Uint8Array): Promise<Verdict> {
      const { status, bytes } = await send('/v1/verify', { content });
      assert.equal(status, 200, bytes.toString());
      return JSON.parse(bytes.toString());
    },
    send,
  };
}

const seen = ({ authentic, tampered, confidence, token_source, format, reason }: Verdict) => [
  authentic,
  tampered,
  confidence,
  token_source,
  format,
  reason,
];

withSharedFiles(() =>
  withFfmpeg(() =>
    onEachDatabase((database) => {
      // Cases that do not depend on the database run on one.
      const wholly = database === 'sqlite';
      const tried = wholly ? clips : clips.slice(0, 1);
      let signer: Awaited<ReturnType<typeof startSigner>>;
      before(async () => {
        const neural = wholly ? {} : { NEURAL_WATERMARK: 'false' };
        signer = await startSigner(database, { IN_BAND_MOST_SECONDS: '12', ...neural });
      });
      after(async () => {
        await signer.service.stop();
        await untilDecoders((pids) => pids.length === 0);
      });

      for (const { name, type, pictures } of tried) {
        test(`${name}: the signed file is authentic, and so is the original by its hash`, async () => {
          const original = readVideo(name);
          const signed = await signer.sign(original);
          assert.equal(signed.status, 200, signed.bytes.toString('latin1', 0, 300));
          assert.equal(signed.headers.get('content-type'), type);
          assert.equal(signed.headers.get('x-service-format'), 'video');
          assert.equal(signed.headers.get('x-service-notes') === null, pictures);
          assert.equal(signed.headers.get('x-service-carries'), 'token');
          const recordId = signed.headers.get('x-service-record-id')!;
          const verdict = await signer.verify(signed.bytes);
          assert.deepEqual(seen(verdict), [true, false, 'medium', 'xmp', 'video', undefined]);
          assert.equal(verdict.provenance?.record_id, recordId);
          const { body } = await signer.service.live.call('GET', `/v1/records/${recordId}`);
          assert.equal(typeof body.phash === 'string', pictures);
          if (!pictures) return;
          assert.deepEqual(seen(await signer.verify(original)), [true, false, 'medium', 'phash', 'video', undefined]);
        });
      }

      test('a copy encoded again at half size is found by its first picture', async () => {
        for (const { name } of tried.filter(({ pictures }) => pictures)) {
          const signed = await signer.sign(readVideo(name));
          const copy = convertVideo(signed.bytes, [...halfSize, '-t', '1'], 'mp4');
          const verdict = await signer.verify(copy);
          assert.deepEqual(seen(verdict), [false, false, 'medium', 'phash', 'video', 'phash_false_positive'], name);
        }
      });

      if (!wholly) return;

      test('a mark in band survives encoding again, cropping and cutting', async () => {
        const chapters = ['-f', 'ffmetadata', '-i', `data:text/plain;base64,${metadata.toString('base64')}`];
        const encoding = ['-map_metadata', '1', '-t', '1', '-c:v', 'libx264', '-crf', '16'];
        const video = convertVideo(readVideo('oa4_launch.webm'), [...chapters, ...encoding], 'mov');
        const signed = await signer.sign(video, { in_band: 'true' });
        assert.equal(signed.status, 200, signed.bytes.toString('latin1', 0, 300));
        assert.equal(signed.headers.get('x-service-carries'), 'token, in_band, neural');
        const kept = convertVideo(signed.bytes, ['-f', 'ffmetadata'], 'txt').toString();
        assert.match(kept, /title=A film.*CHAPTER.*title=One.*CHAPTER.*title=Two/s);
        assert.match(signed.headers.get('x-service-notes') ?? '', /^The audio carries no watermark/);
        assert.deepEqual(seen(await signer.verify(signed.bytes)), [true, false, 'high', 'xmp', 'video', undefined]);
        const crop = ['-ss', '0.3', '-vf', 'crop=512:288', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18'];
        for (const [options, source] of [
          [['-c:v', 'libx264', '-crf', '28'], 'watermark'],
          [crop, 'watermark'],
          [smallSize, 'neural_watermark'],
        ] as const) {
          const verdict = await signer.verify(convertVideo(signed.bytes, options, 'mp4'));
          assert.deepEqual(
            seen(verdict),
            [false, true, 'high', source, 'video', 'content_tampered'],
            options.join(' '),
          );
          assert.equal(verdict.provenance?.record_id, signed.headers.get('x-service-record-id'));
        }
      });

      test('in band without the neural watermark, its pictures carry only the other one', async () => {
        const short = ['-t', '0.3', '-c:v', 'libx264', '-crf', '16'];
        const video = convertVideo(readVideo('oa4_launch.webm'), short, 'mp4');
        const signed = await signer.sign(video, { in_band: 'true', neural: 'false' });
        assert.equal(signed.headers.get('x-service-carries'), 'token, in_band');
        assert.deepEqual(seen(await signer.verify(signed.bytes)), [true, false, 'high', 'xmp', 'video', undefined]);
        assert.equal((await signer.verify(convertVideo(signed.bytes, smallSize, 'mp4'))).token_source, 'phash');
      });

      test('a mark in band beyond the limits, or in a file that cannot carry it, is refused with a sentence', async () => {
        const sound = readVideo('house_keeping.mkv');
        for (const [video, words] of [
          [sound, /limits are 12 seconds/],
          [convertVideo(sound, ['-t', '2', '-c', 'copy'], 'mkv'), /no frames or audio/],
        ] as const) {
          const refused = await signer.sign(video, { in_band: 'true' });
          assert.equal(refused.status, 400);
          assert.match(JSON.parse(refused.bytes.toString()).message, words);
        }
        assert.equal((await signer.sign(readVideo('birds.mp4'), { in_band: 'yes' })).status, 400);
      });

      test('a video without pictures carries the mark in its sound', async () => {
        const sound = convertVideo(readVideo('house_keeping.mkv'), ['-t', '11', '-c', 'copy'], 'mkv');
        const signed = await signer.sign(sound, { in_band: 'true' });
        assert.equal(signed.status, 200, signed.bytes.toString('latin1', 0, 300));
        assert.doesNotMatch(signed.headers.get('x-service-notes') ?? '', /sound/);
        const verdict = await signer.verify(convertVideo(signed.bytes, ['-c:a', 'aac', '-b:a', '128k'], 'mp4'));
        assert.deepEqual(seen(verdict), [false, true, 'high', 'watermark', 'video', 'content_tampered']);
        assert.equal(verdict.provenance?.record_id, signed.headers.get('x-service-record-id'));
      });

      test('a killed decoder costs one response, and the next one succeeds', async () => {
        signer.service.expectErrors();
        const video = readVideo('VID_20191220_170832.mp4');
        // Encoding again takes many seconds of processor time, so the decoder is in the middle of
        // it by then.
        const answer = signer.sign(video, { in_band: 'true' });
        process.kill(await untilDecoderWorks(workMilliseconds), 'SIGKILL');
        const { status, headers } = await answer;
        assert.deepEqual([status, headers.get('retry-after') !== null], [503, true]);
        assert.equal((await signer.sign(video)).status, 200);
      });

      test('broken and foreign files of the corpus get a clear response', async () => {
        for (const { name, bytes } of readCorpus('bmff')) {
          const signed = await signer.sign(bytes);
          const video = !name.endsWith('.avif');
          if (signed.status === 200) {
            assert.ok(video, name);
            assert.deepEqual(seen(await signer.verify(signed.bytes)).slice(0, 4), [true, false, 'medium', 'xmp'], name);
          } else {
            assert.equal(signed.status, 400, name);
            assert.equal(JSON.parse(signed.bytes.toString()).error, 'unsupported_media', name);
            assert.equal(seen(await signer.verify(bytes))[0], false, name);
          }
        }
        // At most one per thread, kept for the next job. After the suite, a check makes sure that
        // all end with the service.
        const pids = decoderProcesses();
        assert.ok(pids.length <= Math.max(2, availableParallelism()), pids.join());
        assert.deepEqual(pids.flatMap(filesWritten), []);
      });
    }),
  ),
);

withSharedFiles(() =>
  test('without the decoder tokens work, and responses say what was not done', async () => {
    const { service, sign, verify } = await startSigner('sqlite', { MEDIA_DECODER: 'false' });
    const video = readVideo('birds.mp4');
    const signed = await sign(video);
    assert.equal(signed.status, 200);
    assert.match(signed.headers.get('x-service-notes') ?? '', /decoder is not installed/);
    assert.deepEqual(seen(await verify(signed.bytes)), [true, false, 'medium', 'xmp', 'video', undefined]);
    assert.equal((await sign(video, { in_band: 'true' })).status, 400);
    const { reason, notes } = await verify(video);
    assert.equal(reason, 'no_provenance_found');
    assert.match(notes?.join() ?? '', /decoder is not installed/);
    assert.equal((await service.live.call('GET', '/health')).body.checks.decoder, 'absent');
    await service.stop();
  }),
);
