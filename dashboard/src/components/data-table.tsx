// Rows of the same kind: a table if there is space, a card for each row on a phone. Below it, if
// there are more rows, the links to the previous and next page.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { componentTexts as texts } from '../texts/components.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The column that names the row. A table has one. */
  readonly isName?: boolean;
  /** A column of buttons, which need no heading. */
  readonly isActions?: boolean;
}

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The old rows stay, faded, until the next ones arrive. */
  readonly isStale?: boolean;
}

export function DataTable<Row>({ label, columns, rows, keyOf, isStale = false }: DataTableProps<Row>) {
  return (
    <table className="data-table panel" aria-label={label} aria-busy={isStale}>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, isName, isActions = false }) =>
              isName ? (
                <th key={title} scope="row" data-title={title}>
                  {cell(row)}
                </th>
              ) : (
                <td key={title} data-title={title} data-actions={isActions}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PagingProps {
  readonly label: string;
  /** From 1. */
  readonly page: number;
  /** Absent: there is none. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

export function Paging({ label, page, onPrevious, onNext }: PagingProps) {
  if (!onPrevious && !onNext) return null;
  return (
    <nav className="paging" aria-label={texts.paging(label)}>
      <Button size="sm" variant="default" disabled={!onPrevious} onClick={onPrevious}>
        {texts.previous}
      </Button>
      <span aria-live="polite">{texts.pageNumber(page)}</span>
      <Button size="sm" variant="default" disabled={!onNext} onClick={onNext}>
        {texts.next}
      </Button>
    </nav>
  );
}
