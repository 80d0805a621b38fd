// Records that match what you typed into the palette: by id or by token.
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { paletteTexts as texts } from '../../texts/palette.ts';
import type { Command } from './commands.ts';

const looksLikeRecord = /^(svc_[\w-]{20,}|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

export function useFoundRecords(typed: string, open: (recordId: string) => void): readonly Command[] {
  const asked = typed.trim();
  const { data } = useQuery({
    queryKey: ['records', 'palette', asked],
    enabled: looksLikeRecord.test(asked),
    retry: false,
    queryFn: async () => {
      const recordId = asked.startsWith('svc_') ? (await client.verify.status(asked)).record_id : asked;
      return client.records.get(recordId);
    },
  });
  if (!data) return [];
  const { record_id: recordId, model } = data;
  return [{ label: recordId, hint: texts.record(model), icon: 'records', run: () => open(recordId) }];
}
