// POST /v1/sign with `watermark`: how strong the marks of a picture are, and that `none` adds none.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm, readPhoto, withSharedFiles } from '../../../test-support/shared-photos.ts';

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let key: string;
    let generatorId: string;
    let photo: Buffer;
    before(async () => {
      service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
      key = (await makeApiKey(service.live, await makeOwner(service, 'growth'))).key;
      const body = { name: 'Pictures', supported_formats: ['image'] };
      generatorId = (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;
      photo = await sharp(readPhoto('Dune.jpg')).resize({ width: 800 }).png().toBuffer();
    });
    after(() => service.stop());

    async function sign(content: Uint8Array, fields: Record<string, string>) {
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: makeForm({ content, model: 'studio-3', generator_id: generatorId, ...fields }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, bytes, notes: response.headers.get('x-service-notes') ?? '' };
    }

    async function verify(content: Uint8Array) {
      const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
      return (await response.json()) as { authentic: boolean; detection_method: string };
    }

    /** Mean square of the change of the pixels. */
    async function changeOf(content: Uint8Array, original: Uint8Array): Promise<number> {
      const [after, before] = await Promise.all(
        [content, original].map((file) => sharp(file).removeAlpha().raw().toBuffer()),
      );
      return after!.reduce((sum, value, i) => sum + (value - before![i]!) ** 2, 0) / after!.length;
    }

    test('faint, balanced and strong change the picture increasingly, and none changes no pixel', async () => {
      const changes = [];
      for (const watermark of ['none', 'faint', 'balanced', 'strong']) {
        const signed = await sign(photo, { watermark });
        assert.equal(signed.status, 200, watermark);
        assert.equal((await verify(signed.bytes)).authentic, true, watermark);
        changes.push(await changeOf(signed.bytes, photo));
      }
      assert.equal(changes[0], 0);
      assert.ok(changes[1]! > 0 && changes[1]! < changes[2]! && changes[2]! < changes[3]!, changes.join());
      const usual = await sign(photo, {});
      assert.ok(Math.abs((await changeOf(usual.bytes, photo)) - changes[2]!) < 0.2 * changes[2]!);
    });

    test('a graphic of few colors does not double in size, and a note says how to mark it anyway', async () => {
      const label =
        '<svg width="900" height="600"><rect width="900" height="600" fill="#fff"/><text x="80" y="300" font-size="60">Invoice 1204</text></svg>';
      const graphic = await sharp(Buffer.from(label)).removeAlpha().png({ palette: true, colours: 16 }).toBuffer();
      const usual = await sign(graphic, {});
      assert.ok(usual.bytes.length < 2 * graphic.length + 1_000, `${usual.bytes.length} for ${graphic.length}`);
      assert.match(usual.notes, /few colors, .* watermark=strong/);
      const strong = await sign(graphic, { watermark: 'strong' });
      assert.doesNotMatch(strong.notes, /few colors/);
      assert.ok((await changeOf(strong.bytes, graphic)) > 0);
    });

    test('none contradicts a request for a watermark, and other words are refused', async () => {
      for (const fields of [
        { watermark: 'none', neural: 'true' },
        { watermark: 'none', in_band: 'true' },
        { watermark: 'loud' },
      ]) {
        const refused = await sign(photo, fields as unknown as Record<string, string>);
        assert.equal(refused.status, 400);
        assert.equal(JSON.parse(refused.bytes.toString()).error, 'validation_error');
      }
    });
  }),
);
