// Certificates with which organizations sign manifests. Queries for a tenant take the organization.
// Only the queries for warnings do not.
import type { Selectable, Updateable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { C2paSigningCertificatesTable, ManifestSignatureKind } from '../../database/schema.ts';

export type CertificateRow = Selectable<C2paSigningCertificatesTable>;

const mostListed = 100;

/** Newest first. */
export function listCertificates(queries: Queries, orgId: string): Promise<CertificateRow[]> {
  return queries
    .selectFrom('c2pa_signing_certificates')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at', 'desc')
    .orderBy('certificate_id')
    .limit(mostListed)
    .execute();
}

export function findCertificate(queries: Queries, orgId: string, id: string): Promise<CertificateRow | undefined> {
  return queries
    .selectFrom('c2pa_signing_certificates')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('certificate_id', '=', id)
    .executeTakeFirst();
}

/** The certificate that signs now; undefined: none. */
export function findActive(queries: Queries, orgId: string): Promise<CertificateRow | undefined> {
  return queries
    .selectFrom('c2pa_signing_certificates')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('state', '=', 'active')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

export async function insertCertificate(transaction: Queries, row: CertificateRow): Promise<void> {
  await transaction.insertInto('c2pa_signing_certificates').values(row).execute();
}

export async function updateCertificate(
  transaction: Queries,
  orgId: string,
  id: string,
  changes: Updateable<C2paSigningCertificatesTable>,
): Promise<CertificateRow> {
  return transaction
    .updateTable('c2pa_signing_certificates')
    .set(changes)
    .where('org_id', '=', orgId)
    .where('certificate_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteCertificate(transaction: Queries, orgId: string, id: string): Promise<void> {
  await transaction
    .deleteFrom('c2pa_signing_certificates')
    .where('org_id', '=', orgId)
    .where('certificate_id', '=', id)
    .execute();
}

/**
 * Active certificates of all organizations that expire before this time and for which no such
 * warning was sent. The service's own certificates are left out.
 */
export function listExpiring(queries: Queries, before: number, days: number, most: number): Promise<CertificateRow[]> {
  return queries
    .selectFrom('c2pa_signing_certificates')
    .selectAll()
    .where('state', '=', 'active')
    .where('source', '!=', 'service')
    .where('not_after', '<=', before)
    .where((each) => each.or([each('warned_days', 'is', null), each('warned_days', '>', days)]))
    .orderBy('not_after')
    .limit(most)
    .execute();
}

/** Claims one warning for this node. false: another node was first. */
export async function claimWarning(transaction: Queries, row: CertificateRow, days: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('c2pa_signing_certificates')
    .set({ warned_days: days })
    .where('certificate_id', '=', row.certificate_id)
    .where('state', '=', 'active')
    .where((each) => each.or([each('warned_days', 'is', null), each('warned_days', '>', days)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** For an email, which is not sent if the certificate no longer signs. */
export function findWarned(queries: Queries, id: string): Promise<CertificateRow | undefined> {
  return queries
    .selectFrom('c2pa_signing_certificates')
    .selectAll()
    .where('certificate_id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst();
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

export async function findDefaultSignature(queries: Queries, orgId: string): Promise<ManifestSignatureKind> {
  const row = await queries
    .selectFrom('organizations')
    .select('c2pa_signature')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return row.c2pa_signature ?? 'ml-dsa-65';
}

export async function setDefaultSignature(
  transaction: Queries,
  orgId: string,
  signature: ManifestSignatureKind,
): Promise<void> {
  await transaction
    .updateTable('organizations')
    .set({ c2pa_signature: signature })
    .where('org_id', '=', orgId)
    .execute();
}
