// Domains of organizations. Every query for a tenant takes the organization first. Those of the
// background task do not.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { OrganizationDomainsTable } from '../../database/schema.ts';
import { signerColumns } from '../../database/signer.ts';

type DomainRow = Selectable<OrganizationDomainsTable>;

/** Oldest first. */
export function listDomains(queries: Queries, orgId: string): Promise<DomainRow[]> {
  return queries
    .selectFrom('organization_domains')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('domain_id')
    .execute();
}

export function findDomain(queries: Queries, orgId: string, domainId: string): Promise<DomainRow | undefined> {
  return queries
    .selectFrom('organization_domains')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('domain_id', '=', domainId)
    .executeTakeFirst();
}

/** What the public sees of the organization. */
export function findSigner(queries: Queries, orgId: string) {
  return queries
    .selectFrom('organizations')
    .select('name as org_name')
    .select(signerColumns)
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
}

export async function insertDomain(transaction: Queries, row: Insertable<OrganizationDomainsTable>): Promise<void> {
  await transaction.insertInto('organization_domains').values(row).execute();
}

/** Locks the row until the end of the transaction and returns it. Undefined if it is gone. */
export function markChecked(transaction: Queries, orgId: string, domainId: string, time: number) {
  return transaction
    .updateTable('organization_domains')
    .set({ checked_at: time })
    .where('org_id', '=', orgId)
    .where('domain_id', '=', domainId)
    .returningAll()
    .executeTakeFirst();
}

export function updateDomain(
  transaction: Queries,
  orgId: string,
  domainId: string,
  changes: Updateable<OrganizationDomainsTable>,
): Promise<DomainRow> {
  return transaction
    .updateTable('organization_domains')
    .set(changes)
    .where('org_id', '=', orgId)
    .where('domain_id', '=', domainId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The deleted row. Undefined if there was none. */
export function deleteDomain(transaction: Queries, orgId: string, domainId: string): Promise<DomainRow | undefined> {
  return transaction
    .deleteFrom('organization_domains')
    .where('org_id', '=', orgId)
    .where('domain_id', '=', domainId)
    .returningAll()
    .executeTakeFirst();
}

export function listDueDomains(queries: Queries, time: number, most: number): Promise<DomainRow[]> {
  return queries
    .selectFrom('organization_domains')
    .selectAll()
    .where('next_check_at', '<=', time)
    .orderBy('next_check_at')
    .limit(most)
    .execute();
}

/** Takes a domain for one check. False if another node was first. */
export async function claimCheck(transaction: Queries, domain: DomainRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('organization_domains')
    .set({ next_check_at: until })
    .where('domain_id', '=', domain.domain_id)
    .where('next_check_at', '=', domain.next_check_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function listOwners(queries: Queries, orgId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('users')
    .select('email')
    .where('org_id', '=', orgId)
    .where('role', '=', 'owner')
    .execute();
  return rows.map(({ email }) => email);
}

/** For an email, which names the domain and is sent only if the check still fails. */
export function findFailingDomain(queries: Queries, domainId: string): Promise<DomainRow | undefined> {
  return queries
    .selectFrom('organization_domains')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('state', '=', 'failing')
    .executeTakeFirst();
}
