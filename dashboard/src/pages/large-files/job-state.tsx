// The state of a job: a word, its progress, and in plain words what it waits for or why it failed.
import { Progress } from '@mantine/core';
import { Tag } from '../../components/tag.tsx';
import { componentTexts } from '../../texts/components.ts';
import { largeFilesTexts as texts } from '../../texts/large-files.ts';
import { useDownloads } from './job-downloads.ts';
import type { JobRow } from './job-rows.ts';
import type { JobUpload } from './uploads.ts';

const { states, notes } = texts;

export function JobState({ row }: { readonly row: JobRow }) {
  return (
    <div className="job-state">
      {row.upload ? <UploadState upload={row.upload} /> : <ServiceState row={row} />}
      {row.job && <DownloadState jobId={row.job.job_id} name={row.name} />}
    </div>
  );
}

function UploadState({ upload: { file, progress } }: { readonly upload: JobUpload }) {
  if (progress.step === 'failed') {
    return (
      <>
        <Tag tone="bad">{states.failed}</Tag>
        <span>{progress.words}</span>
      </>
    );
  }
  if (progress.step === 'waiting') {
    return (
      <>
        <Tag>{states.waiting}</Tag>
        <span className="quiet">{notes.queued}</span>
      </>
    );
  }
  const { fraction, secondsLeft, pause } = progress;
  const words = [
    componentTexts.uploading(fraction * file.size, file.size),
    ...(secondsLeft === undefined ? [] : [componentTexts.left(secondsLeft)]),
  ].join(', ');
  return (
    <>
      <Tag tone={pause === undefined ? 'none' : 'warn'}>{states.uploading}</Tag>
      <Progress value={100 * fraction} aria-label={file.name} />
      <span className="quiet">{words}</span>
      <span role="status">{pause}</span>
    </>
  );
}

function ServiceState({ row: { job, kind, name } }: { readonly row: JobRow }) {
  switch (job?.state) {
    case 'uploading':
      return (
        <>
          <Tag tone="warn">{states.unfinished}</Tag>
          <span className="quiet">{notes.unfinished}</span>
        </>
      );
    case 'running':
      return (
        <>
          <Tag>{states.running[kind]}</Tag>
          <Progress value={100 * job.progress} aria-label={name} />
          <span className="quiet">{job.progress > 0 ? notes.percent(job.progress) : notes.starting}</span>
        </>
      );
    case 'succeeded':
      return <Tag tone={kind === 'sign' ? 'good' : 'none'}>{states.succeeded[kind]}</Tag>;
    case 'failed':
      return (
        <>
          <Tag tone="bad">{states.failed}</Tag>
          <span>{job.error?.message}</span>
        </>
      );
    case 'canceled':
      return <Tag>{states.canceled}</Tag>;
    default:
      return (
        <>
          <Tag>{states.waiting}</Tag>
          <span className="quiet">{notes.waiting}</span>
        </>
      );
  }
}

function DownloadState({ jobId, name }: { readonly jobId: string; readonly name: string }) {
  const download = useDownloads().get(jobId);
  if (!download) return null;
  if (download.step === 'failed') return <span role="alert">{download.words}</span>;
  return (
    <>
      <Progress value={100 * download.fraction} aria-label={texts.download.of(name)} />
      <span className="quiet">{texts.download.running(download.fraction)}</span>
      <span role="status">{download.isPaused && texts.download.paused}</span>
    </>
  );
}
