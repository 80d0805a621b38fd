// The rows of the event stream. Every query takes the organization first.
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { EventHeadsTable, EventsTable, Tables } from '../database/schema.ts';

export type StoredEvent = Selectable<EventsTable>;
export type EventHead = Selectable<EventHeadsTable>;

/**
 * Reads and locks the place of the newest event: nobody else appends to the organization until the
 * transaction ends.
 */
export function lockHead(transaction: Queries, orgId: string, start: string): Promise<EventHead> {
  return transaction
    .insertInto('event_heads')
    .values({ org_id: orgId, sequence: 0, occurred_at: 0, seal: start })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ org_id: orgId }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function moveHead(
  transaction: Queries,
  orgId: string,
  head: Pick<EventHead, 'sequence' | 'occurred_at' | 'seal'>,
): Promise<void> {
  await transaction.updateTable('event_heads').set(head).where('org_id', '=', orgId).execute();
}

export async function insertEvents(transaction: Queries, events: readonly Insertable<EventsTable>[]): Promise<void> {
  await transaction.insertInto('events').values(events).execute();
}

export function findHead(queries: Queries, orgId: string): Promise<EventHead | undefined> {
  return queries.selectFrom('event_heads').selectAll().where('org_id', '=', orgId).executeTakeFirst();
}

/** Which events to list. A field that is absent selects all. */
export interface WantedEvents {
  readonly types?: readonly string[] | undefined;
  readonly exceptTypes?: readonly string[] | undefined;
  /** The ID that caused it. Null: nobody of the organization did. */
  readonly actor?: string | null | undefined;
  /** Types in which `user_id` names the actor. */
  readonly ownTypes?: readonly string[] | undefined;
}

/**
 * Events with `after < sequence <= upTo`, newest first. Sequences have no gaps, so this is a page,
 * or the wanted events in it.
 */
export function listEventsBetween(
  queries: Queries,
  orgId: string,
  after: number,
  upTo: number,
  { types, exceptTypes, actor, ownTypes = [] }: WantedEvents = {},
  most?: number,
): Promise<StoredEvent[]> {
  return queries
    .selectFrom('events')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .$if(types !== undefined, (query) => query.where('type', 'in', types!))
    .$if(exceptTypes !== undefined, (query) => query.where('type', 'not in', exceptTypes!))
    .$if(actor !== undefined, (query) => query.where((where) => causedBy(where, actor!, ownTypes)))
    .orderBy('sequence', 'desc')
    .$if(most !== undefined, (query) => query.limit(most!))
    .execute();
}

// Metadata is JSON without spaces, and quotes inside a value are escaped, so these patterns match
// only the fields themselves.
function causedBy(where: ExpressionBuilder<Tables, 'events'>, actor: string | null, ownTypes: readonly string[]) {
  if (actor === null) return where('metadata', 'not like', '%"actor":"%');
  return where.or([
    where('metadata', 'like', `%"actor":"${actor}"%`),
    where.and([where('type', 'in', ownTypes), where('metadata', 'like', `%"user_id":"${actor}"%`)]),
  ]);
}

/**
 * The newest sequence strictly before a moment. 0 if there is none. Times never decrease along the
 * sequence.
 */
export async function lastSequenceBefore(queries: Queries, orgId: string, time: number): Promise<number> {
  const row = await queries
    .selectFrom('events')
    .select('sequence')
    .where('org_id', '=', orgId)
    .where('occurred_at', '<', time)
    .orderBy('occurred_at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? 0;
}
