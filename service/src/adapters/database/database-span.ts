// How reads and transactions of the database appear in a trace: without parameters and values.
import type { SpanOptions } from '../../telemetry/span.ts';
import { inSpan } from '../../telemetry/tracing.ts';
import type { Database } from './database.ts';

const systems: Readonly<Record<Database['kind'], string>> = { sqlite: 'sqlite', postgres: 'postgresql' };

export function databaseSpan(kind: Database['kind']): SpanOptions {
  return { kind: 'client', attributes: { 'db.system.name': systems[kind] } };
}

/** A query outside of a transaction. */
export function inReadSpan<Result>(kind: Database['kind'], work: () => Promise<Result>): Promise<Result> {
  return inSpan('database read', databaseSpan(kind), work);
}
