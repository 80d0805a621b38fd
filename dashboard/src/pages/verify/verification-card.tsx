// One content and what became of it: progress while it is sent and examined, then the verdict and what it rests on.
import type { VerificationResult } from '@content-provenance/client';
import { Title } from '@mantine/core';
import type { NamedContent, Upload } from '../../api/upload-list.ts';
import { Mark } from '../../components/marks.tsx';
import { UploadCard } from '../../components/upload-card.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { Findings } from './findings.tsx';
import { SourceFacts } from './source-facts.tsx';
import { verdictOf } from './verdict.ts';

interface VerificationCardProps {
  readonly verification: Upload<NamedContent, VerificationResult>;
  readonly retry: (id: number) => void;
  readonly cancel: (id: number) => void;
}

export function VerificationCard({ verification: { id, task, progress }, retry, cancel }: VerificationCardProps) {
  const { name } = task;
  if (progress.step !== 'done') {
    return (
      <UploadCard
        name={name}
        size={task.content.size}
        progress={progress}
        working={texts.examining}
        onRetry={() => retry(id)}
        onCancel={() => cancel(id)}
      />
    );
  }
  const verdict = verdictOf(progress.result);
  return (
    <article className={`panel result tone-${verdict.kind}`} aria-label={`${name}: ${verdict.title}`}>
      <div className="result-head">
        <Mark name={verdict.kind} className="result-mark" />
        <span className="result-name">{name}</span>
        <Title order={3}>{verdict.title}</Title>
        <p>{verdict.words}</p>
        {progress.result.notes?.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      <div className="result-body">
        <SourceFacts result={progress.result} />
        <Findings result={progress.result} />
      </div>
    </article>
  );
}
