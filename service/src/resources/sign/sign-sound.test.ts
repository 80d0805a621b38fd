// POST /v1/sign and POST /v1/verify over HTTP with sounds: sign, verify, strip, damage, verify
// again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { makeApiKey, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm, readSound, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { longTest } from '../../../test-support/test-run.ts';

const ffmpegAbsence =
  spawnSync('ffmpeg', ['-version']).error && process.env.CI !== 'true' ? 'ffmpeg is not installed.' : false;

/** By FFmpeg, without any metadata. */
function convert(sound: Uint8Array, options: readonly string[]): Buffer {
  const { stdout } = spawnSync('ffmpeg', ['-loglevel', 'error', '-i', '-', '-map_metadata', '-1', ...options, '-'], {
    input: sound,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let key: string;
    let generatorId: string;
    const jingle = readSound('debian.wav');
    before(async () => {
      service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
      const owner = await makeVerifiedAccount(service.live, service.outbox);
      await setPlan(service, owner.orgId, 'enterprise');
      key = (await makeApiKey(service.live, owner)).key;
      generatorId = await makeGenerator(['audio']);
    });
    after(() => service.stop());

    async function makeGenerator(formats: readonly string[]): Promise<string> {
      const body = { name: 'Sounds', supported_formats: formats };
      return (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;
    }

    async function sign(content: Uint8Array, generator = generatorId, fields: Record<string, string> = {}) {
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: makeForm({ content, model: 'composer-1', generator_id: generator, ...fields }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const error = response.ok ? null : (JSON.parse(bytes.toString()) as { error: string; message: string });
      return { status: response.status, headers: response.headers, bytes, error };
    }

    async function verify(content: Uint8Array) {
      const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
      assert.equal(response.status, 200);
      const result = (await response.json()) as {
        authentic: boolean;
        tampered: boolean;
        confidence: string;
        token_source: string | null;
        format: string | null;
        reason?: string;
        signals: Record<string, boolean>;
        provenance: { record_id: string } | null;
      };
      const { authentic, tampered, confidence, token_source, format, reason } = result;
      return {
        verdict: [authentic, tampered, confidence, token_source, format, reason],
        signals: result.signals,
        record: result.provenance?.record_id,
      };
    }

    test('a signed WAV is authentic, without metadata found by its watermark, and damaged by its fingerprint', async () => {
      // The neural watermark would sometimes survive what damages the other.
      const signed = await sign(jingle, generatorId, { neural: 'false' });
      assert.equal(signed.status, 200, String(signed.error?.message));
      assert.deepEqual(
        [
          signed.headers.get('content-type'),
          signed.headers.get('x-service-format'),
          signed.headers.get('x-service-notes'),
        ],
        ['audio/wav', 'audio', null],
      );
      const recordId = signed.headers.get('x-service-record-id')!;
      const whole = await verify(signed.bytes);
      assert.deepEqual(whole.verdict, [true, false, 'high', 'xmp', 'audio', undefined]);

      const bare = withoutTokenList(signed.bytes);
      assert.ok(!bare.includes('svc_'));
      const stripped = await verify(bare);
      assert.deepEqual(stripped.verdict, [true, false, 'high', 'watermark', 'audio', undefined]);

      const spoilt = await verify(coarsen(bare));
      assert.deepEqual(spoilt.verdict, [false, true, 'medium', 'fingerprint', 'audio', 'content_tampered']);
      assert.deepEqual([spoilt.signals.fingerprint_match, spoilt.signals.watermark_found], [true, false]);

      const original = await verify(jingle);
      assert.deepEqual(original.verdict, [false, false, 'medium', 'fingerprint', 'audio', 'fingerprint_match_only']);
      assert.deepEqual(
        [whole, stripped, spoilt, original].map(({ record }) => record),
        Array(4).fill(recordId),
      );
      const { body } = await service.live.call('GET', `/v1/records/${recordId}`);
      assert.deepEqual([body.format, body.phash ?? null], ['audio', null]);
    });

    longTest(
      'a signed WAV keeps its watermark as MP3, FLAC or A-law WAV',
      {
        skip: ffmpegAbsence,
      },
      async () => {
        const signed = await sign(jingle);
        for (const coded of ['mp3 -b:a 128k', 'flac', 'wav -c:a pcm_alaw']) {
          const copy = convert(signed.bytes, ['-f', ...coded.split(' ')]);
          const { verdict, record } = await verify(copy);
          assert.deepEqual(verdict, [false, true, 'high', 'watermark', 'audio', 'content_tampered'], coded);
          assert.equal(record, signed.headers.get('x-service-record-id'));
        }
      },
    );

    longTest(
      'a slower copy is found by its neural watermark, and an MP3 carries one on request',
      {
        skip: ffmpegAbsence,
      },
      async () => {
        const slower = ['-af', 'asetrate=41895,aresample=44100', '-f', 'mp3', '-b:a', '64k'];
        for (const [name, fields] of [
          ['debian.wav', {}],
          ['debian.mp3', { neural: 'true' }],
        ] as const) {
          const signed = await sign(readSound(name), generatorId, fields);
          assert.equal(signed.status, 200, String(signed.error?.message));
          const { verdict, record } = await verify(convert(signed.bytes, slower));
          assert.deepEqual(verdict, [false, true, 'high', 'neural_watermark', 'audio', 'content_tampered'], name);
          assert.equal(record, signed.headers.get('x-service-record-id'));
        }
      },
    );

    for (const [name, type] of [
      ['loop_garzul.flac', 'audio/flac'],
      ['debian.mp3', 'audio/mpeg'],
    ] as const) {
      test(`${type}: a note says that it carries only the token, and a shortened copy is tampered`, async () => {
        const signed = await sign(readSound(name));
        assert.equal(signed.status, 200, String(signed.error?.message));
        assert.equal(signed.headers.get('content-type'), type);
        assert.match(signed.headers.get('x-service-notes')!, /without a watermark\.$/);
        assert.deepEqual((await verify(signed.bytes)).verdict, [true, false, 'medium', 'xmp', 'audio', undefined]);
        const cut = signed.bytes.subarray(0, -2_000);
        assert.deepEqual((await verify(cut)).verdict, [false, true, 'medium', 'xmp', 'audio', 'content_tampered']);
      });
    }

    test('content that cannot be signed is refused with a sentence', async () => {
      const rf64 = Buffer.from(jingle);
      rf64.write('RF64');
      for (const content of [
        rf64,
        jingle.subarray(0, 30),
        Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x05junk'), Buffer.alloc(50)]),
      ]) {
        const { status, error } = await sign(content);
        assert.deepEqual([status, error?.error], [400, 'unsupported_media']);
        assert.match(error!.message, /^[A-Z].*\.$/);
      }
      const { status, error } = await sign(jingle, await makeGenerator(['image']));
      assert.deepEqual([status, error?.error], [400, 'format_not_supported']);
    });
  }),
);

/** Without the list that contains the token. */
function withoutTokenList(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at + 8, at + 16) !== 'INFOIPRV') kept.push(bytes.subarray(at, end));
    at = end;
  }
  const header = Buffer.from(bytes.subarray(0, 12));
  header.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([header, ...kept]);
}

/** Sixteen bits reduced to five, so that no mark survives. */
function coarsen(bytes: Buffer): Buffer {
  const coarse = Buffer.from(bytes);
  const step = 1400;
  for (let at = 44; at + 1 < coarse.length; at += 2) {
    coarse.writeInt16LE(Math.trunc(Math.round(coarse.readInt16LE(at) / step) * step * 0.98), at);
  }
  return coarse;
}
