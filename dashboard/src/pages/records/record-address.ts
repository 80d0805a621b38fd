// The search and the filters of the list, as the address has them and as the service takes them.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RecordsQuery } from '../../api/records-queries.ts';
import { pagePaths } from '../../page-paths.ts';
import { formatNames } from '../../texts/generators.ts';
import { recordsTexts as texts } from '../../texts/records.ts';

const names = ['search', 'generator', 'model', 'format', 'verdict', 'from', 'to'] as const;

export type RecordSearchWords = { readonly [Name in (typeof names)[number]]?: string };

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

export function useRecordAddress() {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const words = Object.fromEntries(
    names.flatMap((name) => (typeof address[name] === 'string' ? [[name, address[name]]] : [])),
  ) as RecordSearchWords;
  const open = (wanted: RecordSearchWords) => {
    const search = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value));
    void navigate({ to: pagePaths.records, search, replace: true, resetScroll: false });
  };
  return {
    words,
    change: (changed: RecordSearchWords) => open({ ...words, ...changed }),
    clear: () => open({}),
  };
}

/** What a hand-written address says wrongly is left out. */
export function filtersOf({ search, generator, model, format, verdict, from, to }: RecordSearchWords) {
  return {
    ...(search?.trim() && { search: search.trim().slice(0, 200) }),
    ...(generator && { generator_id: generator }),
    ...(model && { model }),
    ...(format && Object.hasOwn(formatNames, format) && { format: format as keyof typeof formatNames }),
    ...(verdict &&
      Object.hasOwn(texts.verdicts, verdict) && { verdict: verdict as NonNullable<RecordsQuery['verdict']> }),
    ...(from && dayForm.test(from) && { from }),
    ...(to && dayForm.test(to) && { to }),
  } satisfies RecordsQuery;
}
