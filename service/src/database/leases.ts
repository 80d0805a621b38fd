// Leases: work that one node does at a time. A node that dies loses its lease after a while. What
// must not happen twice checks the lease in its own transaction.
import type { Queries } from '../adapters/database/database.ts';

/** Takes a lease, or extends an own one. False if another node has it. */
export async function takeLease(
  transaction: Queries,
  name: string,
  holder: string,
  time: number,
  until: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('leases')
    .values({ name, holder, lease_until: until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, lease_until: until })
        .where((where) => where.or([where('leases.holder', '=', holder), where('leases.lease_until', '<=', time)])),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * False if the lease is not there any more. Another node can have taken it and ended it since, so a
 * lease that is gone is not taken again.
 */
export async function extendLease(transaction: Queries, name: string, holder: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('leases')
    .set({ lease_until: until })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endLease(transaction: Queries, name: string, holder: string): Promise<void> {
  await transaction.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
