// An upload: waiting, being sent, being processed, or failed with a button to try again.
import { Button, Loader, Progress as ProgressBar } from '@mantine/core';
import type { Progress } from '../api/upload-list.ts';
import { pagePaths } from '../page-paths.ts';
import { componentTexts as texts } from '../texts/components.ts';
import { Mark } from './marks.tsx';
import { PageLink } from './page-link.tsx';
import { progressWords } from './progress-words.ts';

/** After this time, the card says that you only need to wait. */
const longSeconds = 15;

interface UploadCardProps {
  readonly name: string;
  readonly size: number;
  readonly progress: Exclude<Progress<unknown>, { step: 'done' }>;
  /** What the service does once everything is sent. */
  readonly working: string;
  readonly onRetry: () => void;
  readonly onCancel: () => void;
}

export function UploadCard({ name, size, progress, working, onRetry, onCancel }: UploadCardProps) {
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
        <p>{progressWords(progress, size, working)}</p>
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
        {progress.step === 'uploading' && (
          <>
            <ProgressBar className="result-wide" value={100 * progress.fraction} aria-label={name} />
            {(progress.secondsLeft ?? 0) > longSeconds && <p className="quiet result-wide">{texts.slow}</p>}
          </>
        )}
        {(progress.step === 'uploading' || progress.step === 'waiting') && (
          <Button className="result-wide" size="xs" variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </article>
  );
}
