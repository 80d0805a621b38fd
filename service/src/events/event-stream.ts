// The stream of events of an organization. An event is stored in the transaction that causes it, so
// that none is lost or invented. The audit log reads this stream. Followers count and forward the
// appended events.
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../adapters/database/database.ts';
import type { NewEvent } from './event-catalogue.ts';
import { chainStart, hashGroup, insideGroup, mostEventsPerGroup, sealHash } from './event-chain.ts';
import { insertEvents, lockHead, moveHead } from './events.store.ts';

export type AppendedEvent = NewEvent & { readonly sequence: number; readonly occurredAt: number };

/**
 * Writes what follows from events, in their transaction. Work outside the database, such as a
 * webhook, goes into `transaction.afterCommit`.
 */
export type Follower = (transaction: Transaction, orgId: string, events: readonly AppendedEvent[]) => Promise<void>;

export interface EventStream {
  /**
   * Appends in order. Call it last in a transaction, because it makes other calls of the same
   * organization wait.
   */
  append(transaction: Transaction, orgId: string, events: readonly NewEvent[]): Promise<void>;
  follow(follower: Follower): void;
}

export function createEventStream(chainKey: Uint8Array, now: () => number = Date.now): EventStream {
  const followers: Follower[] = [];
  return {
    async append(transaction, orgId, events) {
      if (events.length === 0) return;
      const head = await lockHead(transaction, orgId, chainStart);
      // A clock that jumps back does not reverse the order.
      const occurredAt = Math.max(now(), head.occurred_at);
      const rows = events.map(({ type, metadata }, place) => ({
        org_id: orgId,
        sequence: head.sequence + 1 + place,
        event_id: `evt_${randomUUID()}`,
        type,
        occurred_at: occurredAt,
        metadata: JSON.stringify(metadata),
        hash: insideGroup,
      }));
      let { seal } = head;
      for (let start = 0; start < rows.length; start += mostEventsPerGroup) {
        const group = rows.slice(start, start + mostEventsPerGroup);
        const last = group.at(-1)!;
        last.hash = hashGroup(chainKey, seal, group);
        seal = sealHash(chainKey, last.hash);
      }
      await insertEvents(transaction, rows);
      await moveHead(transaction, orgId, { sequence: rows.at(-1)!.sequence, occurred_at: occurredAt, seal });
      const appended = events.map((event, index) => ({ ...event, sequence: rows[index]!.sequence, occurredAt }));
      for (const follower of followers) await follower(transaction, orgId, appended);
    },
    follow: (follower) => void followers.push(follower),
  };
}
