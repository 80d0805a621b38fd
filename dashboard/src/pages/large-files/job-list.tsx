// The jobs of the organization, newest first, with what this tab uploads. It asks again while
// something runs.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { jobsQuery } from '../../api/jobs-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable, Paging } from '../../components/data-table.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { largeFilesTexts as texts } from '../../texts/large-files.ts';
import { columnsFor } from './job-columns.tsx';
import { JobDialog } from './job-dialog.tsx';
import { isUnfinished, type JobRow, rowsOf } from './job-rows.ts';
import { uploads } from './uploads.ts';

interface Ending {
  readonly way: 'cancel' | 'remove';
  readonly row: JobRow;
}

export function JobList() {
  /** Where each page after the first starts. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<JobRow>();
  const [ending, setEnding] = useState<Ending>();
  const own = uploads.use();
  const cursor = cursors.at(-1);
  const { data, error, refetch, isPlaceholderData } = useQuery(jobsQuery(cursor, uploads.sends));
  const end = useMutation({
    mutationFn: async ({ way, row: { job, upload } }: Ending) => {
      if (upload) return uploads.cancel(upload);
      await (way === 'cancel' ? client.jobs.cancel(job!.job_id) : client.jobs.remove(job!.job_id));
      await queryClient.invalidateQueries({ queryKey: ['jobs'] });
    },
    onSuccess: () => setEnding(undefined),
  });
  const openEnd = (way: Ending['way']) => (row: JobRow) => {
    end.reset();
    setEnding({ way, row });
  };
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState height={280} />;
  const rows = rowsOf(data.jobs, own, cursors.length === 0);
  const unfinished = rows.filter(isUnfinished).length;
  const words = ending && texts.ends[ending.way];
  return (
    <section className="job-list" aria-label={texts.list}>
      <p role="status" className="quiet">
        {unfinished > 0 && texts.summary(unfinished)}
      </p>
      <DataTable
        label={texts.list}
        columns={columnsFor({ onShow: setShown, onCancel: openEnd('cancel'), onRemove: openEnd('remove') })}
        rows={rows}
        keyOf={({ key }) => key}
        isStale={isPlaceholderData}
      />
      <Paging
        label={texts.list}
        page={cursors.length + 1}
        onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
        onNext={data.next_cursor === null ? undefined : () => setCursors([...cursors, data.next_cursor!])}
      />
      {shown?.job && <JobDialog jobId={shown.job.job_id} name={shown.name} onClose={() => setShown(undefined)} />}
      {ending && words && (
        <ConfirmDialog
          title={words.title}
          confirm={words.confirm}
          dismiss={words.dismiss}
          pending={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p>{words.words(ending.row.name)}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
