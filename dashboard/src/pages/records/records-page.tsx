// The records of the organization: search by id or token, filter by generator and format. The
// filters are in the address.
import type { Query } from '@content-provenance/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { generatorsQuery } from '../../api/queries.ts';
import { recordsQuery } from '../../api/records-queries.ts';
import { DataTable, Paging } from '../../components/data-table.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { formatNames } from '../../texts/generators.ts';
import { recordsTexts as texts } from '../../texts/records.ts';
import { columnsFor } from './record-columns.tsx';
import { RecordFilters } from './record-filters.tsx';
import { RecordSearch } from './record-search.tsx';

type ListQuery = NonNullable<Query<'GET /v1/records'>>;
const pageSize = 20;

export function RecordsPage() {
  const { generator, format } = useSearch({ strict: false });
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className="panel filters">
        <RecordSearch />
        <RecordFilters generator={generator} format={format} />
      </div>
      {/* Other filters start at the first page. */}
      <RecordList
        key={`${generator} ${format}`}
        filters={{
          ...(generator !== undefined && { generator_id: generator }),
          ...(format !== undefined &&
            Object.hasOwn(formatNames, format) && { format: format as keyof typeof formatNames }),
        }}
      />
    </>
  );
}

function RecordList({ filters }: { readonly filters: ListQuery }) {
  /** Where each page after the first starts. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const before = cursors.at(-1);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    recordsQuery({ ...filters, limit: pageSize, ...(before !== undefined && { before }) }),
  );
  const { data: known } = useQuery(generatorsQuery);
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState height={400} />;
  if (data.records.length === 0) return <NoRecords isFiltered={Object.keys(filters).length > 0} />;
  const { records, next_cursor: next } = data;
  return (
    <>
      <DataTable
        label={texts.title}
        columns={columnsFor(known?.generators ?? [])}
        rows={records}
        keyOf={({ record_id }) => record_id}
        isStale={isPlaceholderData}
      />
      <Paging
        label={texts.title}
        page={cursors.length + 1}
        onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
        onNext={next === undefined ? undefined : () => setCursors([...cursors, next])}
      />
    </>
  );
}

function NoRecords({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title={texts.noMatchTitle} lead={texts.noMatchLead}>
      <PageButton to={pagePaths.records} search={{}}>
        {texts.noMatchAction}
      </PageButton>
    </EmptyState>
  ) : (
    <EmptyState title={texts.emptyTitle} lead={texts.emptyLead}>
      <PageButton to={pagePaths.sign}>{texts.emptyAction}</PageButton>
    </EmptyState>
  );
}
