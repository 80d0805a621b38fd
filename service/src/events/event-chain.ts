// The chain over an organization's events: each event's hash covers the event and the seal of the
// event before it, under a key of the service, so that a person who changes the database cannot
// repair the chain. Only the head has the newest seal, and older seals are not stored, so the tail
// cannot be cut off.
import { createHmac } from 'node:crypto';

export interface ChainedEvent {
  readonly org_id: string;
  readonly sequence: number;
  readonly event_id: string;
  readonly type: string;
  readonly occurred_at: number;
  /** The JSON text as stored. */
  readonly metadata: string;
}

/** What the first event of an organization is chained to. */
export const chainStart = '';

export function hashEvent(key: Uint8Array, previousSeal: string, event: ChainedEvent): string {
  // An array as JSON: two different events never have the same text.
  const text = JSON.stringify([
    previousSeal,
    event.org_id,
    event.sequence,
    event.event_id,
    event.type,
    event.occurred_at,
    event.metadata,
  ]);
  return createHmac('sha256', key).update(text).digest('hex');
}

/** The seal in the head, to which the next event is chained. */
export function sealHash(key: Uint8Array, hash: string): string {
  return createHmac('sha256', key).update(`seal ${hash}`).digest('hex');
}
