// The one stream of what happens in an organization. An event is stored in the transaction that causes it: nothing is
// lost, nothing is invented. The audit log reads this stream.
import { randomUUID } from 'node:crypto';
import type { Queries } from '../adapters/database/database.ts';
import type { NewEvent } from './event-catalogue.ts';
import { chainStart, hashEvent, sealHash } from './event-chain.ts';
import { insertEvents, lockHead, moveHead, type StoredEvent } from './events.store.ts';

export interface EventStream {
  /** Appends in order. Call it last in a transaction: it makes others of the same organization wait. */
  append(transaction: Queries, orgId: string, events: readonly NewEvent[]): Promise<readonly StoredEvent[]>;
}

export function createEventStream(chainKey: Uint8Array, now: () => number = Date.now): EventStream {
  return {
    async append(transaction, orgId, events) {
      if (events.length === 0) return [];
      const head = await lockHead(transaction, orgId, chainStart);
      // A clock that jumps back does not turn the order around.
      const occurredAt = Math.max(now(), head.occurred_at);
      let { sequence, seal } = head;
      const rows = events.map(({ type, metadata }) => {
        sequence += 1;
        const event = {
          org_id: orgId,
          sequence,
          event_id: `evt_${randomUUID()}`,
          type,
          occurred_at: occurredAt,
          metadata: JSON.stringify(metadata),
        };
        const hash = hashEvent(chainKey, seal, event);
        seal = sealHash(chainKey, hash);
        return { ...event, hash };
      });
      await insertEvents(transaction, rows);
      await moveHead(transaction, orgId, sequence, occurredAt, seal);
      return rows;
    },
  };
}
