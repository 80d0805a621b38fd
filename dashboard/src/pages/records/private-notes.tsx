// The label and the thumbnail of a record on its page, for members of its organization only. With
// labels turned off and without a thumbnail, there is nothing to show.
import { Button, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client, queryClient } from '../../api/client.ts';
import { notesQuery, recordSettingsQuery } from '../../api/records-queries.ts';
import { Field, Form } from '../../components/form.tsx';
import { notesTexts as texts } from '../../texts/records.ts';
import { RecordThumbnail } from './record-thumbnail.tsx';

export function PrivateNotes({ recordId }: { readonly recordId: string }) {
  const { data: notes } = useQuery(notesQuery(recordId));
  const { data: settings } = useQuery(recordSettingsQuery);
  const change = useMutation({
    mutationFn: (label: string | null) => client.records.changeLabel(recordId, label),
    onSuccess: (saved) => {
      queryClient.setQueryData(notesQuery(recordId).queryKey, saved);
      return queryClient.invalidateQueries({ queryKey: ['records', 'list'] });
    },
  });
  if (!notes || !settings || (!settings.keeps_labels && !notes.has_thumbnail)) return null;
  return (
    <section className="panel stack" aria-labelledby="private-notes">
      <Title order={2} id="private-notes">
        {texts.title}
      </Title>
      <p className="quiet">{texts.lead}</p>
      <div className="private-notes">
        {notes.has_thumbnail && <RecordThumbnail recordId={recordId} hasThumbnail description={texts.thumbnail} />}
        {settings.keeps_labels && (
          <div className="stack">
            <Form
              key={notes.label}
              submit={texts.save}
              pending={change.isPending}
              error={change.error}
              isInline
              onSubmit={({ label = '' }) => change.mutate(label)}
            >
              <Field name="label" label={texts.label} defaultValue={notes.label ?? ''} maxLength={200} />
            </Form>
            {notes.label !== null && (
              <div>
                <Button variant="default" size="sm" disabled={change.isPending} onClick={() => change.mutate(null)}>
                  {texts.remove}
                </Button>
              </div>
            )}
            <div role="status">{change.isSuccess && (notes.label === null ? texts.removed : texts.saved)}</div>
          </div>
        )}
      </div>
    </section>
  );
}
