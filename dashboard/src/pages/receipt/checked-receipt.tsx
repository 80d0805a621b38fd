// A receipt that was checked: whether it is valid, what it says, and how to keep it on paper. Paper
// proves nothing, so it never says that the receipt is valid.
import type { ReceiptFindings } from '@content-provenance/client/receipts';
import { Button } from '@mantine/core';
import type { NamedContent } from '../../api/upload-list.ts';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { Mark } from '../../components/marks.tsx';
import { saveFile } from '../../save-file.ts';
import { receiptButtonTexts, receiptTexts as texts } from '../../texts/receipt.ts';
import { filesAsContents } from '../../window/given-files.ts';
import { ReceiptStatement } from './receipt-statement.tsx';

interface CheckedReceiptProps {
  readonly receipt: string;
  /** Null if no file was compared. */
  readonly fileName: string | null;
  readonly findings: ReceiptFindings;
  /** The hash of the text of the receipt. */
  readonly fingerprint: string;
  /** The hash that the code of a printed receipt names. */
  readonly expected: string | null;
  readonly onFiles: (contents: readonly NamedContent[]) => void;
  readonly onAnother: () => void;
}

export function CheckedReceipt(props: CheckedReceiptProps) {
  const { receipt, fileName, findings, fingerprint, expected, onFiles, onAnother } = props;
  const { valid, reason, statement } = findings;
  const tone = valid ? 'good' : 'bad';
  const heading = valid ? texts.valid : reason === 'receipt_for_other_content' ? texts.forOtherFile : texts.invalid;
  return (
    <>
      <article className={`panel receipt tone-${tone}`} aria-label={heading}>
        <div className={`receipt-head ${valid ? 'no-print' : ''}`} role="status">
          <Mark name={tone} className="result-mark" />
          <div>
            <h2>{heading}</h2>
            <p>{valid ? texts.signed : texts.reasons[reason!]}</p>
            {expected !== null && (
              <p className={expected === fingerprint ? '' : 'problem'}>
                <strong>{expected === fingerprint ? texts.code.same : texts.code.other}</strong>
              </p>
            )}
            {statement && <p>{describeFile(fileName, reason)}</p>}
          </div>
        </div>
        {valid && statement && (
          <div className="receipt-paper">
            <h2>{texts.onPaper.title}</h2>
            <p>{texts.onPaper.note(`${statement.service.url}/receipt`)}</p>
          </div>
        )}
        {statement && statement.service.environment !== 'live' && <p className="problem">{texts.sandbox}</p>}
        {statement && <ReceiptStatement statement={statement} fingerprint={fingerprint} />}
      </article>
      <div className="take-along no-print">
        {valid && <Button onClick={() => window.print()}>{texts.print}</Button>}
        <ChooseFiles label={texts.choose} variant="default" onFiles={(files) => onFiles(filesAsContents(files))} />
        <Button
          variant="default"
          onClick={() => saveFile(new Blob([receipt], { type: 'application/jose' }), receiptButtonTexts.fileName)}
        >
          {texts.save}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {texts.another}
        </Button>
      </div>
    </>
  );
}

function describeFile(fileName: string | null, reason: ReceiptFindings['reason']): string {
  if (fileName === null) return texts.file.none;
  return reason === 'receipt_for_other_content' ? texts.file.other(fileName) : texts.file.same(fileName);
}
