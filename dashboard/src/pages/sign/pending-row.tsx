// A file that is not signed yet: waiting, being sent, being signed, or failed with a next step.
import { Button, Progress as ProgressBar } from '@mantine/core';
import type { Progress } from '../../api/upload-list.ts';
import { PageLink } from '../../components/page-link.tsx';
import { progressWords } from '../../components/progress-words.ts';
import { pagePaths } from '../../page-paths.ts';
import { componentTexts } from '../../texts/components.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { type SigningTask, signings } from './sign-file.ts';
import { TooLargeButton } from './too-large.tsx';

type Unfinished = Exclude<Progress<unknown>, { step: 'done' }>;

interface PendingWordsProps {
  readonly name: string;
  readonly size: number;
  readonly progress: Unfinished;
}

export function PendingWords({ name, size, progress }: PendingWordsProps) {
  return (
    <>
      <span className="sign-row-state">{progressWords(progress, size, texts.working)}</span>
      {progress.step === 'uploading' && <ProgressBar value={100 * progress.fraction} aria-label={name} />}
    </>
  );
}

interface PendingActionsProps {
  readonly id: number;
  readonly task: SigningTask;
  readonly progress: Unfinished;
}

export function PendingActions({ id, task, progress }: PendingActionsProps) {
  if (progress.step === 'working') return null;
  if (progress.step !== 'failed') {
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.cancel(task.name)}
        onClick={() => signings.cancel(id)}
      >
        {componentTexts.cancel}
      </Button>
    );
  }
  return (
    <>
      {progress.mayRetry && (
        <Button size="compact-sm" variant="default" onClick={() => signings.retry(id)}>
          {componentTexts.again}
        </Button>
      )}
      {progress.isTooLarge && <TooLargeButton file={task} />}
      {progress.needsPlan && <PageLink to={pagePaths.billing}>{componentTexts.plans}</PageLink>}
    </>
  );
}
