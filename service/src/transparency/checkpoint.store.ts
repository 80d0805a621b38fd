// The checkpoint row, the tiles of the tree, and the time stamps.
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { LogCheckpointTable, LogTilesTable, LogTimestampsTable, ServiceSecretsTable } from '../database/schema.ts';

export type CheckpointRow = Selectable<LogCheckpointTable> & {
  /** How many entries are committed. */
  readonly committed: number;
};
export type TimestampRow = Selectable<LogTimestampsTable>;

/** The row of a log that starts. A node that starts at the same time can be first. */
export async function insertCheckpoint(
  transaction: Queries,
  row: Pick<CheckpointRow, 'origin' | 'checkpoint'>,
): Promise<void> {
  await transaction
    .insertInto('log_checkpoint')
    .values({ checkpoint_id: 1, size: 0, witnessed_size: 0, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Ends the log and starts another one over the same entries. Returns the name of the former.
 * Nothing changes if there is none, or if it has the same name.
 */
export async function replaceLog(
  transaction: Queries,
  log: Pick<CheckpointRow, 'origin' | 'checkpoint'> & { readonly secrets: readonly Insertable<ServiceSecretsTable>[] },
): Promise<string | undefined> {
  const { secrets, ...row } = log;
  const former = await findOrigin(transaction);
  if (former === undefined || former === row.origin) return former;
  for (const table of ['log_tiles', 'log_timestamps', 'log_checkpoint'] as const)
    await transaction.deleteFrom(table).execute();
  const names = secrets.map(({ name }) => name);
  await transaction.deleteFrom('service_secrets').where('name', 'in', names).execute();
  await transaction.insertInto('service_secrets').values(secrets).execute();
  await insertCheckpoint(transaction, row);
  return former;
}

export async function findOrigin(queries: Queries): Promise<string | undefined> {
  return (await queries.selectFrom('log_checkpoint').select('origin').executeTakeFirst())?.origin;
}

/** Undefined: the log has not started. */
export async function findCheckpoint(queries: Queries): Promise<CheckpointRow | undefined> {
  return queries
    .selectFrom('log_checkpoint')
    .innerJoin('log_head', 'log_head.head_id', 'log_checkpoint.checkpoint_id')
    .selectAll('log_checkpoint')
    .select('log_head.size as committed')
    .executeTakeFirst();
}

/** False if another node has integrated entries since, or has stopped the log. */
export async function replaceCheckpoint(
  transaction: Queries,
  from: Pick<CheckpointRow, 'size' | 'checkpoint'>,
  row: Pick<CheckpointRow, 'size' | 'checkpoint' | 'integrator' | 'integrator_until'>,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('log_checkpoint')
    .set(row)
    .where('checkpoint_id', '=', 1)
    .where('size', '=', from.size)
    .where('checkpoint', '=', from.checkpoint)
    .where('lost_size', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** For all nodes. The first reason stays. */
export async function stopLog(transaction: Queries, lost: Pick<CheckpointRow, 'size' | 'checkpoint'>): Promise<void> {
  await transaction
    .updateTable('log_checkpoint')
    .set({ lost_size: lost.size, lost_checkpoint: lost.checkpoint })
    .where('checkpoint_id', '=', 1)
    .where('lost_size', 'is', null)
    .execute();
}

/** Replaces only an older one, or one of the same size. */
export async function setWitnessed(transaction: Queries, size: number, checkpoint: string): Promise<void> {
  await transaction
    .updateTable('log_checkpoint')
    .set({ witnessed_size: size, witnessed_checkpoint: checkpoint })
    .where('checkpoint_id', '=', 1)
    .where('witnessed_size', '<=', size)
    .where('size', '>=', size)
    .execute();
}

export async function findTile(queries: Queries, level: number, index: number): Promise<Uint8Array | undefined> {
  const row = await queries
    .selectFrom('log_tiles')
    .select('hashes')
    .where('level', '=', level)
    .where('tile_index', '=', index)
    .executeTakeFirst();
  return row?.hashes;
}

export async function storeTiles(transaction: Queries, tiles: readonly Insertable<LogTilesTable>[]): Promise<void> {
  await transaction
    .insertInto('log_tiles')
    .values(tiles)
    .onConflict((conflict) =>
      conflict.columns(['level', 'tile_index']).doUpdateSet((row) => ({ hashes: row.ref('excluded.hashes') })),
    )
    .execute();
}

export async function insertTimestamp(transaction: Queries, row: Insertable<LogTimestampsTable>): Promise<void> {
  await transaction
    .insertInto('log_timestamps')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findLastTimestamp(queries: Queries): Promise<TimestampRow | undefined> {
  return queries.selectFrom('log_timestamps').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst();
}

/** The first stamped checkpoint that includes an entry. */
export async function findTimestampAfter(queries: Queries, index: number): Promise<TimestampRow | undefined> {
  return queries
    .selectFrom('log_timestamps')
    .selectAll()
    .where('size', '>', index)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
}
