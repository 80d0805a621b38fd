// Stores that organizations connected. Every query takes the organization first.
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { StorageConnectionsTable } from '../../database/schema.ts';

export type ConnectionRow = Selectable<StorageConnectionsTable>;

/** Oldest first. */
export function listConnections(queries: Queries, orgId: string): Promise<ConnectionRow[]> {
  return queries
    .selectFrom('storage_connections')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('connection_id')
    .execute();
}

export function findConnection(
  queries: Queries,
  orgId: string,
  connectionId: string,
): Promise<ConnectionRow | undefined> {
  return queries
    .selectFrom('storage_connections')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
}

export async function insertConnection(transaction: Queries, row: Insertable<StorageConnectionsTable>): Promise<void> {
  await transaction.insertInto('storage_connections').values(row).execute();
}

/** False if there is no such connection. */
export async function deleteConnection(transaction: Queries, orgId: string, connectionId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('storage_connections')
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
