// The names that an organization shows to the public (docs/decisions/0030). Each is stored with
// what it looks like, so that a name that imitates a proven one is refused or labeled.
import type { Database, Queries } from '../adapters/database/database.ts';
import type { PublicNameField } from '../database/schema.ts';
import { failValidation } from '../http/error-catalogue.ts';
import { domainStatedBy, namesOfDomain } from './domain-name.ts';
import {
  deleteDisplayName,
  deleteVerifiedNames,
  findImitatedDomain,
  hasProven,
  insertVerifiedNames,
  listUnknownNames,
  setPublicNames,
} from './public-names.store.ts';
import { mendImitations, refreshSigners } from './signers.store.ts';
import { skeletonOf, spellingOf } from './skeleton.ts';

const namesAtOnce = 200;

/** For a new organization: registration is not refused because of the name. */
export async function keepName(transaction: Queries, orgId: string, name: string): Promise<void> {
  await keep(transaction, [publicName(orgId, 'name', name)]);
}

/**
 * 400 for a name that imitates a name that another organization has proven, or states a domain that
 * this one has not.
 */
export async function changeName(
  transaction: Queries,
  orgId: string,
  field: PublicNameField,
  name: string | null,
): Promise<void> {
  if (name === null) {
    await deleteDisplayName(transaction, orgId);
    return refreshSigners(transaction, [orgId]);
  }
  const row = publicName(orgId, field, name);
  const stated = domainStatedBy(name);
  if (stated !== undefined && !(await hasProven(transaction, orgId, stated))) {
    failValidation(field, `looks like a domain name. First prove ${stated} under Domains, or choose another name`);
  }
  const imitated = await findImitatedDomain(transaction, orgId, row);
  if (imitated !== undefined) {
    failValidation(
      field,
      `looks like ${imitated}, a domain of another organization. Choose another name, or prove a domain with exactly this name`,
    );
  }
  await keep(transaction, [row]);
}

interface ProvenDomain {
  readonly org_id: string;
  readonly domain_id: string;
  readonly domain: string;
}

/** The domain now proves its names. */
export async function keepVerifiedNames(transaction: Queries, domain: ProvenDomain): Promise<void> {
  const names = verifiedNames(domain);
  await insertVerifiedNames(transaction, names);
  await refreshAround(transaction, names);
}

/** The domain no longer proves them, because it has expired or is gone. */
export async function dropVerifiedNames(transaction: Queries, domain: ProvenDomain): Promise<void> {
  await deleteVerifiedNames(transaction, domain.domain_id);
  await refreshAround(transaction, verifiedNames(domain));
}

/** Names that were not examined yet. Every node can do it: doing it twice does no harm. */
export async function mendNames(database: Database): Promise<void> {
  for (;;) {
    const unknown = await listUnknownNames(database.read, namesAtOnce);
    if (unknown.length === 0) break;
    const rows = unknown.map(({ org_id, field, name }) => publicName(org_id, field, name));
    await database.transaction((transaction) => keep(transaction, rows));
  }
  await database.transaction((transaction) => mendImitations(transaction));
}

async function keep(transaction: Queries, names: readonly ReturnType<typeof publicName>[]): Promise<void> {
  await setPublicNames(transaction, names);
  await refreshSigners(
    transaction,
    names.map(({ org_id }) => org_id),
  );
}

async function refreshAround(transaction: Queries, names: ReturnType<typeof verifiedNames>): Promise<void> {
  const skeletons = names.map(({ skeleton }) => skeleton);
  await refreshSigners(transaction, [names[0]!.org_id], skeletons);
}

function publicName(orgId: string, field: PublicNameField, name: string) {
  return { org_id: orgId, field, name, skeleton: skeletonOf(name), spelling: spellingOf(name) };
}

function verifiedNames({ org_id, domain_id, domain }: ProvenDomain) {
  return namesOfDomain(domain).map((name) => ({
    org_id,
    domain_id,
    skeleton: skeletonOf(name),
    spelling: spellingOf(name),
  }));
}
