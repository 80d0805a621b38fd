// The generators of the organization.
import type { Generator } from '@content-provenance/client';
import { useQuery } from '@tanstack/react-query';
import { generatorsQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton, PageLink } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { generatorsTexts as texts } from '../../texts/generators.ts';
import { FormatList, GeneratorStatus } from './generator-facts.tsx';

const columns: readonly Column<Generator>[] = [
  {
    title: texts.columns.name,
    isName: true,
    cell: ({ generator_id, name }) => (
      <PageLink to={pagePaths.generator} params={{ generatorId: generator_id }}>
        {name}
      </PageLink>
    ),
  },
  { title: texts.columns.status, cell: ({ status }) => <GeneratorStatus status={status} /> },
  { title: texts.columns.mode, cell: ({ mode }) => texts.mode[mode] },
  { title: texts.columns.formats, cell: ({ supported_formats }) => <FormatList formats={supported_formats} /> },
  { title: texts.columns.created, cell: ({ created_at }) => <DateText time={created_at} /> },
];

export function GeneratorsPage() {
  const { data, error, refetch } = useQuery(generatorsQuery);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead}>
        <PageButton to={pagePaths.newGenerator}>{texts.create}</PageButton>
      </PageHeading>
      {data ? (
        data.generators.length > 0 ? (
          <DataTable
            label={texts.title}
            columns={columns}
            rows={data.generators}
            keyOf={({ generator_id }) => generator_id}
          />
        ) : (
          <EmptyState title={texts.emptyTitle} lead={texts.emptyLead} />
        )
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <LoadingState height={200} />
      )}
    </>
  );
}
