// Opens the record for an id or a token.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { Field, Form } from '../../components/form.tsx';
import { pagePaths } from '../../page-paths.ts';
import { recordsTexts as texts } from '../../texts/records.ts';

export function RecordSearch() {
  const navigate = useNavigate();
  const find = useMutation({
    mutationFn: async (asked: string) =>
      asked.startsWith('svc_')
        ? (await client.verify.status(asked)).record_id
        : (await client.records.get(asked)).record_id,
    onSuccess: (recordId) => navigate({ to: pagePaths.record, params: { recordId } }),
  });
  return (
    <search>
      <Form
        submit={texts.searchSubmit}
        pending={find.isPending}
        error={find.error}
        isInline
        onSubmit={({ asked = '' }) => find.mutate(asked.trim())}
      >
        <Field name="asked" label={texts.search} note={texts.searchNote} autoComplete="off" maxLength={200} />
      </Form>
    </search>
  );
}
