// likeness of POST /v1/verify over HTTP, on both databases. An attacker puts the watermark of a
// signed picture or sound on other content: the record is found, and the result says that the
// content does not resemble it. Genuine copies stay near.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sign as signAnywhere } from '@content-provenance/engine';
import sharp from 'sharp';
import { type Account, makeApiKey, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { convertVideo, withFfmpeg } from '../../../test-support/ffmpeg.ts';
import { moveMark } from '../../../test-support/moved-mark.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeForm,
  readDocument,
  readPhoto,
  readSound,
  readVideo,
  withSharedFiles,
} from '../../../test-support/shared-photos.ts';

interface Result {
  authentic: boolean;
  tampered: boolean;
  confidence: string;
  likeness: string;
  token_source: string | null;
  provenance: { record_id: string } | null;
}

const cropped = (name: string) => sharp(readPhoto(name)).autoOrient().resize(1_000, 700, { fit: 'cover' });

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let owner: Account;
    let key: string;
    let generatorId: string;
    before(async () => {
      service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
      owner = await makeVerifiedAccount(service.live, service.outbox);
      await setPlan(service, owner.orgId, 'enterprise');
      key = (await makeApiKey(service.live, owner)).key;
      const body = { name: 'Everything', supported_formats: ['image', 'audio', 'text', 'video'] };
      generatorId = (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;
    });
    after(() => service.stop());

    async function sign(content: Uint8Array, fields: Record<string, string> = {}) {
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: makeForm({ content, model: 'studio-3', generator_id: generatorId, ...fields }),
      });
      assert.equal(response.status, 200);
      const [token, recordId] = ['token', 'record-id'].map((name) => response.headers.get(`x-service-${name}`)!);
      return { bytes: Buffer.from(await response.arrayBuffer()), token: token!, recordId: recordId! };
    }

    async function verify(content: Uint8Array, fields: Record<string, string> = {}): Promise<Result> {
      const body = makeForm({ content, ...fields });
      const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body });
      assert.equal(response.status, 200);
      return response.json() as Promise<Result>;
    }

    /** Expects the record in the result, as tampered, with this likeness. */
    function expectTampered(result: Result, recordId: string, likeness: string, what: string): void {
      assert.deepEqual(
        [result.provenance?.record_id, result.authentic, result.tampered, result.likeness],
        [recordId, false, true, likeness],
        what,
      );
    }

    test('a watermark copied to another picture is far, and copies of the picture are near', async () => {
      const original = await cropped('Dune.jpg').png().toBuffer();
      // Strong watermarks, because a fainter one can get lost on the way.
      const signed = await sign(original, { watermark: 'strong' });
      assert.equal((await verify(signed.bytes)).likeness, 'near');
      assert.equal((await verify(original)).likeness, 'near');

      const other = await cropped('Bridge_by_Sander_Klootwijk.jpg').png().toBuffer();
      for (const [how, unmarked] of [
        ['by difference', original],
        ['estimated from one copy', await sharp(signed.bytes).median(3).png().toBuffer()],
      ] as const) {
        const framed = await verify(await moveMark(signed.bytes, unmarked, other));
        expectTampered(framed, signed.recordId, 'far', how);
        assert.deepEqual([framed.confidence, framed.token_source], ['high', 'watermark'], how);
      }

      const copies = {
        'JPEG 75': sharp(signed.bytes).jpeg({ quality: 75 }),
        'resized WebP': sharp(signed.bytes).resize({ width: 600 }).webp({ quality: 70 }),
        mirrored: sharp(signed.bytes).flop().jpeg(),
        'with borders': sharp(signed.bytes).extend({ top: 90, bottom: 60, left: 40, right: 40 }).jpeg(),
      };
      for (const [name, copy] of Object.entries(copies)) {
        expectTampered(await verify(await copy.toBuffer()), signed.recordId, 'near', name);
      }
    });

    test('a token on other content is far, both in the request and in the metadata', async () => {
      const signed = await sign(await cropped('Dune.jpg').jpeg({ quality: 92 }).toBuffer());
      const other = await cropped('Wood.jpg').jpeg().toBuffer();
      expectTampered(await verify(other, { token: signed.token }), signed.recordId, 'far', 'sent with it');
      const packet = signed.bytes.toString('latin1').match(/<x:xmpmeta.*<\/x:xmpmeta>/s)![0];
      const carrying = await sharp(other).withXmp(packet).jpeg().toBuffer();
      const carried = await verify(carrying);
      assert.equal(carried.token_source, 'xmp');
      expectTampered(carried, signed.recordId, 'far', 'in its metadata');
    });

    test('likeness is unknown if there is nothing to compare, also in batches', async () => {
      const text = await sign(Buffer.from('A text of some words, which are signed and then changed by a reader.'));
      assert.equal((await verify(text.bytes)).likeness, 'near');
      const changed = Buffer.from(text.bytes.toString().replace('changed', 'altered'));
      expectTampered(await verify(changed), text.recordId, 'unknown', 'text');
      const pdf = readDocument('a-text.pdf');
      const picture = await sign(await cropped('Dune.jpg').jpeg().toBuffer());
      expectTampered(await verify(pdf, { token: picture.token }), picture.recordId, 'unknown', 'PDF');
      const unsigned = await cropped('Wood.jpg').jpeg().toBuffer();
      assert.equal((await verify(unsigned, { token: 'svc_none' })).likeness, 'unknown');
      const items = [
        { content: picture.bytes.toString('base64') },
        { content: unsigned.toString('base64'), token: picture.token },
        { content: '' },
      ];
      const { body } = await service.live.call('POST', '/v1/verify/batch', { body: { items } });
      assert.deepEqual(
        (body as Result[]).map(({ likeness }) => likeness),
        ['near', 'far', 'unknown'],
      );
    });

    test('the organization reads the likeness in its audit log and its analytics', async () => {
      const signed = await sign(await cropped('Dune.jpg').jpeg().toBuffer());
      await verify(await cropped('Wood.jpg').jpeg().toBuffer(), { token: signed.token });
      const asked = { token: owner.token };
      const { body: log } = await service.live.call('GET', '/v1/audit?event_type=verify&limit=1', asked);
      assert.equal(log.events[0].metadata.likeness, 'far');
      const { body } = await service.live.call('GET', `/v1/analytics/records/${signed.recordId}`, asked);
      assert.equal(body.recent_events[0].likeness, 'far');
    });

    withFfmpeg(() => {
      /** Mono, 16 bits at 44.1 kHz, twenty seconds, without metadata. */
      const toWav = (sound: Uint8Array) =>
        convertVideo(sound, ['-t', '20', '-ac', '1', '-ar', '44100', '-c:a', 'pcm_s16le', ...bare], 'wav');
      const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];

      test('a watermark copied to another sound is far, and copies of the sound are near', async () => {
        const original = toWav(readSound('time_to_strike.mp3').subarray(400_000));
        const speech = toWav(readSound('demo-instruct.wav'));
        const signed = await sign(original);
        // The code that embeds watermarks is public, and so is the id of every record.
        const { body: record } = await service.live.call('GET', `/v1/records/${signed.recordId}`);
        const request = { generatorId, model: 'studio-3', watermarkId: record.watermark_id, token: signed.token };
        const forged = await signAnywhere(speech, request, { sign: async () => new Uint8Array(64) });
        const result = await verify(toWav(forged.bytes));
        assert.equal(result.token_source, 'watermark');
        expectTampered(result, signed.recordId, 'far', 'moved');
        expectTampered(await verify(speech, { token: signed.token }), signed.recordId, 'far', 'token');

        for (const options of [['-b:a', '96k', 'mp3'], ['flac']]) {
          const ending = options.pop()!;
          const copy = convertVideo(signed.bytes, [...options, ...bare], ending);
          expectTampered(await verify(copy), signed.recordId, 'near', ending);
        }
      });

      test('the token of a video is far with another video, and near with a copy of half the size', async () => {
        const video = readVideo('birds.mp4');
        const signed = await sign(video);
        const sent = { token: signed.token };
        expectTampered(await verify(readVideo('motion.mov'), sent), signed.recordId, 'far', 'another');
        const smaller = convertVideo(video, ['-vf', 'scale=iw/2:-2', '-crf', '30'], 'mp4');
        expectTampered(await verify(smaller, sent), signed.recordId, 'near', 'smaller');
      });

      test('a compressed sound has no stored fingerprint: its likeness is unknown', async () => {
        const signed = await sign(readSound('debian.mp3'));
        expectTampered(await verify(signed.bytes.subarray(0, -2_000)), signed.recordId, 'unknown', 'cut');
      });
    });
  }),
);
