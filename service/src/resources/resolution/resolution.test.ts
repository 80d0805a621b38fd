// From a picture without metadata back to its manifest, over HTTP: by content, by the value of its
// watermark and by reference; and what POST /v1/verify says about such a picture.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { detectFormat } from '@content-provenance/engine';
import sharp from 'sharp';
import { readReport } from '../../../test-support/c2pa-reader.ts';
import { EmbeddingAccount, type SignedFile } from '../../../test-support/embedding-account.ts';
import { makeNoise, makeWav } from '../../../test-support/made-wav.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { ResolutionClient } from '../../../test-support/resolution-client.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { readPhoto, withSharedFiles } from '../../../test-support/shared-photos.ts';

function putInto(file: Uint8Array, store: Uint8Array): Buffer {
  const { find, wrap } = detectFormat(file)!.manifest!;
  const { before, after } = find(file);
  return Buffer.concat([...before, wrap(store), ...after]);
}

/** The segment of a JPEG that has the token. */
function tokenSegmentOf(jpeg: Buffer): Buffer {
  for (let at = 2; jpeg[at + 1] !== 0xda; ) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (jpeg.subarray(at, end).includes('svc_')) return jpeg.subarray(at, end);
    at = end;
  }
  throw new Error('The JPEG has no token.');
}

const dctImage = 'org.content-provenance.dct-image.1';

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let account: EmbeddingAccount;
    let client: ResolutionClient;
    let signed: SignedFile;
    let manifestId: string;
    let embedded: Buffer;
    let link: string | null;
    /** Keeps only the pixels, encoded again. */
    let stripped: Buffer;
    let watermark: string;
    before(async () => {
      const settings = { VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false' };
      service = await startRunningService({ database, settings });
      account = await EmbeddingAccount.make(service);
      client = new ResolutionClient(service);
      signed = await account.sign(await sharp(readPhoto('Dune.jpg')).resize({ width: 1000 }).jpeg().toBuffer());
      const made = await account.embed(signed, { signature: 'classical' });
      manifestId = made.headers.get('x-service-manifest-id')!;
      link = made.headers.get('link');
      embedded = made.bytes;
      stripped = await sharp(embedded).jpeg({ quality: 60 }).toBuffer();
      const { body: record } = await service.live.call('GET', `/v1/records/${signed.recordId}`);
      watermark = Buffer.from(record.watermark_id, 'hex').toString('base64');
    });
    after(() => service.stop());

    test('round trip: a stripped picture at JPEG 60 leads to its manifest, which c2pa-rs validates', async () => {
      assert.equal(stripped.includes('c2pa'), false);
      assert.deepEqual(await client.byContent('image/jpeg', stripped), [manifestId]);
      const store = await client.manifest(manifestId);
      // With the file that it belongs to, c2pa-rs finds nothing wrong with it.
      const restored = putInto(signed.bytes, store);
      assert.ok(restored.equals(embedded));
      const report = await readReport('image/jpeg', restored);
      assert.deepEqual([report.active_manifest, report.validation_state], [manifestId, 'Valid']);
      const alone = await readReport('application/c2pa', store);
      const failures = alone.validation_results.activeManifest.failure.map(({ code }) => code);
      assert.equal(alone.active_manifest, manifestId);
      assert.deepEqual(
        failures.filter((code) => !code.endsWith('.untrusted')),
        ['assertion.dataHash.mismatch'],
      );
      assert.ok(
        alone.validation_results.activeManifest.success.some(({ code }) => code === 'claimSignature.validated'),
      );
    });

    test('the value of the watermark leads to the manifest, by GET and by POST', async () => {
      assert.deepEqual(await client.byBinding(dctImage, watermark), [manifestId]);
      const { json } = await client.call('POST', '/matches/byBinding', { body: { alg: dctImage, value: watermark } });
      assert.deepEqual(json, { matches: [{ manifestId }] });
      assert.deepEqual(await client.byBinding('org.content-provenance.neural-image.1', watermark), [manifestId]);
      for (const alg of ['dct-audio.1', 'zero-width.1', 'dct-image.2'].map((name) => `org.content-provenance.${name}`))
        assert.deepEqual(await client.byBinding(alg, watermark), [], alg);
      assert.deepEqual(await client.byBinding('com.example.mark', watermark), []);
      assert.deepEqual(await client.byBinding(dctImage, Buffer.alloc(8, 7).toString('base64')), []);
    });

    test('maxResults limits the matches, newest first', async () => {
      const second = (await account.embed(signed, { signature: 'classical' })).headers.get('x-service-manifest-id')!;
      assert.deepEqual(await client.byBinding(dctImage, watermark), [second, manifestId]);
      assert.deepEqual(await client.byBinding(dctImage, watermark, 1), [second]);
      manifestId = second;
    });

    test('returnActiveManifest leaves the ingredients out', async () => {
      const twice = await account.embed({ ...signed, bytes: embedded }, { signature: 'classical' });
      manifestId = twice.headers.get('x-service-manifest-id')!;
      const whole = await client.manifest(manifestId);
      const active = await client.manifest(manifestId, true);
      assert.ok(active.length < whole.length);
      assert.ok(whole.includes(active.subarray(active.indexOf('jumb', 8) - 4)));
    });

    test('a token in the metadata of another picture is not a match', async () => {
      const flat = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#357' } })
        .jpeg()
        .toBuffer();
      const other = Buffer.concat([flat.subarray(0, 2), tokenSegmentOf(signed.bytes), flat.subarray(2)]);
      const { token_source, provenance } = await account.verify(other);
      assert.deepEqual([token_source, provenance.record_id], ['xmp', signed.recordId]);
      assert.deepEqual(await client.byContent('image/jpeg', other), []);
    });

    test('content without a record has no match, and a hint helps', async () => {
      const other = await sharp(readPhoto('Wood.jpg')).resize({ width: 300 }).jpeg().toBuffer();
      assert.deepEqual(await client.byContent('image/jpeg', other), []);
      const hint = { hintAlg: dctImage, hintValue: watermark };
      assert.deepEqual((await client.byContent('image/jpeg', other, hint)).slice(0, 1), [manifestId]);
      assert.deepEqual(await client.byContent('text/plain', Buffer.from('Nothing to see here.')), []);
      assert.deepEqual(await client.byContent('application/json', Buffer.from('{}')), []);
    });

    test('alg limits the search by content to that kind of binding', async () => {
      const [newest] = await client.byContent('image/jpeg', stripped, { alg: dctImage });
      assert.equal(newest, manifestId);
      const fingerprint = { alg: 'org.content-provenance.perceptual-hash.1' };
      assert.deepEqual(await client.byContent('image/jpeg', stripped, fingerprint), []);
    });

    test('verify recovers the manifest of a stripped picture, and its verdict stays the same', async () => {
      const { c2pa, ...result } = await account.verify(stripped);
      assert.deepEqual([c2pa.found, c2pa.recovered, c2pa.manifest_id], [false, true, manifestId]);
      assert.deepEqual([c2pa.is_service, c2pa.signature_issuer !== ''], [true, true]);
      assert.ok(c2pa.assertions.includes('c2pa.soft-binding'));
      // Nothing about the bytes of this file.
      for (const field of ['validation_status', 'validation_errors', 'state']) assert.equal(c2pa[field], undefined);
      assert.deepEqual([result.authentic, result.verdict], [false, 'copy']);
      assert.ok(!result.checks.some(({ name }: { name: string }) => name === 'credentials'));
      const own = await account.verify(embedded);
      assert.deepEqual([own.c2pa.found, own.c2pa.recovered, own.authentic], [true, undefined, true]);
    });

    test('verify recovers nothing for other content with a copied token', async () => {
      const wood = await sharp(readPhoto('Wood.jpg')).resize({ width: 800 }).jpeg().toBuffer();
      const other = Buffer.concat([wood.subarray(0, 2), tokenSegmentOf(signed.bytes), wood.subarray(2)]);
      const { c2pa, likeness, token_source } = await account.verify(other);
      assert.deepEqual([token_source, likeness, c2pa?.recovered], ['xmp', 'far', undefined]);
    });

    test('verify recovers nothing for a record without a manifest', async () => {
      const other = await account.sign(await sharp(readPhoto('Wood.jpg')).resize({ width: 800 }).jpeg().toBuffer());
      const result = await account.verify(await sharp(other.bytes).jpeg({ quality: 80 }).toBuffer());
      assert.equal(result.provenance.record_id, other.recordId);
      assert.equal(result.c2pa, undefined);
    });

    test('files with a manifest and sidecars come with a Link to it', async () => {
      const first = (await client.byBinding(dctImage, watermark)).at(-1)!;
      assert.equal(link, `<http://live.test/v1/c2pa/manifests/${first}>; rel="c2pa-manifest"`);
      const { headers } = await account.embed(signed, { signature: 'classical', output: 'sidecar' });
      const id = headers.get('x-service-manifest-id');
      assert.equal(headers.get('link'), `<http://live.test/v1/c2pa/manifests/${id}>; rel="c2pa-manifest"`);
      // A sidecar is the store itself: with the file that it belongs to, c2pa-rs finds it there.
      const sidecar = await client.manifest(id!);
      assert.equal(sidecar.toString('latin1', 4, 8), 'jumb');
    });

    test('a picture that is too small for a watermark is found by likeness', async () => {
      const small = await sharp(readPhoto('Wood.jpg')).resize(128, 128).png().toBuffer();
      const file = await account.sign(small);
      const id = (await account.embed(file, { signature: 'classical' })).headers.get('x-service-manifest-id');
      const { body: record } = await service.live.call('GET', `/v1/records/${file.recordId}`);
      const hash = Buffer.from(record.phash, 'hex').toString('base64');
      assert.deepEqual(await client.byBinding('org.content-provenance.perceptual-hash.1', hash), [id]);
      const again = await sharp(file.bytes).jpeg({ quality: 80 }).toBuffer();
      assert.deepEqual(await client.byContent('image/jpeg', again), [id]);
      // It resembles the record, but does not name it.
      const { token_source, c2pa } = await account.verify(again);
      assert.deepEqual([token_source, c2pa], ['phash', undefined]);
    });

    test('text and sound also lead to their manifests', async () => {
      const paragraph = 'The quick brown fox jumps over the lazy dog, and the dog does not mind at all. ';
      const text = await account.sign(Buffer.from(`${paragraph.repeat(8)}\n\n`.repeat(6)));
      const shape = { seconds: 12, sampleRate: 44_100 };
      const sound = await account.sign(makeNoise(1, shape));
      const samples = sound.bytes.subarray(sound.bytes.indexOf('data') + 8);
      const bare = makeWav((i) => samples.readInt16LE(2 * i), shape);
      for (const [type, file, changed] of [
        ['text/plain', text, Buffer.concat([text.bytes, Buffer.from('\nOne more line.')])],
        ['audio/wav', sound, bare],
      ] as const) {
        const { headers } = await account.embed(file, { signature: 'classical', output: 'sidecar' });
        assert.deepEqual(await client.byContent(type, changed), [headers.get('x-service-manifest-id')], type);
      }
    });

    test('byReference is off by default, and the capabilities say so', async () => {
      const body = { referenceUrl: 'https://example.org/a.jpg', assetLength: 10 };
      const { status, json } = await client.call('POST', '/matches/byReference', { body });
      assert.deepEqual([status, json.error], [403, 'forbidden']);
      const { json: capabilities } = await client.call('GET', '/services/capabilities');
      assert.ok(!capabilities.supportedCapabilities.includes('queryByReference'));
    });
  }),
);
