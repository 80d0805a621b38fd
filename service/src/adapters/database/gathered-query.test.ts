// Lookups that share a query: each caller still gets its own rows, and as they are now.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { migrate } from '../../database/migrate.ts';
import { whenKnown } from '../now-or-later.ts';
import type { Queries } from './database.ts';
import { gatheredRow } from './gathered-query.ts';
import { postgresLanguage, queriesOver, sqliteLanguage } from './queries-over.ts';

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let lengths: number[] = [];
  before(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
    await opened.database.transaction((transaction) =>
      transaction
        .insertInto('organizations')
        .values(Array.from({ length: 100 }, (_, place) => organization(place)))
        .execute(),
    );
  });
  after(() => opened.remove());

  const organization = (place: number, name = `name ${place}`) => ({
    org_id: `org_${place}`,
    name,
    plan: 'free' as const,
    created_at: 0,
  });
  const findName = gatheredRow('org_id', (queries, orgIds) =>
    queries.selectFrom('organizations').select(['org_id', 'name']).where('org_id', 'in', orgIds),
  );
  /** Counts the keys of each query that is run, and loses those that it is told to lose. */
  const observed = (lost: () => boolean = () => false): Queries => {
    lengths = [];
    return queriesOver(kind === 'sqlite' ? sqliteLanguage : postgresLanguage, {
      run(sql, parameters) {
        lengths.push(parameters.length);
        if (lost()) return Promise.reject(new Error('lost'));
        return whenKnown(opened.database.read.run!(sql, parameters), (rows) => ({ rows, changes: 0 }));
      },
    });
  };

  test('each gets its own row, and none for a key that is not there', async () => {
    const queries = observed();
    const places = Array.from({ length: 150 }, (_, place) => place % 120);
    const rows = await Promise.all(places.map(async (place) => (await findName(queries, `org_${place}`))?.name));
    assert.deepEqual(
      rows,
      places.map((place) => (place < 100 ? `name ${place}` : undefined)),
    );
    assert.deepEqual(lengths, [64, 64, 32], 'all of a turn together, as many as fit');
  });

  test('a lookup sees what was acknowledged before it, also while another is on its way', async () => {
    for (let round = 0; round < 20; round += 1) {
      const earlier = findName(opened.database.read, 'org_1');
      await opened.database.transaction((transaction) =>
        transaction
          .updateTable('organizations')
          .set({ name: `round ${round}` })
          .where('org_id', '=', 'org_1')
          .execute(),
      );
      const late = findName(opened.database.read, 'org_1');
      assert.equal((await late)!.name, `round ${round}`);
      await earlier;
    }
  });

  test('a failure reaches everyone who asked, and those after them are answered again', async () => {
    let isLost = true;
    const queries = observed(() => isLost);
    const answers = await Promise.allSettled(['org_1', 'org_2', 'org_3'].map((id) => findName(queries, id)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    isLost = false;
    assert.equal((await findName(queries, 'org_5'))!.name, 'name 5');
  });
});
