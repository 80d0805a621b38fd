// One file: a row with its name and its verdict. Open it to see who signed it, when, and what was
// checked.
import { describeVerdict } from '@content-provenance/engine/verdicts';
import { Mark } from '../../../components/marks.tsx';
import { UploadCard } from '../../../components/upload-card.tsx';
import { resultTexts as texts } from '../../../texts/verify.ts';
import { describeFile } from '../preview/file-facts.ts';
import { PreviewPicture } from '../preview/preview-picture.tsx';
import { type CheckedResult, type Verification, verifications } from '../verifications.ts';
import { ResultBody } from './result-body.tsx';
import { usePreview } from './use-preview.ts';

interface ResultRowProps {
  readonly verification: Verification;
  /** A single result is open from the start. */
  readonly isOnly: boolean;
}

export function ResultRow({ verification, isOnly }: ResultRowProps) {
  const { id, task, progress } = verification;
  const preview = usePreview(verification);
  if (progress.step !== 'done') {
    return (
      <UploadCard
        name={task.name}
        size={task.size}
        progress={progress}
        working={texts.examining}
        onRetry={() => verifications.retry(id)}
        onCancel={() => verifications.cancel(id)}
      />
    );
  }
  const result: CheckedResult = progress.result;
  const { tone, headline } = describeVerdict(result);
  return (
    <article className={`panel result tone-${tone}`} aria-label={`${task.name}: ${headline}`}>
      <details open={isOnly}>
        <summary className="result-row">
          <PreviewPicture preview={preview} size="small" />
          <span className="result-verdict">
            <Mark name={tone} className="result-mark" />
            <strong>{headline}</strong>
          </span>
          <span className="result-name">{task.name}</span>
          <small className="result-facts">{describeFile(task, preview)}</small>
        </summary>
        <ResultBody file={task} result={result} preview={preview} />
      </details>
    </article>
  );
}
