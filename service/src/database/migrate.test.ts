// Migrations on both databases: forward only, completely or not at all, and safe for nodes that
// start at once.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import type { Queries } from '../adapters/database/database.ts';
import { hashRowOf } from './hash-keys.ts';
import { migrate, SchemaTooNew } from './migrate.ts';
import { type Migration, migrations } from './migrations/all-migrations.ts';

const first: Migration = {
  name: '0001-first',
  statements: ['CREATE TABLE first (a integer)', 'INSERT INTO first VALUES (1)'],
};
const second: Migration = { name: '0002-second', statements: ['CREATE TABLE second (a integer)'] };
const broken: Migration = { name: '0002-broken', statements: ['CREATE TABLE second (a integer)', 'CREATE NONSENSE'] };

onEachDatabase((kind) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
  });
  afterEach(() => opened.remove());

  const versions = async () => {
    const { rows } = await sql<{
      version: number;
      name: string;
    }>`SELECT version, name FROM schema_migrations ORDER BY version`.execute(opened.database.read);
    return rows.map(({ version, name }) => `${version} ${name}`);
  };
  const count = async (table: string) =>
    (await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(opened.database.read))
      .rows[0]?.count;

  test('each migration runs once, in order, and later ones are added', async () => {
    await migrate(opened.database, [first]);
    await migrate(opened.database, [first]);
    assert.deepEqual(await versions(), ['1 0001-first']);
    await migrate(opened.database, [first, second]);
    assert.deepEqual(await versions(), ['1 0001-first', '2 0002-second']);
    assert.equal(await count('first'), 1);
  });

  test('nodes that start at once do the work once', async () => {
    const nodes = [opened.database, ...Array.from({ length: 3 }, () => opened.openAgain())];
    await Promise.all(nodes.map((database) => migrate(database, [first, second])));
    assert.deepEqual(await versions(), ['1 0001-first', '2 0002-second']);
    assert.equal(await count('first'), 1);
  });

  test('a migration has no time limit, and queries have one again afterwards', async () => {
    if (kind === 'sqlite') return;
    const limits: string[] = [];
    const readLimit = async (queries: Queries) => {
      const { rows } = await sql<{ statements: string; silence: string }>`
        SELECT current_setting('statement_timeout') AS statements,
          current_setting('idle_in_transaction_session_timeout') AS silence`.execute(queries);
      limits.push(rows[0]!.statements, rows[0]!.silence);
    };
    await migrate(opened.database, [{ ...first, run: readLimit }]);
    await readLimit(opened.database.read);
    assert.deepEqual(limits, ['0', '0', '20s', '5s']);
  });

  test('a failed migration leaves the schema as it was', async () => {
    await migrate(opened.database, [first]);
    await assert.rejects(migrate(opened.database, [first, broken]));
    assert.deepEqual(await versions(), ['1 0001-first']);
    await migrate(opened.database, [first, second]);
    assert.equal(await count('second'), 0);
  });

  test('a schema that is newer than the program is refused with a sentence', async () => {
    await migrate(opened.database, [first, second]);
    await assert.rejects(migrate(opened.database, [first]), (problem: Error) => {
      assert.ok(problem instanceof SchemaTooNew);
      assert.equal(
        problem.message,
        'The database has schema version 2, but this program supports only 1. Start the newer program, or restore a backup.',
      );
      return true;
    });
  });

  test('0008 on old data: personal keys belong to their members, and no second factor counts as unverified', async () => {
    const { database } = opened;
    await migrate(
      database,
      migrations.filter(({ name }) => name < '0008'),
    );
    const user = { org_id: 'org', role: 'owner' as const, password_hash: '', created_at: 1 };
    await database.transaction(async (queries) => {
      await queries
        .insertInto('organizations')
        .values({ org_id: 'org', name: '', plan: 'free', created_at: 1 })
        .execute();
      const factor = { two_factor_method: 'totp' as const };
      await queries
        .insertInto('users')
        .values({ ...user, ...factor, user_id: 'a', email: 'a', email_verified_at: 5 })
        .execute();
      await queries
        .insertInto('users')
        .values({ ...user, ...factor, user_id: 'b', email: 'b' })
        .execute();
      await queries
        .insertInto('users')
        .values({ ...user, user_id: 'c', email: 'c' })
        .execute();
      for (const [key_id, user_id] of [
        ['own', 'a'],
        ['organization', null],
      ] as const)
        await queries
          .insertInto('api_keys')
          .values({ key_id, org_id: 'org', user_id, preview: '', key_hash: key_id, created_at: 1 })
          .execute();
    });
    await migrate(database);
    const users = await database.read.selectFrom('users').selectAll().orderBy('user_id').execute();
    assert.deepEqual(
      users.map((each) => each.two_factor_enabled_at),
      [5, 1, null],
    );
    const keys = await database.read.selectFrom('api_keys').selectAll().orderBy('key_id').execute();
    assert.deepEqual(
      keys.map(({ created_by }) => created_by),
      [null, 'a'],
    );
  });

  test('0013 on old data: verified records get their counts, and nothing is kept', async () => {
    const { database } = opened;
    await migrate(
      database,
      migrations.filter(({ name }) => name < '0013'),
    );
    await database.transaction(async (queries) => {
      await queries
        .insertInto('organizations')
        .values({ org_id: 'org', name: '', plan: 'free', created_at: 1 })
        .execute();
      for (const id of ['seen', 'unseen'])
        await sql`INSERT INTO records (record_id, org_id, generator_id, kid, watermark_id, model, format, mode,
          content_hash, signature, signed_at)
          VALUES (${id}, 'org', '', '', ${id}, '', 'image', 'client', '', ${new Uint8Array(1)}, 7)`.execute(queries);
      for (const [place, verdict] of [{ authentic: true }, { tampered: true }, {}, { authentic: true }].entries()) {
        const sequence = place + 1;
        const metadata = JSON.stringify({ record_id: 'seen', authentic: false, tampered: false, ...verdict });
        const event = { org_id: 'org', sequence, event_id: `${sequence}`, type: 'verify', occurred_at: 8, metadata };
        await queries
          .insertInto('events')
          .values({ ...event, hash: '' })
          .execute();
        await sql`INSERT INTO record_verifications VALUES ('org', 'seen', ${sequence})`.execute(queries);
      }
    });
    await migrate(database);
    const counts = { verifications: 4, authentic: 2, tampered: 1 };
    assert.deepEqual(
      (await database.read.selectFrom('record_counts').selectAll().execute()).map((row) => ({ ...row })),
      [{ org_id: 'org', signed_at: 7, record_id: 'seen', ...counts }],
    );
    const { keeps_labels, keeps_thumbnails } = await database.read
      .selectFrom('organizations')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.deepEqual([keeps_labels, keeps_thumbnails], [0, 0]);
  });

  test('0018 on old data: images and videos get the rows that a new record gets', async () => {
    const { database } = opened;
    await migrate(
      database,
      migrations.filter(({ name }) => name < '0017'),
    );
    const hashes = ['0000000000000000', 'ffffffffffffffff', '8123456789abcdef', '7edcba9876543210', null];
    const records = (['image', 'video', 'text'] as const).flatMap((format) =>
      hashes.map((phash) => ({ format, phash, record_id: randomUUIDv7() })),
    );
    records.sort((left, right) => (left.record_id < right.record_id ? -1 : 1));
    const rest = { org_id: '', generator_id: '', kid: '', model: '', mode: 'client', content_hash: '' } as const;
    await database.transaction((queries) =>
      queries
        .insertInto('records')
        .values(
          records.map((each) => ({
            ...each,
            ...rest,
            watermark_id: each.record_id,
            signature: new Uint8Array(1),
            signed_at: 1,
          })),
        )
        .execute(),
    );
    await migrate(database);
    const { rows } = await sql<Record<string, string>>`
      SELECT CAST(key_1 AS text) AS key_1, CAST(key_2 AS text) AS key_2, CAST(key_3 AS text) AS key_3,
        CAST(hash AS text) AS hash, CAST(record_id AS text) AS record_id
      FROM perceptual_hashes ORDER BY record_id`.execute(database.read);
    const expected = records.flatMap(({ record_id, phash, format }) =>
      phash !== null && format !== 'text' ? [hashRowOf(record_id, phash, format)] : [],
    );
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      expected.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, `${value}`]))),
    );
  });

  test('the migrations of this program run on an empty database, and their names are numbered', async () => {
    await migrate(opened.database);
    assert.deepEqual(
      await versions(),
      migrations.map(({ name }, index) => `${index + 1} ${name}`),
    );
    for (const [index, { name }] of migrations.entries()) assert.equal(Number(name.slice(0, 4)), index + 1);
  });
});
