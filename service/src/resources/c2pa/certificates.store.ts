// Certificates as they were issued: each is made once, and every node shows the same.
import type { Queries } from '../../adapters/database/database.ts';
import type { C2paCertificatesTable } from '../../database/schema.ts';

export function findCertificate(queries: Queries, name: string): Promise<C2paCertificatesTable | undefined> {
  return queries.selectFrom('c2pa_certificates').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Leaves what another node wrote first; gives what is there now. */
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
