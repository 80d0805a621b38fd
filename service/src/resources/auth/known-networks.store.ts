// The networks from which a user has logged in, as keyed hashes.
import { sql } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';

export async function isKnownNetwork(queries: Queries, userId: string, networkHash: string): Promise<boolean> {
  const row = await queries
    .selectFrom('known_networks')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('network_hash', '=', networkHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores nothing for a user who was deleted meanwhile. */
export async function rememberNetwork(
  transaction: Queries,
  userId: string,
  networkHash: string,
  time: number,
): Promise<void> {
  await transaction
    .insertInto('known_networks')
    .columns(['user_id', 'network_hash', 'last_login_at'])
    .expression((expression) =>
      expression
        .selectFrom('users')
        .select(['user_id', sql<string>`${networkHash}`.as('network_hash'), sql<number>`${time}`.as('last_login_at')])
        .where('user_id', '=', userId),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'network_hash']).doUpdateSet({ last_login_at: time }))
    .execute();
}

export async function forgetNetworks(transaction: Queries, userId: string): Promise<void> {
  await transaction.deleteFrom('known_networks').where('user_id', '=', userId).execute();
}
