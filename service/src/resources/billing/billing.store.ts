// Usage rows: one for each organization and month. Every query takes the organization first.
import { sql } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';

/** No row yet: nothing used. */
export function findUsage(queries: Queries, orgId: string, period: string) {
  return queries
    .selectFrom('usage')
    .select('signatures_used')
    .where('org_id', '=', orgId)
    .where('period', '=', period)
    .executeTakeFirst();
}

/**
 * Adds in one step and locks the row. With 0 it only reads and locks. Resolves with the new count.
 */
export async function addUsed(transaction: Queries, orgId: string, period: string, count: number): Promise<number> {
  const { signatures_used } = await transaction
    .insertInto('usage')
    .values({ org_id: orgId, period, signatures_used: count })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'period'])
        .doUpdateSet({ signatures_used: sql<number>`usage.signatures_used + excluded.signatures_used` }),
    )
    .returning('signatures_used')
    .executeTakeFirstOrThrow();
  return signatures_used;
}

/** Marks a notice as sent. False if it was sent before in this period. */
export async function markNoticeGiven(
  transaction: Queries,
  orgId: string,
  period: string,
  notice: 'warned_at' | 'limited_at',
  time: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('usage')
    .set({ [notice]: time })
    .where('org_id', '=', orgId)
    .where('period', '=', period)
    .where(notice, 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export function findBillingInterval(queries: Queries, orgId: string) {
  return queries.selectFrom('organizations').select('billing_interval').where('org_id', '=', orgId).executeTakeFirst();
}

export async function listOwnerAddresses(queries: Queries, orgId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('users')
    .select('email')
    .where('org_id', '=', orgId)
    .where('role', '=', 'owner')
    .execute();
  return rows.map((row) => row.email);
}
