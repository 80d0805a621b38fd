// The audit log: the organization's event stream, read page by page (specification: Audit log).
import type { Database } from '../../adapters/database/database.ts';
import { ownEventTypes, publicEventTypes } from '../../events/event-catalogue.ts';
import { findHead, lastSequenceBefore, listEventsBetween, type WantedEvents } from '../../events/events.store.ts';
import { failValidation } from '../../http/error-catalogue.ts';
import { parseTimestamp } from '../../http/timestamps.ts';
import { type PresentedEvent, presentEvents } from './present-events.ts';

export interface AuditFilters {
  /** Only events of these types, separated by commas. */
  readonly type?: string | undefined;
  /** Only events that this member or key caused, or `public` or `service`. */
  readonly actor?: string | undefined;
}

export interface AuditPage extends AuditFilters {
  readonly page: number;
  readonly limit: number;
  readonly before?: string | undefined;
  /** Nothing older than this. */
  readonly from?: string | undefined;
}

const exportPage = 500;
/**
 * The number of events that are searched for one page with a filter. A rare type costs several
 * pages, never one long read.
 */
const searchedEvents = 2_000;

export type AuditService = ReturnType<typeof createAuditService>;

export function createAuditService(database: Database) {
  async function total(orgId: string): Promise<number> {
    return (await findHead(database.read, orgId))?.sequence ?? 0;
  }

  return {
    async list(orgId: string, { page, limit, before, from, ...filters }: AuditPage) {
      const count = await total(orgId);
      const wanted = wantedBy(filters);
      if (before === undefined && from === undefined && !wanted) {
        const upTo = Math.max(0, count - (page - 1) * limit);
        const rows = await listEventsBetween(database.read, orgId, Math.max(0, upTo - limit), upTo);
        return { events: await presentEvents(database.read, orgId, rows), total: count, page, limit };
      }
      const upTo = before === undefined ? count : Math.min(count, await sequenceBefore(orgId, before));
      const oldest = from === undefined ? 0 : await lastSequenceBefore(database.read, orgId, readTime('from', from));
      const after = Math.max(oldest, upTo - (wanted ? searchedEvents : limit));
      const rows = await listEventsBetween(database.read, orgId, after, upTo, wanted, limit);
      const last = rows.at(-1);
      const reached = last && rows.length === limit ? last.sequence : after + 1;
      const next = reached > oldest + 1 ? { next_cursor: cursorOf(last?.occurred_at ?? Date.now(), reached) } : {};
      return { events: await presentEvents(database.read, orgId, rows), total: count, page, limit, ...next };
    },

    /** Oldest first, page by page, up to the latest event at the time of the call. */
    async *read(orgId: string, from: number, to: number, filters: AuditFilters): AsyncGenerator<PresentedEvent> {
      const wanted = wantedBy(filters);
      const upTo = Math.min(await total(orgId), await lastSequenceBefore(database.read, orgId, to + 1));
      let after = await lastSequenceBefore(database.read, orgId, from);
      while (after < upTo) {
        const end = Math.min(after + exportPage, upTo);
        const rows = await listEventsBetween(database.read, orgId, after, end, wanted);
        yield* await presentEvents(database.read, orgId, rows.reverse());
        after = end;
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

function wantedBy({ type, actor }: AuditFilters): WantedEvents | undefined {
  const types = type?.split(',');
  if (actor === undefined) return types && { types };
  if (actor === 'public') return { types: publicEventTypes.filter((each) => !types || types.includes(each)) };
  if (actor === 'service') return { types, exceptTypes: [...ownEventTypes, ...publicEventTypes], actor: null };
  return { types, actor, ownTypes: ownEventTypes };
}
