// Certificates as they were issued. Each is made once, and every node uses the same one.
import type { Queries } from '../../adapters/database/database.ts';
import type { C2paCertificatesTable } from '../../database/schema.ts';

export function findCertificate(queries: Queries, name: string): Promise<C2paCertificatesTable | undefined> {
  return queries.selectFrom('c2pa_certificates').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Keeps the row if another node wrote it first. Returns the stored row. */
export async function keepCertificate(
  transaction: Queries,
  row: C2paCertificatesTable,
): Promise<C2paCertificatesTable> {
  await transaction
    .insertInto('c2pa_certificates')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findCertificate(transaction, row.name))!;
}

export async function forgetCertificate(transaction: Queries, name: string, notAfter: number): Promise<void> {
  await transaction
    .deleteFrom('c2pa_certificates')
    .where('name', '=', name)
    .where('not_after', '=', notAfter)
    .execute();
}
