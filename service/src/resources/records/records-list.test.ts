// GET /v1/records over HTTP, on both databases: every record once, newest first, even if many share
// a millisecond.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';

interface Listed {
  readonly record_id: string;
  readonly signed_at: string;
}

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let otherGenerator: string;
  const stored: string[] = [];
  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service, 'enterprise');
    otherGenerator = await registerGenerator(service.live, org.key, [org.signer]);
    // 250 records of two generators and two formats: 200 in one millisecond, the rest around it.
    for (let batch = 0; batch < 5; batch += 1) {
      const records = Array.from({ length: 50 }, (_, index) =>
        makeSubmission(org.signer, index % 5 === 0 ? otherGenerator : org.generatorId, {
          format: index % 2 === 0 ? 'image' : 'text',
        }),
      );
      const { body } = await service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records } });
      stored.push(...body.results.map(({ record_id }: Listed) => record_id));
    }
    const setTime = (ids: readonly string[], signed_at: number) =>
      service.database.transaction((transaction) =>
        transaction.updateTable('records').set({ signed_at }).where('record_id', 'in', ids).execute(),
      );
    await setTime(stored.slice(0, 25), 1_700_000_000_000);
    await setTime(stored.slice(25, 225), 1_700_000_000_001);
    await setTime(stored.slice(225), 1_700_000_000_002);
  });
  after(() => service.stop());

  const list = (query: string, token = org.key) => service.live.call('GET', `/v1/records${query}`, { token });

  async function walk(query: string, between: () => Promise<unknown> = async () => undefined): Promise<Listed[]> {
    const seen: Listed[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await list(`?${query}${cursor}`);
      assert.equal(status, 200);
      seen.push(...body.records);
      if (body.next_cursor === undefined) return seen;
      cursor = `&before=${encodeURIComponent(body.next_cursor)}`;
      await between();
    }
  }

  test('the pages contain every record once, newest first, at any page size', async () => {
    for (const limit of [7, 25, 50, 100]) {
      const seen = await walk(`limit=${limit}`);
      assert.equal(seen.length, 250);
      assert.deepEqual(seen.map(({ record_id }) => record_id).sort(), [...stored].sort());
      const times = seen.map(({ signed_at }) => signed_at);
      assert.deepEqual(times, [...times].sort().reverse());
    }
  });

  test('filters by generator and format work alone and together', async () => {
    assert.equal((await walk('limit=20&format=image')).length, 125);
    assert.equal((await walk(`limit=20&generator_id=${otherGenerator}`)).length, 50);
    assert.equal((await walk(`limit=20&generator_id=${otherGenerator}&format=image`)).length, 25);
    assert.equal((await walk('limit=20&format=video')).length, 0);
    assert.equal((await walk('limit=20&generator_id=gen_none')).length, 0);
  });

  test('an entry equals its record, and the default page has 20 entries', async () => {
    const { body } = await list('');
    assert.equal(body.records.length, 20);
    const [entry] = body.records;
    const { body: record } = await service.live.call('GET', `/v1/records/${entry.record_id}`);
    const { token, phash, label, has_thumbnail, ...rest } = entry;
    const { verification_count, authentic_count, tamper_count, not_proven_count, ...fields } = rest;
    assert.deepEqual([label, has_thumbnail], [null, false]);
    assert.deepEqual([verification_count, authentic_count, tamper_count, not_proven_count], [0, 0, 0, 0]);
    for (const [name, value] of Object.entries(fields)) assert.deepEqual(value, record[name], name);
    assert.equal(phash, null);
    const { body: status } = await service.live.call('GET', `/v1/verify/status/${token}`);
    assert.equal(status.record_id, entry.record_id);
  });

  test('a foreign generator shows nothing of the other organization', async () => {
    const stranger = await makeSigningAccount(service);
    assert.deepEqual((await list('', stranger.key)).body, { records: [] });
    assert.deepEqual((await list(`?generator_id=${org.generatorId}`, stranger.key)).body, { records: [] });
    const { body } = await list('?limit=1');
    const cursor = encodeURIComponent(body.next_cursor);
    assert.deepEqual((await list(`?before=${cursor}`, stranger.key)).body, { records: [] });
  });

  test('an invalid query is refused by name', async () => {
    for (const [query, path] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['format=smell', 'format'],
      ['before=nonsense', 'before'],
      ['before=2026-01-01T00:00:00.000Z', 'before'],
    ] as const) {
      const { status, body } = await list(`?${query}`);
      assert.deepEqual([status, body.details[0].path], [400, path], query);
    }
    assert.equal((await service.live.call('GET', '/v1/records')).status, 401);
  });

  test('new records neither shift nor repeat a page', async () => {
    const submit = () =>
      service.live.call('POST', '/v1/records', {
        token: org.key,
        body: makeSubmission(org.signer, org.generatorId),
      });
    const seen = await walk('limit=60', submit);
    assert.deepEqual(seen.map(({ record_id }) => record_id).sort(), [...stored].sort());
  });
});
