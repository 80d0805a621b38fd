// The result of a job: what the signed file carries, or what the verification found.
import { describeVerdict } from '@content-provenance/engine/verdicts';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Job, jobQuery } from '../../api/jobs-queries.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Mark } from '../../components/marks.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { pagePaths } from '../../page-paths.ts';
import { largeFilesTexts } from '../../texts/large-files.ts';
import { carriedTexts, signTexts } from '../../texts/sign.ts';
import { ResultBody } from '../verify/results/result-body.tsx';
import { DownloadButton } from './download-button.tsx';

const texts = largeFilesTexts.result;

interface JobDialogProps {
  readonly jobId: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function JobDialog({ jobId, name, onClose }: JobDialogProps) {
  const { data, error, refetch } = useQuery(jobQuery(jobId));
  const kind = data?.kind ?? 'sign';
  return (
    <Dialog title={data ? texts.titles[kind] : name} isWide onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingState height={240} />
      ) : (
        <>
          {data.error && (
            <div className="problem">
              <p>
                {data.error.message} {data.signed && texts.failedSigned}
              </p>
            </div>
          )}
          {data.signed && <SignedFacts name={name} job={data} signed={data.signed} />}
          {data.verification && <Verification name={name} job={data} verification={data.verification} />}
        </>
      )}
      <Group justify="flex-end">
        {data?.signed && <DownloadButton jobId={jobId} name={name} />}
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </Dialog>
  );
}

interface SignedFactsProps {
  readonly name: string;
  readonly job: Job;
  readonly signed: NonNullable<Job['signed']>;
}

function SignedFacts({ name, job: { result }, signed }: SignedFactsProps) {
  const { record_id: recordId, token, carries, notes, size, sha256 } = signed;
  return (
    <dl className="facts">
      <dt>{texts.name}</dt>
      <dd>{name}</dd>
      <dt>{signTexts.carries}</dt>
      <dd className="with-copy">
        {carries.map((each) => (
          <Tag key={each}>{carriedTexts[each as keyof typeof carriedTexts] ?? each}</Tag>
        ))}
      </dd>
      {notes.length > 0 && (
        <>
          <dt>{signTexts.notes}</dt>
          <dd>{notes.join(' ')}</dd>
        </>
      )}
      <dt>{signTexts.recordId}</dt>
      <dd>
        <PageLink to={pagePaths.record} params={{ recordId }}>
          <code>{recordId}</code>
        </PageLink>
      </dd>
      <dt>{signTexts.token}</dt>
      <dd className="with-copy">
        <code>{token}</code> <CopyButton text={token} />
      </dd>
      {result && (
        <>
          <dt>{texts.written}</dt>
          <dd>
            <code>{result.object}</code>
          </dd>
        </>
      )}
      <dt>{texts.size}</dt>
      <dd>{largeFilesTexts.size(size)}</dd>
      <dt>{texts.sha256}</dt>
      <dd>
        <code>{sha256}</code>
      </dd>
    </dl>
  );
}

interface VerificationProps {
  readonly name: string;
  readonly job: Job;
  readonly verification: NonNullable<Job['verification']>;
}

function Verification({ name, job, verification }: VerificationProps) {
  const { tone, headline } = describeVerdict(verification);
  const result = { ...verification, verifiedAt: Date.parse(job.finished_at!) };
  const file = { name, size: job.size, type: '', content: null };
  return (
    <div className={`job-verdict tone-${tone}`}>
      <p className="with-copy">
        <Mark name={tone} className="sign-row-mark" /> <strong>{headline}</strong> <span>{name}</span>
      </p>
      <ResultBody file={file} result={result} preview={null} />
    </div>
  );
}
