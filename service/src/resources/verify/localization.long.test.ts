// localize=true of POST /v1/verify over HTTP, on both databases. The result shows where something
// was pasted into a signed picture, sound, text or video with a watermark. Copies show nothing.
// Without the field the response does not change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { makeApiKey, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { convertVideo, withFfmpeg } from '../../../test-support/ffmpeg.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm, readPhoto, readSound, readVideo, withSharedFiles } from '../../../test-support/shared-photos.ts';

interface Localization {
  kind: string;
  note?: string;
  width?: number;
  height?: number;
  regions?: { x: number; y: number; width: number; height: number; score: number }[];
  map?: { columns: number; rows: number; cell: number; values: string };
  seconds?: number;
  ranges?: { start: number; end: number; score: number }[];
  count?: number;
  paragraphs?: { paragraph: number; line: number; payload: string }[];
}

const part = { left: 300, top: 200, width: 320, height: 260 };
const headerBytes = 44;

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let key: string;
    let generatorId: string;
    before(async () => {
      service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
      const owner = await makeVerifiedAccount(service.live, service.outbox);
      await setPlan(service, owner.orgId, 'enterprise');
      key = (await makeApiKey(service.live, owner)).key;
      const body = { name: 'Everything', supported_formats: ['image', 'audio', 'text', 'video'] };
      generatorId = (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;
    });
    after(() => service.stop());

    async function sign(content: Uint8Array, fields: Record<string, string> = {}): Promise<Buffer> {
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: makeForm({ content, model: 'studio-3', generator_id: generatorId, ...fields }),
      });
      assert.equal(response.status, 200);
      return Buffer.from(await response.arrayBuffer());
    }

    const send = (content: Uint8Array, fields: Record<string, string>) =>
      fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: makeForm({ content, ...fields }) });

    async function localize(content: Uint8Array): Promise<Localization> {
      const response = await send(content, { localize: 'true' });
      assert.equal(response.status, 200);
      return ((await response.json()) as { localization: Localization }).localization;
    }

    test('a pasted part of a picture is reported in pixels, and a copy shows nothing', async () => {
      const photo = sharp(readPhoto('Wood.jpg')).autoOrient().resize(1_000, 700, { fit: 'cover' });
      const signed = await sign(await photo.jpeg({ quality: 92 }).toBuffer(), { watermark: 'strong' });
      const other = sharp(readPhoto('Bridge_by_Sander_Klootwijk.jpg')).resize(part.width, part.height, {
        fit: 'cover',
      });
      const place = { input: await other.png().toBuffer(), left: part.left, top: part.top };
      const edited = await sharp(signed).composite([place]).jpeg({ quality: 75 }).toBuffer();
      const { kind, width, height, regions, map } = await localize(edited);
      assert.deepEqual([kind, width, height], ['image', 1_000, 700]);
      assert.ok(regions!.length > 0 && regions!.length <= 64);
      const [left, top] = [Math.min(...regions!.map(({ x }) => x)), Math.min(...regions!.map(({ y }) => y))];
      const right = Math.max(...regions!.map((region) => region.x + region.width));
      const bottom = Math.max(...regions!.map((region) => region.y + region.height));
      const off = [left - part.left, top - part.top, right - part.left - part.width, bottom - part.top - part.height];
      assert.ok(
        off.every((distance) => Math.abs(distance) <= 40),
        `off by ${off}`,
      );
      assert.ok(regions!.every(({ score }) => score > 0.5 && score <= 1));
      const values = Buffer.from(map!.values, 'base64');
      assert.equal(values.length, map!.columns * map!.rows);
      assert.ok(values.every((value) => value <= 2));

      const copy = await localize(await sharp(signed).jpeg({ quality: 75 }).toBuffer());
      assert.deepEqual(copy.regions, []);
      assert.deepEqual(await localize(signed), {
        kind: 'none',
        note: 'The file is exactly what was signed. Nothing changed.',
      });

      const plain = await (await send(edited, {})).json();
      assert.ok(!('localization' in (plain as object)));
      assert.ok(!('localization' in ((await (await send(edited, { localize: 'false' })).json()) as object)));
      assert.equal((await send(edited, { localize: 'yes' })).status, 400);
    });

    test('a paragraph that was added to a text is reported', async () => {
      const signed = (await sign(Buffer.from('One paragraph.\n\nTwo of them.\n\nAnd a third.'))).toString();
      const [one, ...rest] = signed.split('\n\n');
      const localization = await localize(Buffer.from([one, 'This was never signed.', ...rest].join('\n\n')));
      assert.deepEqual(localization, {
        kind: 'text',
        count: 4,
        paragraphs: [{ paragraph: 2, line: 3, payload: 'missing' }],
      });
    });

    test('content without a record has a note that says why nothing is shown', async () => {
      assert.deepEqual(await localize(Buffer.from('Nobody signed this.')), {
        kind: 'none',
        note: 'We found no record, so there is no watermark to compare with.',
      });
    });

    withFfmpeg(() => {
      const toWav = (sound: Uint8Array) =>
        convertVideo(sound, ['-t', '20', '-ac', '1', '-ar', '44100', '-c:a', 'pcm_s16le', ...bare], 'wav');
      const bare = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];

      test('the seconds of other sound in a WAV file are reported', async () => {
        const sound = toWav(readSound('time_to_strike.mp3').subarray(400_000));
        const edited = toWav(await sign(sound));
        const from = headerBytes + 8 * 44_100 * 2;
        sound.copy(edited, from, headerBytes, headerBytes + 4 * 44_100 * 2);
        const { kind, seconds, ranges } = await localize(edited);
        assert.deepEqual([kind, Math.round(seconds!), ranges!.length], ['audio', 20, 1]);
        const { start, end } = ranges![0]!;
        assert.ok(Math.abs(start - 8) < 1 && Math.abs(end - 12) < 1, `${start} to ${end}`);
      });

      test('the seconds of other pictures in a video with an in-band watermark are reported', async () => {
        // Uses one second six times, with a keyframe every second.
        const looped = 'scale=384:288,fps=12,loop=loop=5:size=12,setpts=N/12/TB';
        const short = ['-t', '6', '-an', '-vf', looped, '-g', '12', '-crf', '20'];
        const video = convertVideo(readVideo('birds.mp4'), short, 'mp4');
        const marked = await sign(video, { in_band: 'true' });
        const whole = convertVideo(marked, ['-g', '12', '-crf', '22'], 'mp4');
        const copy = await localize(whole);
        assert.deepEqual([copy.kind, copy.ranges], ['video', []]);
        // Noise over the pictures of some seconds.
        const snow = "geq=lum='if(between(T,2.5,4.5),random(1)*200,lum(X,Y))':cb=128:cr=128";
        const edited = convertVideo(marked, ['-vf', snow, '-g', '12', '-crf', '22'], 'mp4');
        const { kind, ranges } = await localize(edited);
        assert.deepEqual([kind, ranges!.length], ['video', 1]);
        assert.ok(
          ranges![0]!.start >= 2.4 && ranges![0]!.start <= 3.6 && ranges![0]!.end <= 5.6,
          JSON.stringify(ranges),
        );
      });
    });
  }),
);
