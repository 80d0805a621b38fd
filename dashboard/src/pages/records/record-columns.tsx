// How the list shows a record, and which columns the user has chosen in this browser.
import type { Generator } from '@content-provenance/client';
import { useState } from 'react';
import type { ListedRecord } from '../../api/records-queries.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Tag } from '../../components/tag.tsx';
import { pagePaths } from '../../page-paths.ts';
import { formatNamesOne, generatorsTexts } from '../../texts/generators.ts';
import { recordsTexts as texts } from '../../texts/records.ts';
import { RecordThumbnail } from './record-thumbnail.tsx';

export type ColumnName = Exclude<keyof typeof texts.columns, 'record'>;

export const columnNames = Object.keys(texts.columns).filter((name) => name !== 'record') as ColumnName[];
const usualColumns: readonly ColumnName[] = ['thumbnail', 'model', 'format', 'generator', 'signed', 'verifications'];
const kept = 'record-columns';

export function useChosenColumns() {
  const [chosen, setChosen] = useState<readonly ColumnName[]>(() => {
    const stored = localStorage.getItem(kept)?.split(' ');
    return stored ? columnNames.filter((name) => stored.includes(name)) : usualColumns;
  });
  const choose = (names: readonly ColumnName[]) => {
    localStorage.setItem(kept, names.join(' '));
    setChosen(names);
  };
  return { chosen, choose };
}

export function columnsFor(
  generators: readonly Generator[],
  chosen: readonly ColumnName[],
  records: readonly ListedRecord[],
): readonly Column<ListedRecord>[] {
  const known = new Map(generators.map((generator) => [generator.generator_id, generator]));
  const cells: Readonly<Record<Exclude<ColumnName, 'thumbnail'>, Column<ListedRecord>['cell']>> = {
    model: ({ model }) => model,
    format: ({ format }) => formatNamesOne[format],
    generator: ({ generator_id }) => <GeneratorName generator={known.get(generator_id)} id={generator_id} />,
    signed: ({ signed_at }) => <DateText time={signed_at} />,
    verifications: (record) => <Verifications record={record} />,
    id: ({ record_id }) => <code>{record_id}</code>,
    hash: ({ content_hash }) => <code>{content_hash}</code>,
    token: ({ token }) => <CopyButton text={token} label={texts.copyToken} />,
  };
  // One place for all, so that the names stay in line.
  const withThumbnails = chosen.includes('thumbnail') && records.some(({ has_thumbnail }) => has_thumbnail);
  return [
    {
      title: texts.columns.record,
      isName: true,
      cell: (record) => <RecordName record={record} withThumbnail={withThumbnails} />,
    },
    ...chosen.flatMap((name) =>
      name === 'thumbnail' ? [] : [{ title: texts.columns[name], isActions: name === 'token', cell: cells[name] }],
    ),
  ];
}

function RecordName({ record, withThumbnail }: { readonly record: ListedRecord; readonly withThumbnail: boolean }) {
  const { record_id: recordId, label, has_thumbnail: hasThumbnail } = record;
  return (
    <span className="record-name">
      {withThumbnail && <RecordThumbnail recordId={recordId} hasThumbnail={hasThumbnail} description="" />}
      <PageLink to={pagePaths.record} params={{ recordId }}>
        {label ?? (
          <code>
            {recordId.slice(0, 8)}…{recordId.slice(-4)}
          </code>
        )}
      </PageLink>
    </span>
  );
}

function Verifications({ record }: { readonly record: ListedRecord }) {
  const { verification_count: count, authentic_count, tamper_count, not_proven_count } = record;
  return (
    <div>
      {count.toLocaleString('en')}
      {count > 0 && <div className="quiet counts">{texts.counts(authentic_count, tamper_count, not_proven_count)}</div>}
    </div>
  );
}

function GeneratorName({ generator, id }: { readonly generator: Generator | undefined; readonly id: string }) {
  if (!generator) return <code>{id}</code>;
  return (
    <>
      {generator.name} {generator.status === 'revoked' && <Tag tone="bad">{generatorsTexts.status.revoked}</Tag>}
    </>
  );
}
