// POST /v1/sign/batch over HTTP: the quota stops at exactly its number, also for batches at the
// same time, and the notices and webhooks of a batch are those of its records.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setPlan } from '../../../test-support/account.ts';
import {
  type BatchResult,
  expectAuthentic,
  makePicture,
  makeText,
  openBatchClient,
} from '../../../test-support/batch-client.ts';
import {
  type Certificates,
  makeCertificates,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { countStored, setUsed } from '../../../test-support/stored-counts.ts';

const limit = 500;
const texts = (count: number) => Array.from({ length: count }, (_, place) => ({ text: makeText(place) }));
const isSigned = ({ error }: BatchResult) => error === undefined;

withOpenssl(() => {
  let certificates: Certificates;
  before(() => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
  });
  after(() => certificates.remove());

  onEachDatabase((database) => {
    let service: RunningService;
    before(async () => {
      const settings = { VERIFY_LIMIT_PER_MINUTE: '0', WEBHOOK_ALLOW_PRIVATE: 'true' };
      service = await startRunningService({ database, settings });
    });
    after(() => service.stop());

    async function openFreeClient(used: number) {
      const client = await openBatchClient(service, 'free');
      await setUsed(service.database, client.account.orgId, used);
      const typesOf = async () => {
        const { body } = await service.live.call('GET', '/v1/audit?limit=100', { token: client.account.token });
        return (body.events as { type: string }[]).map(({ type }) => type).filter((type) => type.startsWith('quota'));
      };
      return { ...client, typesOf, stored: () => countStored(service.database, client.account.orgId) };
    }

    test('a quota that ends within a batch refuses the items beyond it, and only those', async () => {
      const client = await openFreeClient(limit - 7);
      const results = await client.sign(texts(20));
      const signed = results.filter(isSigned);
      assert.equal(signed.length, 7);
      for (const result of signed) await expectAuthentic(service, result);
      for (const { status, error, ...details } of results.filter((each) => !isSigned(each))) {
        assert.deepEqual([status, error], [402, 'signature_limit_reached']);
        assert.deepEqual([details.limit, details.current], [limit, limit]);
        assert.equal(details.upgrade_url, 'http://live.test/billing');
      }
      assert.deepEqual(await client.stored(), { records: 7, used: limit, signEvents: 7 });
      // The notice at 80% belongs to a call that crosses it.
      assert.deepEqual(await client.typesOf(), ['quota_limit']);
    });

    test('batches at the same time stop at exactly the limit, and each notice is given once', async () => {
      const room = 130;
      const client = await openFreeClient(limit - room);
      const pictures = await Promise.all(Array.from({ length: 3 }, () => makePicture('png')));
      const files = pictures.map((bytes, place) => [`${place}.png`, bytes] as const);
      const mixed = [...files.map(([file]) => ({ file, watermark: 'none' })), ...texts(17)];
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => client.sign(texts(40))),
        client.signForm(mixed, files),
        client.signForm(mixed, files),
      ]);
      const results = answers.flat();
      assert.equal(results.length, 4 * 40 + 2 * 20);
      assert.equal(results.filter(isSigned).length, room);
      for (const { status } of results.filter((each) => !isSigned(each))) assert.equal(status, 402);
      assert.deepEqual(await client.stored(), { records: room, used: limit, signEvents: room });
      assert.deepEqual((await client.typesOf()).toSorted(), ['quota_limit', 'quota_warning']);
    });

    test('a repeated batch signs what the quota refused, if it is larger now, and nothing twice', async () => {
      const client = await openFreeClient(limit - 2);
      const headers = { 'idempotency-key': randomUUID() };
      const items = texts(4);
      const first = await client.sign(items, headers);
      assert.equal(first.filter(isSigned).length, 2);
      const tokens = (results: readonly BatchResult[]) => results.map(({ token }) => token);
      assert.deepEqual(tokens(await client.sign(items, headers)), tokens(first));
      assert.deepEqual(await client.stored(), { records: 2, used: limit, signEvents: 2 });
      await setPlan(service, client.account.orgId, 'growth');
      const later = await client.sign(items, headers);
      assert.ok(later.every(isSigned));
      for (const [place, { token }] of first.entries()) if (token) assert.equal(later[place]!.token, token);
      assert.deepEqual(await client.stored(), { records: 4, used: limit + 2, signEvents: 4 });
    });

    test('every record of a batch gets its webhook within the request', async (t) => {
      const receiver = await startReceiver(certificates);
      t.after(() => receiver.stop());
      const client = await openBatchClient(service, 'growth');
      const body = { url: receiver.url, events: ['record.created'] };
      assert.equal((await service.live.call('POST', '/v1/webhooks', { token: client.key, body })).status, 201);
      const results = await client.sign([...texts(12), { text: '' }, ...texts(12)]);
      const recordIds = results.filter(isSigned).map(({ record_id }) => record_id);
      assert.equal(recordIds.length, 24);
      const delivered = receiver.requests.map((each) => JSON.parse(each.body).data.record_id);
      assert.deepEqual(delivered.sort(), recordIds.sort());
    });
  });
});
