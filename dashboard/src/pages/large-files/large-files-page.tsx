// Jobs for files that do not fit in a request: the list with progress and results, and the form for
// another one. Without jobs, the form is open.
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { jobsQuery } from '../../api/jobs-queries.ts';
import { generatorsQuery, meQuery } from '../../api/queries.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pageSetting } from '../../page-setting.ts';
import { largeFilesTexts as texts } from '../../texts/large-files.ts';
import { filesForJobs } from '../../window/handed-over.ts';
import { useWindowFiles } from '../../window/window-files.ts';
import { JobList } from './job-list.tsx';
import { NewJob } from './new-job.tsx';
import { uploads } from './uploads.ts';

export function LargeFilesPage() {
  const me = useQuery(meQuery);
  const generators = useQuery(generatorsQuery);
  // The list below asks again by itself.
  const jobs = useQuery({ ...jobsQuery(undefined, uploads.sends), refetchInterval: false });
  const hasUploads = uploads.use().length > 0;
  const [files, setFiles] = useState<readonly NamedContent[]>(() => filesForJobs.take());
  const [isOpen, setOpen] = useState(files.length > 0);
  useWindowFiles((added) => {
    setFiles((before) => [...before, ...added]);
    setOpen(true);
  }, texts.form.dropAnywhere);
  const failed = [me, generators, jobs].find(({ error, data }) => error && !data);
  const isReady = me.data && generators.data && jobs.data;
  const isEmpty = !hasUploads && jobs.data?.jobs.length === 0;
  return (
    <>
      <PageHeading
        title={texts.title}
        lead={
          <>
            {texts.lead} <Anchor href={`${pageSetting.base}/docs/use/large-files`}>{texts.guide}</Anchor>
          </>
        }
      >
        {isReady && !isEmpty && (
          <Button
            size="sm"
            variant={isOpen ? 'default' : 'filled'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? texts.closeJob : texts.newJob}
          </Button>
        )}
      </PageHeading>
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : !isReady ? (
        <LoadingState height={480} />
      ) : (
        <div className="sections">
          {(isOpen || isEmpty) && (
            <NewJob
              me={me.data}
              generators={generators.data.generators}
              files={files}
              onFiles={setFiles}
              onStarted={() => {
                setFiles([]);
                setOpen(false);
              }}
            />
          )}
          {isEmpty ? <EmptyState title={texts.emptyTitle} lead={texts.emptyLead} /> : <JobList />}
        </div>
      )}
    </>
  );
}
