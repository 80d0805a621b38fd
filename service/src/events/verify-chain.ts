// Follows the chain of an organization's events and says where it breaks: an event was edited,
// removed, inserted or moved, the tail was cut off, or the head was reset. Page by page, also while
// the service appends.
import { sql } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import { chainStart, hashEvent, sealHash } from './event-chain.ts';
import { listEventsBetween } from './events.store.ts';

/** `brokenAt` is the sequence of the first event that is not as it was appended. */
export type ChainVerdict = { readonly events: number } | { readonly brokenAt: number; readonly why: string };

const pageSize = 500;

export async function verifyChain(queries: Queries, chainKey: Uint8Array, orgId: string): Promise<ChainVerdict> {
  const head = await findHeadAndCount(queries, orgId);
  // The first event of an organization is its registration.
  if (!head) return { brokenAt: 1, why: 'the head is missing' };
  let seal = chainStart;
  let time = 0;
  for (let after = 0; after < head.sequence; after += pageSize) {
    const page = await listEventsBetween(queries, orgId, after, Math.min(after + pageSize, head.sequence));
    const inOrder = page.reverse();
    for (let sequence = after + 1; sequence <= Math.min(after + pageSize, head.sequence); sequence += 1) {
      const event = inOrder[sequence - after - 1];
      if (event?.sequence !== sequence) return { brokenAt: sequence, why: 'the event is missing' };
      if (event.hash !== hashEvent(chainKey, seal, event)) {
        return { brokenAt: sequence, why: 'the event, or the one before it, is not the one that was appended' };
      }
      seal = sealHash(chainKey, event.hash);
      time = event.occurred_at;
    }
  }
  if (seal !== head.seal || time !== head.occurred_at) {
    return { brokenAt: head.sequence + 1, why: 'the head does not belong to the newest event' };
  }
  if (head.count > head.sequence) return { brokenAt: head.sequence + 1, why: 'there are events beyond the head' };
  return { events: head.sequence };
}

/** In one statement, so that a new event is in both or in neither. */
function findHeadAndCount(queries: Queries, orgId: string) {
  return queries
    .selectFrom('event_heads')
    .selectAll()
    .select(sql<number>`(SELECT count(*) FROM events WHERE events.org_id = event_heads.org_id)`.as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}
