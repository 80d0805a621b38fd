// The audit log: the organization's event stream, read page by page (specification: Audit log).
import type { Database } from '../../adapters/database/database.ts';
import { findHead, lastSequenceBefore, listEventsBetween, type StoredEvent } from '../../events/events.store.ts';
import { failValidation } from '../../http/error-catalogue.ts';
import { parseTimestamp } from '../../http/timestamps.ts';

export interface AuditPage {
  readonly page: number;
  readonly limit: number;
  readonly before?: string | undefined;
  /** Only events of this type. */
  readonly type?: string | undefined;
  /** Nothing older than this. */
  readonly from?: string | undefined;
}

const exportPage = 500;
/**
 * The number of events that are read for one page of a type. A rare type costs several pages, never
 * one long read.
 */
const searchedEvents = 2_000;

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService(database: Database) {
  async function total(orgId: string): Promise<number> {
    return (await findHead(database.read, orgId))?.sequence ?? 0;
  }

  return {
    async list(orgId: string, { page, limit, before, type, from }: AuditPage) {
      const count = await total(orgId);
      if (before === undefined && type === undefined && from === undefined) {
        const upTo = Math.max(0, count - (page - 1) * limit);
        const events = await listEventsBetween(database.read, orgId, Math.max(0, upTo - limit), upTo);
        return { events: events.map(present), total: count, page, limit };
      }
      const upTo = before === undefined ? count : Math.min(count, await sequenceBefore(orgId, before));
      const oldest = from === undefined ? 0 : await lastSequenceBefore(database.read, orgId, readTime('from', from));
      const after = Math.max(oldest, upTo - (type === undefined ? limit : searchedEvents));
      const events = await listEventsBetween(
        database.read,
        orgId,
        after,
        upTo,
        type === undefined ? type : { type, limit },
      );
      const last = events.at(-1);
      const reached = last && events.length === limit ? last.sequence : after + 1;
      const next = reached > oldest + 1 ? { next_cursor: cursorOf(last?.occurred_at ?? Date.now(), reached) } : {};
      return { events: events.map(present), total: count, page, limit, ...next };
    },

    /** Oldest first, page by page, up to the latest event at the time of the call. */
    async *read(orgId: string, from: number, to: number): AsyncGenerator<ReturnType<typeof present>> {
      const upTo = Math.min(await total(orgId), await lastSequenceBefore(database.read, orgId, to + 1));
      let after = await lastSequenceBefore(database.read, orgId, from);
      while (after < upTo) {
        const events = await listEventsBetween(database.read, orgId, after, Math.min(after + exportPage, upTo));
        for (const event of events.reverse()) yield present(event);
        after += exportPage;
      }
    },
  };

  /**
   * A plain timestamp, or our own cursor: a timestamp and, after `~`, the sequence number that
   * separates equal times.
   */
  async function sequenceBefore(orgId: string, before: string): Promise<number> {
    const [time, sequence] = before.split('~');
    const milliseconds = parseTimestamp(time!);
    if (milliseconds === undefined || (sequence !== undefined && !/^\d{1,15}$/.test(sequence))) {
      failValidation('before', 'must be an ISO 8601 timestamp with a time zone, or a next_cursor');
    }
    if (sequence === undefined) return lastSequenceBefore(database.read, orgId, milliseconds);
    return Number(sequence) - 1;
  }
}

function readTime(path: string, text: string): number {
  return parseTimestamp(text) ?? failValidation(path, 'must be an ISO 8601 date, or a timestamp with a time zone');
}

function cursorOf(time: number, sequence: number): string {
  return `${new Date(time).toISOString()}~${sequence}`;
}

function present(event: StoredEvent) {
  return {
    event_id: event.event_id,
    type: event.type,
    timestamp: new Date(event.occurred_at).toISOString(),
    metadata: JSON.parse(event.metadata) as Record<string, unknown>,
  };
}
