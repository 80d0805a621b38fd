// The two databases of the measurement. Each takes rows in the order in which texts arrive, so that
// what a search reads is as scattered, and the pages of an index as full, as in production.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Database } from '../../../service/src/adapters/database/database.ts';
import { openPostgresDatabase } from '../../../service/src/adapters/database/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../../service/src/adapters/database/sqlite/sqlite-database.ts';
import { migrate } from '../../../service/src/database/migrate.ts';
import { packRecordId } from '../../../service/src/database/packed-record-id.ts';
import { dropDatabase, type PrivatePostgres } from '../../../service/test-support/postgres-server.ts';
import { processorMilliseconds } from '../../../service/test-support/process-tree.ts';
import type { Batch } from './keyed-rows.ts';

export interface Sizes {
  /** With indexes. */
  readonly texts: number;
  readonly shingles: number;
}

export interface TextTables {
  readonly name: string;
  /** Before the first batch, and again after settling. */
  start(): Promise<void>;
  add(batch: Batch): Promise<void>;
  /** After the last batch for now. */
  settle(): Promise<Sizes>;
  open(): Database;
  /** What the server used. SQLite has none. */
  processorMilliseconds?(): number;
  remove(): Promise<void>;
}

const onProblem = () => undefined;
export const recordOf = (track: number) => `01900000-0000-7000-8000-${track.toString(16).padStart(12, '0')}`;

export async function sqliteTables(): Promise<TextTables> {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  const file = join(folder, 'texts.sqlite');
  const open = () => openSqliteDatabase(file, { onProblem });
  const empty = open();
  await migrate(empty);
  await empty.close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000');
  const rowsAtOnce = 200;
  const insert = (rows: number) =>
    database.prepare(`INSERT INTO shingles VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}`);
  const many = insert(rowsAtOnce);
  const text = database.prepare('INSERT INTO texts (track, whole, codes, record_id) VALUES (?, ?, ?, ?)');
  return {
    name: 'SQLite',
    start: async () => undefined,
    async add({ texts, shingles }) {
      database.exec('BEGIN');
      for (const { track, whole, codes } of texts) text.run(track, whole, codes, packRecordId(recordOf(track)));
      for (let start = 0; start < shingles.length; start += 4 * rowsAtOnce) {
        const values = shingles.subarray(start, start + 4 * rowsAtOnce);
        (values.length === 4 * rowsAtOnce ? many : insert(values.length / 4)).run(...values);
      }
      database.exec('COMMIT');
    },
    async settle() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const rows = database.prepare('SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name').all();
      const size = (...names: string[]) =>
        rows.filter(({ name }) => names.includes(name as string)).reduce((sum, row) => sum + (row.size as number), 0);
      return { texts: size('texts', 'texts_by_whole', 'sqlite_autoindex_texts_1'), shingles: size('shingles') };
    },
    open,
    async remove() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const copyHead = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const copyEnd = Buffer.from([0xff, 0xff]);

export async function postgresTables(server: PrivatePostgres): Promise<TextTables> {
  const url = await server.createDatabase();
  const open = () => openPostgresDatabase({ url, onProblem });
  const empty = open();
  await migrate(empty);
  await empty.close();
  // The server reads the files as its own user.
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  chmodSync(folder, 0o755);
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  const copy = async (table: string, rows: Uint8Array) => {
    const file = join(folder, table);
    writeFileSync(file, Buffer.concat([copyHead, rows, copyEnd]));
    chmodSync(file, 0o644);
    await connection.query(`COPY ${table} FROM '${file}' WITH (FORMAT binary)`);
  };
  return {
    name: 'PostgreSQL',
    async start() {
      await connection.query('ALTER TABLE shingles DROP CONSTRAINT IF EXISTS shingles_pkey');
    },
    async add(batch) {
      await copy('texts', textRows(batch));
      await copy('shingles', shingleRows(batch));
    },
    async settle() {
      // As full as rows leave it that arrive one by one. That takes ten times as long.
      await connection.query('ALTER TABLE shingles ADD PRIMARY KEY (hash, slot) WITH (fillfactor = 70)');
      for (const table of ['texts', 'shingles']) await connection.query(`VACUUM ANALYZE ${table}`);
      const { rows } = await connection.query(
        "SELECT pg_total_relation_size('texts') AS texts, pg_total_relation_size('shingles') AS shingles",
      );
      return { texts: Number(rows[0].texts), shingles: Number(rows[0].shingles) };
    },
    open,
    processorMilliseconds: () => processorMilliseconds(server.processId())!,
    async remove() {
      await connection.end();
      await dropDatabase(url);
      rmSync(folder, { recursive: true });
    },
  };
}

function textRows({ texts }: Batch): Buffer {
  const rows = Buffer.alloc(texts.reduce((sum, { codes }) => sum + 50 + codes.length, 0));
  let at = 0;
  for (const { track, whole, codes } of texts) {
    at = rows.writeInt16BE(4, at);
    at = rows.writeBigInt64BE(BigInt(track), rows.writeInt32BE(8, at));
    at = rows.writeBigInt64BE(whole, rows.writeInt32BE(8, at));
    at = rows.writeInt32BE(codes.length, at);
    rows.set(codes, at);
    at = rows.writeInt32BE(16, at + codes.length);
    rows.set(packRecordId(recordOf(track)), at);
    at += 16;
  }
  return rows.subarray(0, at);
}

function shingleRows({ shingles }: Batch): Buffer {
  const rows = Buffer.alloc((shingles.length / 4) * 34);
  let at = 0;
  for (let row = 0; row < shingles.length; row += 4) {
    at = rows.writeInt16BE(4, at);
    at = rows.writeInt32BE(shingles[row]!, rows.writeInt32BE(4, at));
    at = rows.writeInt16BE(shingles[row + 1]!, rows.writeInt32BE(2, at));
    at = rows.writeInt16BE(shingles[row + 2]!, rows.writeInt32BE(2, at));
    at = rows.writeBigInt64BE(BigInt(shingles[row + 3]!), rows.writeInt32BE(8, at));
  }
  return rows.subarray(0, at);
}
