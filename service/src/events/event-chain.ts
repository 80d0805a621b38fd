// The chain over an organization's events: each event's hash covers the event and the seal of the
// event before it, under a key of the service, so that whoever changes the database cannot mend the
// chain. The newest seal stands in the head alone: the tail cannot be cut off, since an older seal
// is to be found nowhere.
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
  // An array as JSON: no two different events have the same text.
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

/** What the head holds and the next event is chained to. */
export function sealHash(key: Uint8Array, hash: string): string {
  return createHmac('sha256', key).update(`seal ${hash}`).digest('hex');
}
