// The audit log: a sentence for each event, filtered by kind, actor and time, page by page, and as
// a file. The filters are in the address.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type AuditFilters, auditQuery } from '../../api/audit-queries.ts';
import { type Column, DataTable, Paging } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { auditTexts as texts } from '../../texts/audit.ts';
import { sentenceOfEvent } from '../../texts/audit-events.ts';
import type { AuditEvent } from '../../texts/audit-facts.ts';
import { AuditExport } from './audit-export.tsx';
import { AuditFilterRow } from './audit-filter-row.tsx';
import { EventDetails } from './event-details.tsx';
import { EventLink } from './event-link.tsx';

const columns: Column<AuditEvent>[] = [
  {
    title: texts.columns.event,
    isName: true,
    cell: (event) => (
      <span className="event-sentence">
        <span>{sentenceOfEvent(event)}</span>
        <EventLink event={event} />
      </span>
    ),
  },
  { title: texts.columns.time, cell: ({ timestamp }) => <DateText time={timestamp} /> },
  { title: texts.columns.details, cell: (event) => <EventDetails event={event} /> },
];

export function AuditPage() {
  const { type = '', actor = '', from = '', to = '' } = useSearch({ from: '/signed-in/audit-log' });
  const filters: AuditFilters = { type, actor, from, to };
  const navigate = useNavigate();
  // Where each page starts. The first starts at the end of the chosen time.
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const { data, error, refetch, isPlaceholderData } = useQuery(auditQuery(filters, cursors.at(-1)));
  const choose = (chosen: Partial<AuditFilters>) => {
    const search = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''));
    setCursors([undefined]);
    void navigate({ to: pagePaths.auditLog, search, replace: true, resetScroll: false });
  };
  const next = data?.next_cursor;
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className="sections">
        <AuditFilterRow value={filters} events={data?.events ?? []} onChange={choose} onClear={() => choose({})} />
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : !data ? (
          <LoadingState height={560} />
        ) : data.events.length === 0 ? (
          <EmptyState title={texts.emptyTitle} lead={texts.emptyLead} />
        ) : (
          <div>
            <DataTable
              label={texts.title}
              columns={columns}
              rows={data.events}
              keyOf={({ event_id }) => event_id}
              isStale={isPlaceholderData}
            />
            <Paging
              label={texts.title}
              page={cursors.length}
              onPrevious={cursors.length > 1 ? () => setCursors(cursors.slice(0, -1)) : undefined}
              onNext={next !== undefined && !isPlaceholderData ? () => setCursors([...cursors, next]) : undefined}
            />
          </div>
        )}
        <AuditExport filters={filters} />
      </div>
    </>
  );
}
