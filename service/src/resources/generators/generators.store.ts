// Generators and their keys. Every query for a tenant takes the organization first. The two public
// ones say so.
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { GeneratorKeysTable, GeneratorsTable } from '../../database/schema.ts';

export type GeneratorRow = Selectable<GeneratorsTable>;
export type GeneratorKeyRow = Omit<Selectable<GeneratorKeysTable>, 'sealed_seed'>;

export async function insertGenerator(
  transaction: Queries,
  generator: Insertable<GeneratorsTable>,
  keys: readonly Insertable<GeneratorKeysTable>[],
): Promise<void> {
  await transaction.insertInto('generators').values(generator).execute();
  await transaction.insertInto('generator_keys').values(keys).execute();
}

export async function insertKey(transaction: Queries, key: Insertable<GeneratorKeysTable>): Promise<void> {
  await transaction.insertInto('generator_keys').values(key).execute();
}

export function listGenerators(queries: Queries, orgId: string): Promise<GeneratorRow[]> {
  return queries
    .selectFrom('generators')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at', 'desc')
    .orderBy('generator_id')
    .execute();
}

export async function countGenerators(queries: Queries, orgId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('generators')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * For any organization, because public keys need it, and because the specification distinguishes a
 * foreign generator from a missing one in some places.
 */
export function findGenerator(queries: Queries, generatorId: string): Promise<GeneratorRow | undefined> {
  return queries.selectFrom('generators').selectAll().where('generator_id', '=', generatorId).executeTakeFirst();
}

/** Active keys first, then the newest. */
export function listKeys(queries: Queries, generatorIds: readonly string[]): Promise<GeneratorKeyRow[]> {
  return queries
    .selectFrom('generator_keys')
    .select(['generator_id', 'kid', 'public_key', 'status', 'created_at', 'retired_at'])
    .where('generator_id', 'in', generatorIds)
    .orderBy('status')
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
}

/**
 * For any organization, with the keys that can sign now, newest first. One row without a key if
 * there is none.
 */
export function findSigningKeys(queries: Queries, generatorIds: readonly string[]) {
  return queries
    .selectFrom('generators')
    .leftJoin('generator_keys', (join) =>
      join
        .onRef('generator_keys.generator_id', '=', 'generators.generator_id')
        .on('generator_keys.status', '=', 'active'),
    )
    .select([
      'generators.generator_id',
      'generators.org_id',
      'generators.mode',
      'generators.status',
      'generators.supported_formats',
      'generator_keys.kid',
      'generator_keys.public_key',
    ])
    .where('generators.generator_id', 'in', generatorIds)
    .orderBy('generator_keys.created_at', 'desc')
    .orderBy('generator_keys.kid')
    .execute();
}

export function findActiveKey(queries: Queries, generatorId: string) {
  return queries
    .selectFrom('generator_keys')
    .select(['kid', 'public_key', 'sealed_seed'])
    .$narrowType<{ sealed_seed: string }>()
    .where('generator_id', '=', generatorId)
    .where('status', '=', 'active')
    .where('sealed_seed', 'is not', null)
    .executeTakeFirst();
}

/** False if the organization has no such generator, or it is already revoked. */
export async function revokeGenerator(
  transaction: Queries,
  orgId: string,
  generatorId: string,
  time: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('generators')
    .set({ status: 'revoked', revoked_at: time })
    .where('org_id', '=', orgId)
    .where('generator_id', '=', generatorId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes the organization's generators and resolves with their ids. */
export async function revokeGenerators(transaction: Queries, orgId: string, time: number): Promise<string[]> {
  const rows = await transaction
    .updateTable('generators')
    .set({ status: 'revoked', revoked_at: time })
    .where('org_id', '=', orgId)
    .where('status', '=', 'active')
    .returning('generator_id')
    .execute();
  return rows.map(({ generator_id }) => generator_id);
}

/**
 * Locks the generator until the transaction ends, so that two rotations follow each other. False if
 * it is not active.
 */
export async function lockActiveGenerator(transaction: Queries, orgId: string, generatorId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('generators')
    .set({ status: 'active' })
    .where('org_id', '=', orgId)
    .where('generator_id', '=', generatorId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Retires the active key and resolves with its name. The generator is locked, so there always is
 * one.
 */
export async function retireActiveKey(transaction: Queries, generatorId: string, time: number): Promise<string> {
  const row = await transaction
    .updateTable('generator_keys')
    .set({ status: 'retired', retired_at: time })
    .where('generator_id', '=', generatorId)
    .where('status', '=', 'active')
    .returning('kid')
    .executeTakeFirstOrThrow();
  return row.kid;
}
