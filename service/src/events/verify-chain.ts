// Follows the chain of an organization's events and says where it breaks: an event was edited,
// removed, inserted or moved, the tail was cut off, or the head was reset. Page by page, also while
// the service appends. A group has one hash, so a changed event is found to its group.
import { sql } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import { chainStart, hashGroup, insideGroup, mostEventsPerGroup, sealHash } from './event-chain.ts';
import { listEventsBetween, type StoredEvent } from './events.store.ts';

/**
 * `brokenAt` is the sequence of the first event that is missing, or of the first event of the first
 * group that is not as it was appended.
 */
export type ChainVerdict = { readonly events: number } | { readonly brokenAt: number; readonly why: string };

const pageSize = 500;

export async function verifyChain(queries: Queries, chainKey: Uint8Array, orgId: string): Promise<ChainVerdict> {
  const head = await findHead(queries, orgId);
  // The first event of an organization is its registration.
  if (!head) return { brokenAt: 1, why: 'the head is missing' };
  let seal = chainStart;
  let time = 0;
  let group: StoredEvent[] = [];
  for (let after = 0; after < head.sequence; after += pageSize) {
    const upTo = Math.min(after + pageSize, head.sequence);
    const page = (await listEventsBetween(queries, orgId, after, upTo)).reverse();
    for (let sequence = after + 1; sequence <= upTo; sequence += 1) {
      const event = page[sequence - after - 1];
      if (event?.sequence !== sequence) return { brokenAt: sequence, why: 'the event is missing' };
      group.push(event);
      if (event.hash === insideGroup && group.length < mostEventsPerGroup) continue;
      if (event.hash !== hashGroup(chainKey, seal, group)) return changed(group);
      seal = sealHash(chainKey, event.hash);
      time = event.occurred_at;
      group = [];
    }
    if (page.length > upTo - after) return { brokenAt: upTo, why: 'there is a second event with this sequence' };
  }
  if (group.length > 0) return changed(group);
  if (seal !== head.seal || time !== head.occurred_at) {
    return { brokenAt: head.sequence + 1, why: 'the head does not belong to the newest event' };
  }
  if (head.beyond !== null) return { brokenAt: head.sequence + 1, why: 'there are events beyond the head' };
  return { events: head.sequence };
}

function changed(group: readonly StoredEvent[]): ChainVerdict {
  const [first, last] = [group[0]!.sequence, group.at(-1)!.sequence];
  const events = first === last ? 'the event, or the one' : `one of the events ${first} to ${last}, or the one`;
  return { brokenAt: first, why: `${events} before it, is not the one that was appended` };
}

/**
 * The head, and an event that is not before it. In one statement, so that a new event is in both or
 * in neither. It does not count the events, which can take longer than the limit of a statement.
 */
function findHead(queries: Queries, orgId: string) {
  return queries
    .selectFrom('event_heads')
    .selectAll()
    .select(
      sql<number | null>`coalesce(
        (SELECT sequence FROM events WHERE org_id = event_heads.org_id AND sequence > event_heads.sequence LIMIT 1),
        (SELECT sequence FROM events WHERE org_id = event_heads.org_id AND sequence < 1 LIMIT 1)
      )`.as('beyond'),
    )
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}
