// The query of the audit page: one page of events, newest first.
import type { Answer } from '@content-provenance/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export interface AuditFilters {
  /** Types separated by commas. '' for all. */
  readonly type: string;
  /** The ID of a member or key, `public` or `service`. '' for anyone. */
  readonly actor: string;
  /** YYYY-MM-DD in UTC, inclusive. '' for no end. */
  readonly from: string;
  readonly to: string;
}

const day = 24 * 60 * 60 * 1_000;
/** A rare type can take several responses. After this many, the page shows what it has. */
const mostAnswers = 25;

export const auditQuery = (filters: AuditFilters, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['audit', filters, cursor],
    queryFn: () => readPage(filters, cursor ?? endOf(filters.to)),
    placeholderData: keepPreviousData,
  });

async function readPage({ type, actor, from }: AuditFilters, before: string): Promise<Answer<'GET /v1/audit'>> {
  const query = {
    limit: 20,
    ...(type !== '' && { type }),
    ...(actor !== '' && { actor }),
    ...(from !== '' && { from }),
  };
  let page = await client.audit.list({ ...query, before });
  for (
    let answers = 1;
    page.events.length === 0 && page.next_cursor !== undefined && answers < mostAnswers;
    answers += 1
  ) {
    page = await client.audit.list({ ...query, before: page.next_cursor });
  }
  return page;
}

/** The moment after a day. Without a day, some time after now, because clocks can differ. */
function endOf(to: string): string {
  return new Date((to === '' ? Date.now() : Date.parse(to)) + day).toISOString();
}
