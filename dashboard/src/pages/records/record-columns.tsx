// How the list shows a record.
import type { Answer, Generator } from '@content-provenance/client';
import { CopyButton } from '../../components/copy-button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Tag } from '../../components/tag.tsx';
import { pagePaths } from '../../page-paths.ts';
import { formatNamesOne, generatorsTexts } from '../../texts/generators.ts';
import { recordsTexts as texts } from '../../texts/records.ts';

type ListedRecord = Answer<'GET /v1/records'>['records'][number];

export function columnsFor(generators: readonly Generator[]): readonly Column<ListedRecord>[] {
  const known = new Map(generators.map((generator) => [generator.generator_id, generator]));
  return [
    {
      title: texts.columns.record,
      isName: true,
      cell: ({ record_id }) => (
        <PageLink to={pagePaths.record} params={{ recordId: record_id }}>
          <code>
            {record_id.slice(0, 8)}…{record_id.slice(-4)}
          </code>
        </PageLink>
      ),
    },
    { title: texts.columns.signed, cell: ({ signed_at }) => <DateText time={signed_at} /> },
    { title: texts.columns.model, cell: ({ model }) => model },
    { title: texts.columns.format, cell: ({ format }) => formatNamesOne[format] },
    {
      title: texts.columns.generator,
      cell: ({ generator_id }) => <GeneratorName generator={known.get(generator_id)} id={generator_id} />,
    },
    {
      title: texts.columns.token,
      isActions: true,
      cell: ({ token }) => <CopyButton text={token} label={texts.copyToken} />,
    },
  ];
}

function GeneratorName({ generator, id }: { readonly generator: Generator | undefined; readonly id: string }) {
  if (!generator) return <code>{id}</code>;
  return (
    <>
      {generator.name} {generator.status === 'revoked' && <Tag tone="bad">{generatorsTexts.status.revoked}</Tag>}
    </>
  );
}
