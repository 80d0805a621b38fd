// kill -9 during deliveries, on both databases, with the authority of the receivers in
// NODE_EXTRA_CA_CERTS: every stored record has its row in the delivery log, failed if the result is
// unknown, and a retry delivers it. Queued deliveries are sent again by themselves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { createLog } from '../src/log.ts';
import { collectRoutes } from '../src/operator/collect-routes.ts';
import { openDatabase } from '../src/service.ts';
import { createClient } from '../test-support/http-client.ts';
import {
  answering,
  type Certificates,
  makeCertificates,
  startReceiver,
  withOpenssl,
} from '../test-support/https-receiver.ts';
import { outboxOf } from '../test-support/mail-server.ts';
import { onEachDatabaseAtOnce } from '../test-support/on-each-database.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission } from '../test-support/signing-client.ts';
import { spawnService } from '../test-support/spawned-service.ts';

const rounds = 2;

withOpenssl(() => {
  let certificates: Certificates;
  before(() => {
    certificates = makeCertificates();
  });
  after(() => certificates.remove());

  onEachDatabaseAtOnce((kind) => {
    test('an interrupted delivery stays in the log as failed, and no row is missing', {
      timeout: 120_000,
    }, async (t) => {
      const receiver = await startReceiver(certificates);
      t.after(() => receiver.stop());
      const settings = await settingsFor({
        database: kind,
        settings: { WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: certificates.authorityFile },
      });
      const routes = await collectRoutes();
      let service = await spawnService(settings);
      const live = createClient(() => ({ url: service.liveUrl, name: 'live', routes }));
      const database = openDatabase('live', readConfiguration(settings), createLog('silent'));
      const org = await makeSigningAccount({ live, database, outbox: outboxOf(settings.DATA_DIR!) }, 'enterprise');
      receiver.behave(answering(200));
      const endpoints: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        const body = { url: receiver.url, events: ['record.created'] };
        endpoints.push((await live.call('POST', '/v1/webhooks', { token: org.key, body })).body.webhook_id);
      }

      // Half of the deliveries get a response, half stay open as long as the service lives.
      let arrived = 0;
      receiver.behave((_, response) => {
        arrived += 1;
        if (arrived % 2 === 0) response.writeHead(200).end();
      });
      for (let round = 0; round < rounds; round += 1) {
        const enough = arrived + 12;
        const load = Array.from({ length: 8 }, async () => {
          for (;;) {
            try {
              await live.call('POST', '/v1/records', {
                token: org.key,
                body: makeSubmission(org.signer, org.generatorId),
              });
            } catch (problem) {
              if (problem instanceof TypeError) return;
              throw problem;
            }
          }
        });
        while (arrived < enough) await setTimeout(2);
        await service.kill();
        await Promise.all(load);
        service = await spawnService(settings);
      }

      const records = await database.read.selectFrom('records').select('record_id').execute();
      const rows = await database.read.selectFrom('webhook_deliveries').selectAll().execute();
      const expected = records.flatMap(({ record_id }) => endpoints.map((id) => `${id} ${record_id}`));
      const logged = rows.map(({ webhook_id, payload }) => `${webhook_id} ${JSON.parse(payload).data.record_id}`);
      assert.deepEqual(logged.sort(), expected.sort());
      const failed = rows.filter(({ status }) => status === 'failed');
      t.diagnostic(`${records.length} records, ${rows.length} deliveries, ${failed.length} of them cut off`);
      assert.ok(failed.length >= rounds, 'deliveries were under way');

      receiver.behave(answering(200));
      for (const { webhook_id, delivery_id } of failed.slice(0, 5)) {
        await live.call('PATCH', `/v1/webhooks/${webhook_id}`, { token: org.key, body: { status: 'active' } });
        const path = `/v1/webhooks/${webhook_id}/deliveries/${delivery_id}/retry`;
        assert.deepEqual((await live.call('POST', path, { token: org.key })).body, { success: true });
      }
      await database.close();
      await service.stop();
      await removeData(settings);
    });

    test('a queued delivery that is cut off is sent again', { timeout: 120_000 }, async (t) => {
      const receiver = await startReceiver(certificates);
      t.after(() => receiver.stop());
      const settings = await settingsFor({
        database: kind,
        settings: { WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: certificates.authorityFile },
      });
      const routes = await collectRoutes();
      let service = await spawnService(settings);
      const live = createClient(() => ({ url: service.liveUrl, name: 'live', routes }));
      const database = openDatabase('live', readConfiguration(settings), createLog('silent'));
      const org = await makeSigningAccount({ live, database, outbox: outboxOf(settings.DATA_DIR!) }, 'enterprise');
      const endpoint = { url: receiver.url, events: ['record.created'], delivery: 'queued' };
      await live.call('POST', '/v1/webhooks', { token: org.key, body: endpoint });
      receiver.behave(() => undefined);
      const sent: string[] = [];
      for (let count = 0; count < 15; count += 1) {
        const body = makeSubmission(org.signer, org.generatorId);
        sent.push((await live.call('POST', '/v1/records', { token: org.key, body })).body.record_id);
      }
      while (receiver.requests.length < 10) await setTimeout(2);
      await service.kill();
      const cutOff = receiver.requests.map(({ body }) => JSON.parse(body).id as string);
      const leased = await database.read.selectFrom('webhook_queue').selectAll().where('attempts', '=', 1).execute();
      assert.deepEqual(leased.map(({ delivery_id }) => delivery_id).sort(), cutOff.sort());
      // As after the minute of the lease.
      await database.transaction((transaction) =>
        transaction.updateTable('webhook_queue').set({ lease_until: 0 }).execute(),
      );
      const delivered: string[] = [];
      receiver.behave(({ body }, response) => {
        delivered.push(JSON.parse(body).data.record_id);
        response.writeHead(204).end();
      });
      service = await spawnService(settings);
      while (delivered.length < sent.length) await setTimeout(20);
      assert.deepEqual(delivered.sort(), sent.sort());
      await service.stop();
      const rows = await database.read.selectFrom('webhook_deliveries').select('status').execute();
      assert.ok(rows.length === sent.length && rows.every(({ status }) => status === 'delivered'));
      await database.close();
      await removeData(settings);
    });
  });
});
