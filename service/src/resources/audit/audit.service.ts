// The audit log: the organization's event stream, read page by page (specification: Audit log).
import type { Database } from '../../adapters/database/database.ts';
import { findHead, lastSequenceBefore, listEventsBetween, type StoredEvent } from '../../events/events.store.ts';
import { failValidation } from '../../http/error-catalogue.ts';
import { parseTimestamp } from '../../http/timestamps.ts';

export interface AuditPage {
  readonly page: number;
  readonly limit: number;
  readonly before?: string | undefined;
}

const exportPage = 500;

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService(database: Database) {
  async function total(orgId: string): Promise<number> {
    return (await findHead(database.read, orgId))?.sequence ?? 0;
  }

  return {
    async list(orgId: string, { page, limit, before }: AuditPage) {
      const count = await total(orgId);
      if (before === undefined) {
        const upTo = Math.max(0, count - (page - 1) * limit);
        const events = await listEventsBetween(database.read, orgId, Math.max(0, upTo - limit), upTo);
        return { events: events.map(present), total: count, page, limit };
      }
      const upTo = await sequenceBefore(orgId, before);
      const events = await listEventsBetween(database.read, orgId, Math.max(0, upTo - limit), upTo);
      const last = events.at(-1);
      const next = last && last.sequence > 1 ? { next_cursor: cursorOf(last) } : {};
      return { events: events.map(present), total: count, page, limit, ...next };
    },

    /** Oldest first, page by page, up to what exists now. */
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

  /** A plain timestamp, or a cursor of ours: a timestamp and, behind `~`, the sequence that tells equal times apart. */
  async function sequenceBefore(orgId: string, before: string): Promise<number> {
    const [time, sequence] = before.split('~');
    const milliseconds = parseTimestamp(time!);
    if (milliseconds === undefined || (sequence !== undefined && !/^\d{1,15}$/.test(sequence))) {
      failValidation('before', 'must be a timestamp (ISO 8601 with a zone) or a next_cursor');
    }
    if (sequence === undefined) return lastSequenceBefore(database.read, orgId, milliseconds);
    return Number(sequence) - 1;
  }
}

function cursorOf(event: StoredEvent): string {
  return `${new Date(event.occurred_at).toISOString()}~${event.sequence}`;
}

function present(event: StoredEvent) {
  return {
    event_id: event.event_id,
    type: event.type,
    timestamp: new Date(event.occurred_at).toISOString(),
    metadata: JSON.parse(event.metadata) as Record<string, unknown>,
  };
}
