// What you can do with a job: continue its upload, cancel it, download or see its result, or delete
// it.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListedJob } from '../../api/jobs-queries.ts';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { componentTexts } from '../../texts/components.ts';
import { largeFilesTexts as texts } from '../../texts/large-files.ts';
import { DownloadButton } from './download-button.tsx';
import type { JobRow } from './job-rows.ts';
import { uploads } from './uploads.ts';

export interface JobActionsProps {
  readonly row: JobRow;
  readonly onShow: (row: JobRow) => void;
  readonly onCancel: (row: JobRow) => void;
  readonly onRemove: (row: JobRow) => void;
}

const small = { size: 'xs', variant: 'default' } as const;

export function JobActions({ row, onShow, onCancel, onRemove }: JobActionsProps) {
  const { job, upload, name, kind } = row;
  if (upload?.progress.step === 'failed') return <FailedUpload row={row} />;
  const cancel = (
    <Button {...small} aria-label={texts.cancelOf(name)} onClick={() => onCancel(row)}>
      {componentTexts.cancel}
    </Button>
  );
  if (!job || upload || job.finished_at === null) {
    return (
      <div className="key-actions">
        {job?.state === 'uploading' && !upload && <ContinueUpload job={job} name={name} />}
        {cancel}
      </div>
    );
  }
  const hasResult = job.state === 'succeeded' || (job.state === 'failed' && kind === 'sign' && job.result !== null);
  return (
    <div className="key-actions">
      {job.state === 'succeeded' && kind === 'sign' && <DownloadButton jobId={job.job_id} name={name} />}
      {hasResult && (
        <Button {...small} aria-label={texts.showOf(name)} onClick={() => onShow(row)}>
          {texts.show}
        </Button>
      )}
      <Button {...small} aria-label={texts.removeOf(name)} onClick={() => onRemove(row)}>
        {texts.remove}
      </Button>
    </div>
  );
}

function FailedUpload({ row: { upload, name } }: { readonly row: JobRow }) {
  const { id, progress } = upload!;
  if (progress.step !== 'failed') return null;
  return (
    <div className="key-actions">
      {progress.mayRetry && (
        <Button {...small} aria-label={texts.retryOf(name)} onClick={() => uploads.retry(id)}>
          {componentTexts.again}
        </Button>
      )}
      {progress.needsPlan && <PageLink to={pagePaths.billing}>{componentTexts.plans}</PageLink>}
      <Button {...small} aria-label={texts.clearOf(name)} onClick={() => void uploads.cancel(upload!)}>
        {texts.clear}
      </Button>
    </div>
  );
}

/** A file that is chosen again: the browser gives no other access to it after a reload. */
function ContinueUpload({ job, name }: { readonly job: ListedJob; readonly name: string }) {
  const [isOther, setOther] = useState(false);
  const resume = ([file]: readonly File[]) => {
    if (!file) return;
    const isSame = file.size === job.size && (job.file_name === null || job.file_name === file.name);
    setOther(!isSame);
    if (isSame) uploads.resume(job, file);
  };
  return (
    <>
      <ChooseFiles
        {...small}
        label={texts.upload.continue}
        name={texts.upload.continueOf(name)}
        isSingle
        onFiles={resume}
      />
      {isOther && (
        <p className="job-problem" role="alert">
          {texts.upload.otherFile(name, texts.size(job.size))}
        </p>
      )}
    </>
  );
}
