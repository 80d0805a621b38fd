// The names that an organization shows to the public (docs/decisions/0030). Each is kept with what it looks like, so that one
// that imitates a proven name is refused, or shown as what it is.
import type { Database, Queries } from '../adapters/database/database.ts';
import type { PublicNameField } from '../database/schema.ts';
import { failValidation } from '../http/error-catalogue.ts';
import { domainStatedBy, namesOfDomain } from './domain-name.ts';
import {
  deleteDisplayName,
  findImitatedDomain,
  hasProven,
  insertVerifiedNames,
  listUnknownNames,
  setPublicNames,
} from './public-names.store.ts';
import { skeletonOf, spellingOf } from './skeleton.ts';

export { deleteVerifiedNames } from './public-names.store.ts';

const namesAtOnce = 200;

/** Of a new organization: whatever the name looks like, a registration is not refused for it. */
export async function keepName(transaction: Queries, orgId: string, name: string): Promise<void> {
  await setPublicNames(transaction, [publicName(orgId, 'name', name)]);
}

/** 400 for a name that imitates a name that another organization has proven, or states a domain that this one has not. */
export async function changeName(
  transaction: Queries,
  orgId: string,
  field: PublicNameField,
  name: string | null,
): Promise<void> {
  if (name === null) return deleteDisplayName(transaction, orgId);
  const row = publicName(orgId, field, name);
  const stated = domainStatedBy(name);
  if (stated !== undefined && !(await hasProven(transaction, orgId, stated))) {
    failValidation(field, `looks like a domain name; prove ${stated} under Domains first, or choose another name`);
  }
  const imitated = await findImitatedDomain(transaction, orgId, row);
  if (imitated !== undefined) {
    failValidation(
      field,
      `looks like ${imitated}, which another organization has proven; choose another name, or prove a domain with exactly this name`,
    );
  }
  await setPublicNames(transaction, [row]);
}

/** The domain now vouches for its names. */
export async function keepVerifiedNames(
  transaction: Queries,
  { org_id, domain_id, domain }: { readonly org_id: string; readonly domain_id: string; readonly domain: string },
): Promise<void> {
  const names = namesOfDomain(domain);
  await insertVerifiedNames(
    transaction,
    names.map((name) => ({ org_id, domain_id, skeleton: skeletonOf(name), spelling: spellingOf(name) })),
  );
}

/** Names that nothing is known of yet. Every node may do it: doing it twice does no harm. */
export async function keepUnknownNames(database: Database): Promise<void> {
  for (;;) {
    const unknown = await listUnknownNames(database.read, namesAtOnce);
    if (unknown.length === 0) return;
    const rows = unknown.map(({ org_id, field, name }) => publicName(org_id, field, name));
    await database.transaction((transaction) => setPublicNames(transaction, rows));
  }
}

function publicName(orgId: string, field: PublicNameField, name: string) {
  return { org_id: orgId, field, name, skeleton: skeletonOf(name), spelling: spellingOf(name) };
}
