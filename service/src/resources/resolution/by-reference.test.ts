// POST /v1/c2pa/matches/byReference over HTTP, against real HTTPS servers: the asset is fetched and
// searched, its length and type are enforced, and no address leads into the network of the service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { EmbeddingAccount } from '../../../test-support/embedding-account.ts';
import {
  type Certificates,
  makeCertificates,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { ResolutionClient } from '../../../test-support/resolution-client.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { readPhoto, withSharedFiles } from '../../../test-support/shared-photos.ts';

const settings = { VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false', RESOLVE_REFERENCES: 'true' };

withOpenssl(() =>
  withSharedFiles(() => {
    let certificates: Certificates;
    let server: Receiver;
    before(async () => {
      certificates = makeCertificates();
      trustInThisProcess(certificates);
      server = await startReceiver(certificates);
    });
    after(async () => {
      await server.stop();
      certificates.remove();
    });

    onEachDatabase((database) => {
      let service: RunningService;
      let client: ResolutionClient;
      let manifestId: string;
      let asset: Buffer;
      before(async () => {
        service = await startRunningService({ database, settings: { ...settings, WEBHOOK_ALLOW_PRIVATE: 'true' } });
        client = new ResolutionClient(service);
        const account = await EmbeddingAccount.make(service);
        const picture = await sharp(readPhoto('Dune.jpg')).resize({ width: 1000 }).jpeg().toBuffer();
        const made = await account.embed(await account.sign(picture));
        manifestId = made.headers.get('x-service-manifest-id')!;
        asset = await sharp(made.bytes).jpeg({ quality: 70 }).toBuffer();
        serve(asset);
      });
      after(() => service.stop());

      const serve = (content: Buffer, type = 'image/jpeg', status = 200) =>
        server.behave((_, response) => void response.writeHead(status, { 'content-type': type }).end(content));
      const ask = (more: object = {}) =>
        client.call('POST', '/matches/byReference', {
          body: { referenceUrl: server.url, assetLength: asset.length, assetType: 'image/jpeg', ...more },
        });

      async function expectRefusal(status: number, path: string, more: object = {}) {
        const answer = await ask(more);
        assert.equal(answer.status, status, JSON.stringify(answer.json));
        if (path !== '') assert.equal(answer.json.details[0].path, path, JSON.stringify(answer.json));
      }

      test('the asset is fetched and searched', async () => {
        const { status, json } = await ask();
        assert.deepEqual([status, json], [200, { matches: [{ manifestId }] }]);
        const { json: capabilities } = await client.call('GET', '/services/capabilities');
        assert.ok(capabilities.supportedCapabilities.includes('queryByReference'));
      });

      test('length and type must be the stated ones', async () => {
        await expectRefusal(400, 'assetLength', { assetLength: asset.length + 1 });
        await expectRefusal(400, 'assetLength', { assetLength: asset.length - 1 });
        await expectRefusal(400, 'assetLength', { assetLength: 1 });
        await expectRefusal(413, '', { assetLength: 60 * 1024 * 1024 });
        await expectRefusal(400, 'assetType', { assetType: 'image/png' });
        await expectRefusal(400, 'assetLength', { assetLength: 0 });
      });

      test('other responses, other schemes and regions are refused', async () => {
        serve(asset, 'image/jpeg', 404);
        await expectRefusal(400, 'referenceUrl');
        server.behave((_, response) => void response.writeHead(302, { location: 'https://127.0.0.1/' }).end());
        await expectRefusal(400, 'referenceUrl');
        server.behave((_, response) => void response.socket!.destroy());
        await expectRefusal(400, 'referenceUrl');
        serve(asset);
        for (const referenceUrl of ['http://127.0.0.1/', 'file:///etc/passwd', 'nonsense', 'https://a:b@127.0.0.1/'])
          await expectRefusal(400, 'referenceUrl', { referenceUrl });
        await expectRefusal(400, 'referenceUrl', { referenceUrl: 'https://127.0.0.1:1/' });
        assert.equal((await ask({ region: [{ type: 'spatial' }] })).status, 400);
      });
    });

    test('no address leads into the network of the service', async () => {
      const service = await startRunningService({ settings });
      const client = new ResolutionClient(service);
      const before = server.requests.length;
      const hosts = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'];
      for (const host of [...hosts, '10.0.0.1', '169.254.169.254', '192.168.1.1']) {
        const body = { referenceUrl: `https://${host}:${server.port}/`, assetLength: 10 };
        const { status, json } = await client.call('POST', '/matches/byReference', { body });
        assert.deepEqual([status, json.error], [400, 'validation_error'], host);
      }
      assert.equal(server.requests.length, before);
      await service.stop();
    });
  }),
);
