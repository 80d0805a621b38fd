// The rows of the event stream. Every query takes the organization first.
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { EventHeadsTable, EventsTable, Tables } from '../database/schema.ts';
import { ownEventTypes, publicEventTypes } from './event-catalogue.ts';

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

/** Which events to list. Without a field, it does not matter. */
export interface WantedEvents {
  readonly types?: readonly string[] | undefined;
  /** `usr_…` or `kid_…`, or everyone else: `public` or `service`. */
  readonly actor?: string | undefined;
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
  { types, actor }: WantedEvents = {},
  most?: number,
): Promise<StoredEvent[]> {
  return queries
    .selectFrom('events')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .$if(types !== undefined, (query) => query.where('type', 'in', types!))
    .$if(actor !== undefined, (query) => query.where((where) => causedBy(where, actor!)))
    .orderBy('sequence', 'desc')
    .$if(most !== undefined, (query) => query.limit(most!))
    .execute();
}

// Metadata is JSON without spaces, and quotes inside a value are escaped, so these patterns match
// only the fields themselves.
function causedBy(where: ExpressionBuilder<Tables, 'events'>, actor: string) {
  const { and, or, not } = where;
  const isOwn = where('type', 'in', ownEventTypes);
  const isPublic = where('type', 'in', publicEventTypes);
  if (actor === 'public') return isPublic;
  if (actor === 'service') return not(or([isOwn, isPublic, where('metadata', 'like', '%"actor":"%')]));
  return or([
    where('metadata', 'like', `%"actor":"${actor}"%`),
    and([isOwn, where('metadata', 'like', `%"user_id":"${actor}"%`)]),
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
