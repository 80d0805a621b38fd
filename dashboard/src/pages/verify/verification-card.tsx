// One content and what became of it: progress while it is sent and examined, then the verdict and what it rests on.
import { Button, Loader, Progress as ProgressBar, Title } from '@mantine/core';
import { Mark } from '../../components/marks.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { Findings } from './findings.tsx';
import { SourceFacts } from './source-facts.tsx';
import type { Progress, Verification } from './use-verifications.ts';
import { verdictOf } from './verdict.ts';

interface VerificationCardProps {
  readonly verification: Verification;
  readonly retry: (id: number) => void;
}

export function VerificationCard({ verification: { id, name, progress }, retry }: VerificationCardProps) {
  if (progress.step === 'done') {
    const verdict = verdictOf(progress.result);
    return (
      <article className={`panel result tone-${verdict.kind}`} aria-label={`${name}: ${verdict.title}`}>
        <div className="result-head">
          <Mark name={verdict.kind} className="result-mark" />
          <span className="result-name">{name}</span>
          <Title order={3}>{verdict.title}</Title>
          <p>{verdict.words}</p>
        </div>
        <div className="result-body">
          <SourceFacts provenance={progress.result.provenance} />
          <Findings result={progress.result} />
        </div>
      </article>
    );
  }
  return (
    <article
      className={`panel result ${progress.step === 'failed' ? 'tone-problem' : 'tone-waiting'}`}
      aria-label={name}
    >
      <div className="result-head">
        {progress.step === 'failed' ? (
          <Mark name="problem" className="result-mark" />
        ) : (
          <Loader className="result-mark" size={44} aria-hidden />
        )}
        <span className="result-name">{name}</span>
        <p>{wordsOf(progress)}</p>
        {progress.step === 'failed' && progress.mayRetry && (
          <div>
            <Button size="xs" variant="default" onClick={() => retry(id)}>
              {texts.again}
            </Button>
          </div>
        )}
        {progress.step === 'uploading' && <ProgressBar value={100 * progress.fraction} aria-label={name} />}
      </div>
    </article>
  );
}

function wordsOf(progress: Exclude<Progress, { step: 'done' }>): string {
  if (progress.step === 'failed') return progress.words;
  if (progress.step === 'uploading') return texts.uploading(Math.round(100 * progress.fraction));
  return progress.step === 'waiting' ? texts.waiting : texts.examining;
}
