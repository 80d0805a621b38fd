// Time stamps of classical manifests: from an openssl authority over real HTTP, from the second
// authority if the first fails, and none, within the limits, if no authority responds correctly.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readReport } from '../../../test-support/c2pa-reader.ts';
import { EmbeddingAccount, type SignedFile } from '../../../test-support/embedding-account.ts';
import { withOpenssl } from '../../../test-support/https-receiver.ts';
import { type HttpServer, keyKinds, OpensslAuthority, startHttp } from '../../../test-support/openssl-authority.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { readPhoto, readSound, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { longTest } from '../../../test-support/test-run.ts';

const shared = { VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false', WEBHOOK_ALLOW_PRIVATE: 'true' };

withSharedFiles(() =>
  withOpenssl(() => {
    let authority: OpensslAuthority;
    let clock: HttpServer;
    const servers: HttpServer[] = [];
    before(async () => {
      authority = new OpensslAuthority();
      clock = await authority.startTimestamps();
    });
    after(async () => {
      await Promise.all([clock, ...servers].map((each) => each.stop()));
      authority.remove();
    });

    /**
     * An organization with a certificate of the authority, on a service that asks these addresses.
     */
    async function withService(
      urls: readonly string[],
      work: (account: EmbeddingAccount, sound: SignedFile, service: RunningService) => Promise<void>,
    ): Promise<void> {
      const service = await startRunningService({ settings: { ...shared, TIMESTAMP_URL: urls.join(',') } });
      try {
        const account = await EmbeddingAccount.make(service);
        const key = authority.makeKey(keyKinds.ES256);
        const chain = authority.issue(key) + authority.root;
        const { status } = await account.call('POST', '/certificates/import', { private_key: key, chain });
        assert.equal(status, 201);
        await work(account, await account.sign(readSound('debian.mp3')), service);
      } finally {
        await service.stop();
      }
    }

    async function serve(...answer: Parameters<typeof startHttp>): Promise<string> {
      const server = await startHttp(...answer);
      servers.push(server);
      return server.url;
    }

    test('c2pa-rs reports the time stamp, in our own containers and in those of the builder', async () => {
      await withService([clock.url], async (account, sound) => {
        const photo = await account.sign(readPhoto('Wood.jpg'));
        for (const [type, file] of [
          ['audio/mpeg', sound],
          ['image/jpeg', photo],
        ] as const) {
          const made = await account.embed(file, { signature: 'classical' });
          assert.deepEqual([made.status, made.headers.get('x-service-timestamp')], [200, 'present']);
          const report = await readReport(type, made.bytes, authority.root);
          const { success, informational, failure } = report.validation_results.activeManifest;
          const codes = [...success, ...informational, ...failure].map(({ code }) => code);
          assert.ok(codes.includes('timeStamp.validated'), codes.join(' '));
          assert.equal(report.validation_state, 'Trusted');
          const { time } = report.manifests[report.active_manifest]!.signature_info;
          assert.ok(Math.abs(Date.parse(time ?? '') - Date.now()) < 60_000, time ?? 'no time');
          const result = await account.verify(made.bytes);
          assert.deepEqual([result.authentic, result.c2pa.validation_status], [true, 'valid']);
        }
        const own = await account.embed(sound, { signature: 'ml-dsa-65' });
        assert.equal(own.headers.get('x-service-timestamp'), 'none');
      });
    });

    test('the next authority is asked if one is wrong, too large, broken or absent', async () => {
      let query = Buffer.alloc(0);
      const wrong = await serve(async (request, response) => {
        // The response to another request.
        query = Buffer.from(await new Response(request as never).arrayBuffer());
        const other = Buffer.from(query);
        other[other.length - 20]! ^= 1;
        const answer = await fetch(clock.url, { method: 'POST', body: other });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
      const huge = await serve((_request, response) => response.end(randomBytes(1_000_000)));
      const broken = await serve((_request, response) => response.writeHead(500).end('no'));
      const words = await serve((_request, response) => response.end('hello'));
      await withService(
        [wrong, huge, broken, words, 'http://127.0.0.1:9/', clock.url],
        async (account, sound, service) => {
          const made = await account.embed(sound, { signature: 'classical' });
          assert.equal(made.headers.get('x-service-timestamp'), 'present');
          assert.ok(query.length > 0);
          assert.equal(service.logLines.filter(({ msg }) => msg === 'no time stamp was given').length, 5);
        },
      );
    });

    longTest(
      'after the limit for a silent authority the manifest has no time stamp, and a header says so',
      async () => {
        const silent = await serve(() => {});
        await withService([silent], async (account, sound) => {
          const started = performance.now();
          const made = await account.embed(sound, { signature: 'classical' });
          assert.ok(performance.now() - started < 20_000);
          assert.deepEqual([made.status, made.headers.get('x-service-timestamp')], [200, 'none']);
          assert.equal((await readReport('audio/mpeg', made.bytes, authority.root)).validation_state, 'Trusted');
          assert.equal((await account.verify(made.bytes)).authentic, true);
        });
      },
    );
  }),
);
