// The records of the organization: search, filters, columns, export, and what the service keeps
// about them. The search and the filters are in the address.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { generatorsQuery } from '../../api/queries.ts';
import { type RecordsQuery, recordsQuery } from '../../api/records-queries.ts';
import { DataTable, Paging } from '../../components/data-table.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { recordsTexts as texts } from '../../texts/records.ts';
import { ListTools } from './list-tools.tsx';
import { filtersOf, useRecordAddress } from './record-address.ts';
import { columnsFor, useChosenColumns } from './record-columns.tsx';
import { RecordFilters } from './record-filters.tsx';
import { RecordSearch } from './record-search.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { WhatWeKeep } from './what-we-keep.tsx';

const pageSize = 20;

export function RecordsPage() {
  const { words, change, clear } = useRecordAddress();
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  const filters = filtersOf(words);
  return (
    <div ref={area} className="records">
      <PageHeading title={texts.title} lead={texts.lead} />
      <search className="panel filters" aria-label={texts.filters.label}>
        <RecordSearch search={words.search ?? ''} onSearch={(search) => change({ search })} />
        <RecordFilters value={words} onChange={change} onClear={clear} />
      </search>
      {/* Other filters start at the first page. */}
      <RecordList key={JSON.stringify(filters)} filters={filters} />
      <WhatWeKeep />
    </div>
  );
}

function RecordList({ filters }: { readonly filters: RecordsQuery }) {
  /** Where each page after the first starts. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { chosen, choose } = useChosenColumns();
  const before = cursors.at(-1);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    recordsQuery({ ...filters, limit: pageSize, ...(before !== undefined && { before }) }),
  );
  const { data: known } = useQuery(generatorsQuery);
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState height={400} />;
  const { records, next_cursor: next } = data;
  if (records.length === 0 && next === undefined && cursors.length === 0)
    return <NoRecords isFiltered={Object.keys(filters).length > 0} />;
  return (
    <>
      <ListTools filters={filters} chosen={chosen} onChoose={choose} />
      <DataTable
        label={texts.title}
        columns={columnsFor(known?.generators ?? [], chosen, records)}
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
