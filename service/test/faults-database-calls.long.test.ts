// Every statement that an operation sends to PostgreSQL loses its connection once, before the
// server gets it and after it has run it. The caller gets an error that allows a retry, or a
// success. The retry succeeds, and everything is stored and counted exactly once.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type CuttingProxy, startCuttingProxy } from '../test-support/cutting-proxy.ts';
import { expectKept, type FaultedOrganization, makeFaultedOrganization, openLive } from '../test-support/fault-load.ts';
import { withPostgres } from '../test-support/on-each-database.ts';
import { sharedPostgres } from '../test-support/postgres-server.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import { makeSubmission } from '../test-support/signing-client.ts';

/** One operation, sent as often as needed. Its response names what it created, if anything. */
type Send = () => Promise<Response>;

/** More than any operation sends. Examine one that needs more. */
const mostStatements = 40;

withPostgres(() => {
  let proxy: CuttingProxy;
  let service: RunningService;
  /** Around the proxy, for the test's own reads. */
  let direct: Record<string, string>;
  let org: FaultedOrganization;
  const records = new Set<string>();
  before(async () => {
    const postgres = await sharedPostgres();
    const database = await postgres.createDatabase();
    proxy = await startCuttingProxy(database);
    const settings = {
      DATABASE_URL: proxy.url,
      VERIFY_LIMIT_PER_MINUTE: '0',
      MASTER_KEY: randomBytes(32).toString('base64'),
    };
    service = await startRunningService({ settings });
    service.expectErrors();
    direct = { ...service.settings, DATABASE_URL: database };
    org = await makeFaultedOrganization(service.live.url, direct);
  });
  after(async () => {
    // The database is dropped through the proxy.
    proxy.cutAt(0, 'before');
    await service.stop();
    await proxy.close();
  });

  const post = (path: string, init: RequestInit) => fetch(service.live.url + path, { method: 'POST', ...init });
  const postJson = (path: string, body: object, headers: Record<string, string> = {}) =>
    post(path, {
      headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const submission = () => makeSubmission(org.signer, org.generatorId);
  const longText = () =>
    Buffer.from(`A text that is like no other and long enough for a mark. ${randomUUID()} `.repeat(4));

  /** A new one of each kind of operation. */
  const operations: Readonly<Record<string, () => Promise<Send> | Send>> = {
    'a record': () => {
      const body = submission();
      return () => postJson('/v1/records', body);
    },
    'a batch under an idempotency key': () => {
      const body = { records: [submission(), submission(), submission()] };
      const headers = { 'idempotency-key': randomUUID() };
      return () => postJson('/v1/records/batch', body, headers);
    },
    'a signing under an idempotency key': () => {
      const content = longText();
      const headers = { authorization: `Bearer ${org.key}`, 'idempotency-key': randomUUID() };
      return () =>
        post('/v1/sign', { headers, body: makeForm({ content, model: 'm', generator_id: org.serverGeneratorId }) });
    },
    'a verification': async () => {
      const headers = { authorization: `Bearer ${org.key}` };
      const fields = { content: longText(), model: 'm', generator_id: org.serverGeneratorId };
      proxy.cutAt(0, 'before');
      const signed = await post('/v1/sign', { headers, body: makeForm(fields) });
      assert.equal(signed.status, 200);
      records.add(signed.headers.get('x-service-record-id')!);
      const token = signed.headers.get('x-service-token')!;
      const content = new Uint8Array(await signed.arrayBuffer());
      return () => post('/v1/verify', { body: makeForm({ content, token }) });
    },
  };

  for (const [name, make] of Object.entries(operations)) {
    test(`${name}: survives a cut at each of its statements`, { timeout: 120_000 }, async (t) => {
      let cuts = 0;
      const outcomes = new Map<number, number>();
      for (const moment of ['before', 'after'] as const) {
        for (let place = 1; ; place += 1) {
          const send = await make();
          proxy.cutAt(place, moment);
          const first = await send();
          if (!proxy.hasCut) {
            assert.ok(first.ok, `answered ${first.status}`);
            await note(first);
            break;
          }
          cuts += 1;
          outcomes.set(first.status, (outcomes.get(first.status) ?? 0) + 1);
          assert.ok(place < mostStatements, 'an operation sends this many statements');
          assert.ok(
            first.ok || first.status === 503,
            `statement ${place}, ${moment}: ${first.status} ${await first.clone().text()}`,
          );
          if (first.ok) await note(first);
          else {
            assert.match(first.headers.get('retry-after') ?? '', /^\d+$/);
            const again = await send();
            assert.ok(again.ok, `statement ${place}, ${moment}, again: ${again.status} ${await again.clone().text()}`);
            await note(again);
          }
        }
      }
      proxy.cutAt(0, 'before');
      assert.ok(cuts >= 4);
      await expectKept(direct, org, { acknowledged: { records, verifications: 0 } });
      const database = openLive(direct);
      const stored = await database.read.selectFrom('records').select('record_id').execute();
      await database.close();
      assert.equal(stored.length, records.size, 'each is stored once');
      t.diagnostic(`${cuts} cuts: ${[...outcomes].map(([status, count]) => `${count} answered ${status}`).join(', ')}`);
    });
  }

  /** Keeps the records that a response names. */
  async function note(response: Response): Promise<void> {
    const signed = response.headers.get('x-service-record-id');
    if (signed) records.add(signed);
    else {
      const { record_id, results } = (await response.json()) as {
        record_id?: string;
        results?: { record_id: string }[];
      };
      for (const id of [record_id, ...(results ?? []).map((each) => each.record_id)]) if (id) records.add(id);
    }
  }
});
