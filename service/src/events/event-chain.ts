// The chain over an organization's events. Events that share a transaction are a group. The hash of
// a group covers its events and the seal of the group before it, under a key of the service, so
// that a person who changes the database cannot repair the chain. Only the head has the newest
// seal, and older seals are not stored, so the tail cannot be cut off.
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

/** What the first group of an organization is chained to. */
export const chainStart = '';
/** The hash of a group is stored with its last event. All others have this. */
export const insideGroup = '';
/** Limits what a check must read before it finds the hash of a group. */
export const mostEventsPerGroup = 1_000;

export function hashGroup(key: Uint8Array, previousSeal: string, events: readonly ChainedEvent[]): string {
  // An array as JSON, six values per event: two different groups never have the same text.
  const text = JSON.stringify([
    previousSeal,
    ...events.flatMap(({ org_id, sequence, event_id, type, occurred_at, metadata }) => [
      org_id,
      sequence,
      event_id,
      type,
      occurred_at,
      metadata,
    ]),
  ]);
  return createHmac('sha256', key).update(text).digest('hex');
}

/** The seal in the head, to which the next group is chained. */
export function sealHash(key: Uint8Array, hash: string): string {
  return createHmac('sha256', key).update(`seal ${hash}`).digest('hex');
}
