// The columns of the list of jobs.
import type { Column } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { largeFilesTexts as texts } from '../../texts/large-files.ts';
import { JobActions, type JobActionsProps } from './job-actions.tsx';
import type { JobRow } from './job-rows.ts';
import { JobState } from './job-state.tsx';

export function columnsFor(actions: Omit<JobActionsProps, 'row'>): Column<JobRow>[] {
  const { columns } = texts;
  return [
    {
      title: columns.file,
      isName: true,
      cell: ({ name, kind }) => (
        <span>
          {name}
          <small className="job-kind">{texts.jobKinds[kind]}</small>
        </span>
      ),
    },
    { title: columns.state, cell: (row) => <JobState row={row} /> },
    { title: columns.size, cell: ({ size }) => <span className="job-size">{texts.size(size)}</span> },
    { title: columns.times, cell: ({ job }) => job && <Times job={job} /> },
    { title: columns.actions, isActions: true, cell: (row) => <JobActions row={row} {...actions} /> },
  ];
}

function Times({ job: { created_at, finished_at, expires_at } }: Required<Pick<JobRow, 'job'>>) {
  return (
    <div className="job-times">
      <div>
        {texts.started} <DateText time={created_at} />
      </div>
      {finished_at && (
        <div>
          {texts.finished} <DateText time={finished_at} />
        </div>
      )}
      {expires_at && (
        <div className="quiet">
          {texts.kept} <DateText time={expires_at} kind="day" />
        </div>
      )}
    </div>
  );
}
