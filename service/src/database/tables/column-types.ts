// How columns differ between reading and writing.
import type { ColumnType } from 'kysely';

/** Present at insert, or null if left out. */
export type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;
/** Has a default in the database. */
export type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;
