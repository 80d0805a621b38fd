// The header X-Service-Carries of POST /v1/sign: it lists what is in the file, and nothing else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeForm,
  readDocument,
  readManifestFile,
  readPhoto,
  readSound,
  withSharedFiles,
} from '../../../test-support/shared-photos.ts';

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let key: string;
    let generatorId: string;
    let photo: Buffer;
    before(async () => {
      service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
      key = (await makeApiKey(service.live, await makeOwner(service, 'growth'))).key;
      const body = { name: 'Everything', supported_formats: ['image', 'audio', 'text'] };
      generatorId = (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;
      photo = await sharp(readPhoto('Dune.jpg')).resize({ width: 600 }).jpeg({ quality: 92 }).toBuffer();
    });
    after(() => service.stop());

    async function sign(content: Uint8Array, fields: Record<string, string> = {}, headers = {}) {
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, ...headers },
        body: makeForm({ content, model: 'studio-3', generator_id: generatorId, ...fields }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.equal(response.status, 200, bytes.toString('latin1', 0, 300));
      const { headers: given } = response;
      return { bytes, carries: given.get('x-service-carries'), signature: given.get('x-service-signature') };
    }

    test('a picture carries both watermarks by default, and only those that the caller asks for', async () => {
      const small = await sharp(photo).resize(100).jpeg().toBuffer();
      assert.equal((await sign(photo)).carries, 'token, watermark, neural');
      assert.equal((await sign(photo, { neural: 'false' })).carries, 'token, watermark');
      assert.equal((await sign(photo, { watermark: 'none' })).carries, 'token');
      assert.equal((await sign(small)).carries, 'token');
      // in_band is for video, so a picture does not get it.
      assert.equal((await sign(photo, { in_band: 'true', neural: 'false' })).carries, 'token, watermark');
    });

    test('the header agrees with what verification finds', async () => {
      const { bytes, carries } = await sign(photo);
      const bare = await sharp(bytes).resize({ width: 500 }).jpeg({ quality: 80 }).toBuffer();
      const response = await fetch(`${service.live.url}/v1/verify`, {
        method: 'POST',
        body: makeForm({ content: bare }),
      });
      const { token_source } = (await response.json()) as { token_source: string };
      assert.ok(carries!.split(', ').includes(token_source), token_source);
    });

    test('a plain text has no place for a token, and PDF and MP3 files carry no watermark', async () => {
      assert.equal((await sign(Buffer.from('Dear reader, this is a letter.'))).carries, 'watermark');
      assert.equal((await sign(Buffer.from('<!doctype html><p></p>'))).carries, 'token');
      assert.equal((await sign(readSound('debian.wav'), { neural: 'false' })).carries, 'token, watermark');
      assert.equal((await sign(readSound('debian.mp3'))).carries, 'token');
      assert.equal((await sign(readDocument('a-text.pdf'))).carries, 'token');
    });

    test('a repeated request gets the same header', async () => {
      const repeated = { 'idempotency-key': 'carries-once' };
      assert.equal((await sign(photo, {}, repeated)).carries, 'token, watermark, neural');
      assert.equal((await sign(photo, {}, repeated)).carries, 'token, watermark, neural');
    });

    test('with c2pa=keep, a header says how the new manifest is signed', async () => {
      const kept = await sign(readManifestFile('valid/adobe-20220124-C.jpg'), { c2pa: 'keep' });
      assert.equal(kept.signature, 'ml-dsa-65');
      assert.match(kept.carries!, /^token, .*neural, manifest$/);
      assert.equal((await sign(photo, { c2pa: 'keep' })).signature, null);
    });
  }),
);
