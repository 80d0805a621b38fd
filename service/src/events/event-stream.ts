// The one stream of what happens in an organization. An event is stored in the transaction that causes it: nothing is
// lost, nothing is invented. The audit log reads this stream; followers count and pass on what is appended.
import { randomUUID } from 'node:crypto';
import type { Queries } from '../adapters/database/database.ts';
import type { NewEvent } from './event-catalogue.ts';
import { chainStart, hashEvent, sealHash } from './event-chain.ts';
import { insertEvents, lockHead, moveHead } from './events.store.ts';

export type AppendedEvent = NewEvent & { readonly sequence: number; readonly occurredAt: number };

/** What events set off outside the database. Called after the commit; it never fails, and happens once. */
export type Announce = () => Promise<void>;

/** Reads what it has to know, in the transaction of the events and on one journey with the lock; gives what writes their consequences. */
export type Follower = (
  transaction: Queries,
  orgId: string,
  events: readonly NewEvent[],
) => Promise<WriteConsequences | undefined>;

/** Gives what is to be done after the commit, if anything. */
export type WriteConsequences = (events: readonly AppendedEvent[]) => Promise<Announce | undefined>;

export interface EventStream {
  /** Appends in order. Call it last in a transaction: it makes others of the same organization wait. */
  append(transaction: Queries, orgId: string, events: readonly NewEvent[]): Promise<Announce>;
  follow(follower: Follower): void;
}

export function createEventStream(chainKey: Uint8Array, now: () => number = Date.now): EventStream {
  const followers: Follower[] = [];
  return {
    async append(transaction, orgId, events) {
      if (events.length === 0) return nothing;
      const [head, ...consequences] = await Promise.all([
        lockHead(transaction, orgId, chainStart),
        ...followers.map((follower) => follower(transaction, orgId, events)),
      ]);
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
      const appended = events.map((event, index) => ({ ...event, sequence: rows[index]!.sequence, occurredAt }));
      const announcements: Announce[] = [];
      for (const write of consequences) {
        const announce = await write?.(appended);
        if (announce) announcements.push(announce);
      }
      return announcements.length === 0 ? nothing : once(announcements);
    },
    follow: (follower) => void followers.push(follower),
  };
}

const nothing: Announce = async () => undefined;

function once(announcements: readonly Announce[]): Announce {
  let running: Promise<unknown> | undefined;
  return async () => {
    running ??= Promise.all(announcements.map((announce) => announce()));
    await running;
  };
}
