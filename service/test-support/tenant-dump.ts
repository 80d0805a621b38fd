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
/** The service writes how much a key is used up to a minute after the requests. */
const usage = new Set(['last_used_at', 'usage_month', 'requests', 'signatures']);
/** A partition on PostgreSQL. Its table has the same rows. */
const month = /_(before|later|\d{4}_\d{2})$/;

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

/** Every row of every table, without the usage of keys. */
export async function readAllRows({ read }: Database): Promise<{ table: string; row: Row }[]> {
  const tables = (await read.introspection.getTables()).filter(({ name }) => !month.test(name));
  const contents = tables.map(async ({ name, columns: all }) => {
    const columns = all.filter((column) => name !== 'api_keys' || !usage.has(column.name));
    // A whole number can be larger than SQLite's driver returns.
    const isWhole = (column: string) => columns.some((each) => each.name === column && /int/i.test(each.dataType));
    const wanted = columns.map(({ name: column }) =>
      isWhole(column) ? sql`CAST(${sql.ref(column)} AS text) AS ${sql.ref(column)}` : sql.ref(column),
    );
    const { rows } = await sql<Row>`SELECT ${sql.join(wanted)} FROM ${sql.table(name)}`.execute(read);
    const asRead = ([column, value]: [string, unknown]) =>
      [column, value !== null && isWhole(column) ? Number(value) : value] as const;
    return rows.map((row) => ({ table: name, row: Object.fromEntries(Object.entries(row).map(asRead)) }));
  });
  return (await Promise.all(contents)).flat();
}

function textsOf(row: Row): string[] {
  return Object.values(row).filter((value) => typeof value === 'string');
}
