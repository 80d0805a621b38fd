// Your records that match what you typed into the palette: by id, token, hash or label.
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import type { Command } from './commands.ts';

const shownRecords = 5;
/** Shorter texts are words of pages. */
const shortestSearch = 3;
const pauseMilliseconds = 150;

export function useFoundRecords(typed: string, open: (recordId: string) => void): readonly Command[] {
  const [search] = useDebouncedValue(typed.trim(), pauseMilliseconds);
  const { data } = useQuery({
    queryKey: ['records', 'palette', search],
    queryFn: () => client.records.list({ search, limit: shownRecords }),
    enabled: search.length >= shortestSearch,
    retry: false,
  });
  if (search !== typed.trim() || !data) return [];
  return data.records.map(({ record_id: recordId, label, model }) => ({
    label: label ?? recordId,
    hint: texts.record(model),
    icon: 'records',
    run: () => open(recordId),
  }));
}
