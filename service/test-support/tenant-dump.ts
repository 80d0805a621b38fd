// Everything in the database about one organization, found by following identifiers from row to
// row, so that it includes new tables without naming them here.
import { sql } from 'kysely';
import type { Database } from '../src/adapters/database/database.ts';

export interface TenantDump {
  /** `table: row as JSON`, in order. */
  readonly rows: readonly string[];
  /** Every identifier in those rows. */
  readonly ids: readonly string[];
  /** Every text of those rows that is long enough to be recognized. */
  readonly texts: ReadonlySet<string>;
}

type Row = Readonly<Record<string, unknown>>;

const identifier = /^([a-z]+_[0-9a-f]{32}|(urn:c2pa:|[a-z]+_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const shortestTellingText = 12;

export async function dumpTenant(database: Database, orgId: string): Promise<TenantDump> {
  const all = await readAllRows(database);
  const ids = new Set([orgId]);
  const own = new Set<(typeof all)[number]>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const each of all) {
      if (own.has(each) || !textsOf(each.row).some((text) => ids.has(text))) continue;
      own.add(each);
      grown = true;
      for (const text of textsOf(each.row)) if (identifier.test(text)) ids.add(text);
    }
  }
  return {
    rows: [...own].map(({ table, row }) => `${table}: ${JSON.stringify(row)}`).sort(),
    ids: [...ids].sort(),
    texts: new Set([...own].flatMap(({ row }) => textsOf(row)).filter((text) => text.length >= shortestTellingText)),
  };
}

async function readAllRows({ read }: Database): Promise<{ table: string; row: Row }[]> {
  const tables = await read.introspection.getTables();
  const contents = tables.map(async ({ name }) => {
    const { rows } = await sql<Row>`SELECT * FROM ${sql.table(name)}`.execute(read);
    return rows.map((row) => ({ table: name, row }));
  });
  return (await Promise.all(contents)).flat();
}

function textsOf(row: Row): string[] {
  return Object.values(row).filter((value) => typeof value === 'string');
}
