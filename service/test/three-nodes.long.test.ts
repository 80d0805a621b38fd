// Three nodes over one PostgreSQL and one Redis behind a real nginx: one is killed under load and
// comes back, then each is restarted in turn. Everything acknowledged is stored once and found on
// every node. Only requests that arrive at a closing node fail.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { createKeyVault } from '../src/adapters/key-vault/key-vault.ts';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { readOrMakeServiceSecret } from '../src/database/service-secrets.ts';
import { verifyChain } from '../src/events/verify-chain.ts';
import { createLog } from '../src/log.ts';
import { collectRoutes } from '../src/operator/collect-routes.ts';
import { openDatabase } from '../src/service.ts';
import { type Client, createClient } from '../test-support/http-client.ts';
import { outboxOf } from '../test-support/mail-server.ts';
import { type LoadBalancer, startNginx } from '../test-support/nginx-server.ts';
import { withNginx, withPostgres, withRedis } from '../test-support/on-each-database.ts';
import { takeFreePort } from '../test-support/private-program.ts';
import { type RedisServer, startRedis } from '../test-support/redis-server.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../test-support/signing-client.ts';
import { type SpawnedService, spawnService } from '../test-support/spawned-service.ts';
import { allOf, countStored } from '../test-support/stored-counts.ts';

const clients = 4;
/** The balancer's own `fail_timeout`, and as much again for a busy machine. */
const failingMilliseconds = 2_000;

withPostgres(() =>
  withRedis(() =>
    withNginx(() => {
      const masterKey = randomBytes(32);
      let redis: RedisServer;
      let settings: Record<string, string>;
      let ports: number[];
      let nodes: SpawnedService[];
      let balancer: LoadBalancer;
      let live: Client;
      let org: SigningAccount;

      const startNode = (place: number) => spawnService({ ...settings, PORT: String(ports[place]) });
      const openLive = () => openDatabase('live', readConfiguration(settings), createLog('silent'));

      before(async () => {
        redis = await startRedis();
        settings = await settingsFor({
          database: 'postgres',
          settings: {
            REDIS_URL: redis.url,
            MASTER_KEY: masterKey.toString('base64'),
            JWT_SECRET: randomBytes(32).toString('hex'),
            VERIFY_LIMIT_PER_MINUTE: '0',
          },
        });
        ports = await Promise.all(Array.from({ length: 3 }, takeFreePort));
        nodes = await Promise.all(ports.map((_, place) => startNode(place)));
        balancer = await startNginx(nodes.map(({ liveUrl }) => liveUrl));
        const routes = await collectRoutes();
        live = createClient(() => ({ url: balancer.url, name: 'live', routes }));
        const database = openLive();
        org = await makeSigningAccount({ live, database, outbox: outboxOf(settings.DATA_DIR!) }, 'enterprise');
        await database.close();
      });
      after(async () => {
        await balancer.stop();
        await Promise.all(nodes.map((node) => node.stop()));
        await redis.stop();
        await removeData(settings);
      });

      test('nothing acknowledged is lost if a node is killed under load and each is restarted in turn', {
        timeout: 240_000,
      }, async (t) => {
        const load = startLoad(balancer.url, org);
        await load.more(60);
        const ends = [Date.now()];
        await nodes[1]!.kill();
        await load.more(120);
        nodes[1] = await startNode(1);
        for (const place of [0, 2]) {
          await load.more(60);
          ends.push(Date.now());
          assert.equal(await nodes[place]!.stop(), 0);
          nodes[place] = await startNode(place);
        }
        const acknowledged = await load.end();
        // Requests at a node that is closing: at most one connection per client.
        for (const { at, what } of load.failures) {
          assert.ok(
            ends.some((end) => at >= end && at - end <= failingMilliseconds),
            `${what} long after a node's end`,
          );
        }
        assert.ok(load.failures.length <= clients * ends.length, `${load.failures.length} answers failed`);

        const database = openLive();
        const stored = await database.read.selectFrom('records').select('record_id').execute();
        const storedIds = new Set(stored.map(({ record_id }) => record_id));
        assert.deepEqual(
          [...acknowledged].filter((id) => !storedIds.has(id)),
          [],
        );
        const counts = await countStored(database, org.orgId);
        assert.deepEqual(counts, allOf(counts.records));
        const auditKey = await readOrMakeServiceSecret(
          database,
          createKeyVault(() => [masterKey], 'live'),
          'audit-key',
        );
        assert.ok('events' in (await verifyChain(database.read, auditKey, org.orgId)));
        await database.close();
        t.diagnostic(
          `${acknowledged.size} acknowledged, ${storedIds.size} stored, ${load.failures.length} failed with the nodes that ended`,
        );
      });

      test('the other nodes find at once what one node signs: by token, and by likeness alone', async () => {
        const generatorId = await registerGenerator(live, org.key);
        for (const [signing, verifying] of [
          [0, 1],
          [1, 2],
          [2, 0],
        ] as const) {
          // Too small for a watermark, so without its token, only its appearance is left.
          const picture = await sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } })
            .resize(120, 120, { kernel: 'cubic' })
            .png()
            .toBuffer();
          const response = await fetch(`${nodes[signing]!.liveUrl}/v1/sign`, {
            method: 'POST',
            headers: { authorization: `Bearer ${org.key}` },
            body: makeForm({ content: picture, model: 'm', generator_id: generatorId }),
          });
          assert.equal(response.status, 200);
          const recordId = response.headers.get('x-service-record-id');
          const signed = Buffer.from(await response.arrayBuffer());
          for (const [content, source] of [
            [signed, 'xmp'],
            [await sharp(signed).jpeg({ quality: 60 }).toBuffer(), 'phash'],
          ] as const) {
            const verdict = await fetch(`${nodes[verifying]!.liveUrl}/v1/verify`, {
              method: 'POST',
              body: makeForm({ content }),
            });
            const { provenance, token_source } = (await verdict.json()) as {
              provenance?: { record_id: string };
              token_source: string;
            };
            assert.deepEqual([provenance?.record_id, token_source], [recordId, source]);
          }
        }
      });
    }),
  ),
);

interface Load {
  /** Failed responses, with their time. */
  readonly failures: readonly { readonly at: number; readonly what: string }[];
  /** Resolves after this many more records were acknowledged. */
  more(count: number): Promise<void>;
  /** Resolves with the ids of all that were acknowledged. */
  end(): Promise<Set<string>>;
}

/**
 * Each client submits a record and then requests its status from any node that the balancer
 * chooses.
 */
function startLoad(url: string, org: SigningAccount): Load {
  const acknowledged = new Set<string>();
  const failures: { at: number; what: string }[] = [];
  let going = true;

  async function call(path: string, init: RequestInit = {}): Promise<Record<string, string> | undefined> {
    try {
      const response = await fetch(url + path, init);
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as Record<string, string>;
      // nginx has lost the node. Nothing else must go wrong.
      assert.ok([502, 504].includes(response.status), `${path}: ${response.status} ${text}`);
      failures.push({ at: Date.now(), what: `${path}: ${response.status}` });
    } catch (problem) {
      if (!(problem instanceof TypeError)) throw problem;
      failures.push({ at: Date.now(), what: `${path}: ${problem.message}` });
    }
    return undefined;
  }

  const working = Array.from({ length: clients }, async () => {
    while (going) {
      const record = await call('/v1/records', {
        method: 'POST',
        headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(makeSubmission(org.signer, org.generatorId)),
      });
      if (!record) continue;
      acknowledged.add(record.record_id!);
      await call(`/v1/verify/status/${record.token}`);
    }
  });
  const all = Promise.all(working);
  return {
    failures,
    async more(count) {
      const enough = acknowledged.size + count;
      // A client that fails ends the wait.
      while (acknowledged.size < enough) await Promise.race([pause(10), all]);
    },
    async end() {
      going = false;
      await all;
      return acknowledged;
    },
  };
}
