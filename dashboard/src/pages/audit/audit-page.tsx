// The audit log: filtered by kind and time, page by page, and as a file.
import type { Answer } from '@content-provenance/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditFilters, auditQuery } from '../../api/audit-queries.ts';
import { type Column, DataTable, Paging } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { auditTexts as texts } from '../../texts/audit.ts';
import { AuditExport } from './audit-export.tsx';
import { AuditFilterRow } from './audit-filter-row.tsx';
import { EventDetails } from './event-details.tsx';

type AuditEvent = Answer<'GET /v1/audit'>['events'][number];

const noFilters: AuditFilters = { type: '', from: '', to: '' };

const columns: Column<AuditEvent>[] = [
  { title: texts.columns.type, isName: true, cell: ({ type }) => texts.types[type] ?? type },
  { title: texts.columns.time, cell: ({ timestamp }) => <DateText time={timestamp} /> },
  { title: texts.columns.details, cell: ({ metadata }) => <EventDetails metadata={metadata} /> },
];

export function AuditPage() {
  const [filters, setFilters] = useState(noFilters);
  // Where each page starts. The first starts at the end of the chosen time.
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const { data, error, refetch, isPlaceholderData } = useQuery(auditQuery(filters, cursors.at(-1)));
  const choose = (chosen: AuditFilters) => {
    setFilters(chosen);
    setCursors([undefined]);
  };
  const next = data?.next_cursor;
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className="sections">
        <AuditFilterRow value={filters} onChange={choose} onClear={() => choose(noFilters)} />
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
