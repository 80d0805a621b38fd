// Seals every sealed text of a database again under the first master key, in small transactions
// next to the running service. It skips texts that the service changes meanwhile, and the next pass
// checks them again.
import type { Database } from '../adapters/database/database.ts';
import { CannotOpen, type KeyVault } from '../adapters/key-vault/key-vault.ts';
import { type SealedColumn, sealedColumns } from '../database/sealed-columns.ts';
import { listSealedValues, replaceSealedValue, type SealedValue } from './sealed-values.store.ts';

const batchSize = 100;
/** If this many passes each find something, a service still seals under an old key. */
const mostPasses = 5;

export interface Resealed {
  /** How many texts were sealed again. */
  readonly count: number;
  /** What is left under an old key, one sentence each. */
  readonly left: readonly string[];
}

/** Repeats until a complete pass finds nothing under an old key. */
export async function resealAll(database: Database, vault: KeyVault): Promise<Resealed> {
  let count = 0;
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const unopened = new Set<string>();
    let found = 0;
    for (const column of sealedColumns) found += await resealColumn(database, vault, column, unopened);
    if (found === 0)
      return { count, left: [...unopened].map((column) => `${column} has secrets that no known key can decrypt.`) };
    count += found;
  }
  return { count, left: ['A running service still encrypts with an old key.'] };
}

/** One pass over one column. Returns the number of texts that were under an old key. */
async function resealColumn(
  database: Database,
  vault: KeyVault,
  column: SealedColumn,
  unopened: Set<string>,
): Promise<number> {
  let found = 0;
  let after: readonly string[] | undefined;
  for (;;) {
    const values = await listSealedValues(database.read, column, after, batchSize);
    if (values.length === 0) return found;
    after = values.at(-1)!.key;
    const replacements = values
      .filter(({ sealed }) => vault.isStale(sealed))
      .flatMap((value) => {
        const newlySealed = resealOne(vault, column, value);
        if (newlySealed === undefined) unopened.add(`${column.table}.${column.column}`);
        return newlySealed === undefined ? [] : [{ value, newlySealed }];
      });
    found += replacements.length;
    if (replacements.length === 0) continue;
    await database.transaction(async (transaction) => {
      for (const { value, newlySealed } of replacements) {
        await replaceSealedValue(transaction, column, value, newlySealed);
      }
    });
  }
}

function resealOne(vault: KeyVault, column: SealedColumn, { key, sealed }: SealedValue): string | undefined {
  const place = column.place(...key);
  try {
    return vault.seal(vault.open(sealed, place), place);
  } catch (problem) {
    if (problem instanceof CannotOpen) return undefined;
    throw problem;
  }
}
