// What an attestation counts while records move into archive files: each record once, on both
// databases.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import type { Database } from '../../adapters/database/database.ts';
import {
  addToCounts,
  deleteRows,
  insertArchive,
  listRows,
  putRowsBack,
  type SignedRow,
} from '../../archive/archives.store.ts';
import { countRecords } from '../../archive/count-records.ts';
import { migrate } from '../../database/migrate.ts';
import type { ArchiveState } from '../../database/schema.ts';
import { gatherFacts } from './attestation-facts.ts';

const orgId = 'org_a';
const window = { from: 0, to: Date.now() + 60_000 };

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let rows: SignedRow[];
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
    rows = Array.from({ length: 600 }, rowOf).sort((one, other) => (one.record_id < other.record_id ? -1 : 1));
    for (const some of [rows.slice(0, 300), rows.slice(300)])
      await opened.database.transaction((transaction) => putRowsBack(transaction, some));
  });
  afterEach(() => opened.remove());

  /** What the archive job does to the database for one file. */
  async function archiveAs(state: ArchiveState): Promise<void> {
    await opened.database.transaction(async (transaction) => {
      const [first_key, last_key] = [rows[0]!.record_id, rows.at(-1)!.record_id];
      const numbers = { entries: rows.length, bytes: 1, index_offset: 1, created_at: 1 };
      await insertArchive(transaction, { archive_id: 'a', first_key, last_key, state, ...numbers });
      await addToCounts(transaction, countRecords(rows, 1));
      if (state === 'released')
        await deleteRows(
          transaction,
          rows.map(({ record_id }) => record_id),
        );
    });
  }

  /** Does something after the first page of records was read. */
  function interrupted(work: () => Promise<void>): Database {
    let isDone = false;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.length === 500 && !isDone) {
          isDone = true;
          await work();
        }
        return result;
      },
    };
    return { ...opened.database, read: opened.database.read.withPlugin(plugin) };
  }

  for (const state of ['stored', 'released'] as const) {
    test(`records that become ${state} during the count are counted once`, async () => {
      const database = interrupted(() => archiveAs(state));
      const { records } = await gatherFacts(database, orgId, window);
      assert.equal(records.total, rows.length);
      assert.equal((await listRows(opened.database.read, [rows[0]!.record_id])).length, state === 'stored' ? 1 : 0);
      assert.deepEqual((await gatherFacts(opened.database, orgId, window)).records, records);
    });
  }
});

function rowOf(): SignedRow {
  return {
    record_id: randomUUIDv7(),
    org_id: orgId,
    generator_id: 'gen',
    kid: 'kid',
    watermark_id: randomBytes(8).toString('hex'),
    model: 'model',
    format: 'image',
    exact_format: null,
    mode: 'server',
    content_hash: 'a',
    original_hash: 'b',
    phash: null,
    signed_at: Date.now(),
    signature: new Uint8Array(1),
  };
}
