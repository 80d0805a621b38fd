// GET /samples/:name over HTTP, on both databases: each sample gets the verdict that its button
// promises, and further requests, also after a restart, store nothing more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { longTest } from '../../../test-support/test-run.ts';

const expected = {
  authentic: 'authentic',
  changed: 'changed',
  copy: 'copy',
  credentials: 'other_credentials_intact',
} as const;

onEachDatabase((database) => {
  let service: RunningService;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
  });
  after(() => service.stop());

  const get = async (name: string) => {
    const answer = await fetch(`${service.live.url}/samples/${name}`);
    assert.equal(answer.status, 200, name);
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const countRecords = async () => {
    const { count } = await service.database.read
      .selectFrom('records')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  longTest('each sample gets its own verdict', async () => {
    for (const [name, verdict] of Object.entries(expected)) {
      const { type, bytes } = await get(name);
      assert.match(type!, /^image\/(png|jpeg)$/);
      const answer = await fetch(`${service.live.url}/v1/verify`, {
        method: 'POST',
        body: makeForm({ content: bytes, localize: 'true' }),
      });
      const result = (await answer.json()) as { verdict: string; localization?: { regions: unknown[] } };
      assert.equal(result.verdict, verdict, name);
      if (name === 'changed') assert.ok(result.localization!.regions.length > 0);
    }
  });

  test('any number of requests makes one record, and the files are the same after a restart', async () => {
    const first = await get('authentic');
    assert.equal(await countRecords(), 1);
    await service.restart();
    const [again] = await Promise.all([get('authentic'), get('copy'), get('changed')]);
    assert.ok(again.bytes.equals(first.bytes));
    assert.equal(await countRecords(), 1);
  });

  test('other names do not exist, and the organization has no members', async () => {
    const answer = await fetch(`${service.live.url}/samples/other`);
    assert.equal(answer.status, 400);
    const members = await service.database.read
      .selectFrom('users')
      .select('user_id')
      .where('org_id', '=', 'org_samples')
      .execute();
    assert.deepEqual(members, []);
  });
});
