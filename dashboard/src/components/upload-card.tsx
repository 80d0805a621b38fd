// A file on its way: waiting, being sent, being worked on, or failed with the way to try again.
import { Button, Loader, Progress as ProgressBar } from '@mantine/core';
import type { Progress } from '../api/upload-list.ts';
import { pagePaths } from '../page-paths.ts';
import { componentTexts as texts } from '../texts/components.ts';
import { Mark } from './marks.tsx';
import { PageLink } from './page-link.tsx';

interface UploadCardProps {
  readonly name: string;
  readonly progress: Exclude<Progress<unknown>, { step: 'done' }>;
  /** What the service is doing once all is sent. */
  readonly working: string;
  readonly onRetry: () => void;
}

export function UploadCard({ name, progress, working, onRetry }: UploadCardProps) {
  const hasFailed = progress.step === 'failed';
  return (
    <article className={`panel result ${hasFailed ? 'tone-problem' : 'tone-waiting'}`} aria-label={name}>
      <div className="result-head">
        {hasFailed ? (
          <Mark name="problem" className="result-mark" />
        ) : (
          <Loader className="result-mark" size={44} aria-hidden />
        )}
        <span className="result-name">{name}</span>
        <p>{wordsOf(progress, working)}</p>
        {hasFailed && (
          <div className="with-copy">
            {progress.mayRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                {texts.again}
              </Button>
            )}
            {progress.needsPlan && <PageLink to={pagePaths.billing}>{texts.plans}</PageLink>}
          </div>
        )}
        {progress.step === 'uploading' && <ProgressBar value={100 * progress.fraction} aria-label={name} />}
      </div>
    </article>
  );
}

function wordsOf(progress: UploadCardProps['progress'], working: string): string {
  if (progress.step === 'failed') return progress.words;
  if (progress.step === 'uploading') return texts.uploading(Math.round(100 * progress.fraction));
  return progress.step === 'waiting' ? texts.waiting : working;
}
