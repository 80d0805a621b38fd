// The content of an open row: the sentence of the verdict, then the parts that the table of
// verdicts lists for it.
import { describeVerdict } from '@content-provenance/engine/verdicts';
import { resultTexts as texts } from '../../../texts/verify.ts';
import type { Preview } from '../preview/preview.ts';
import { PreviewPicture } from '../preview/preview-picture.tsx';
import type { CheckedFile, CheckedResult } from '../verifications.ts';
import { ChangedParts } from './changed-parts.tsx';
import { Checks } from './checks.tsx';
import { Credentials } from './credentials.tsx';
import { FoldedRecord } from './folded-record.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { RecoveredCredentials } from './recovered-credentials.tsx';
import { TakeAlong } from './take-along.tsx';
import { TechnicalDetails } from './technical-details.tsx';
import { TextMatches } from './text-matches.tsx';
import { Timeline } from './timeline.tsx';

interface ResultBodyProps {
  readonly file: CheckedFile;
  readonly result: CheckedResult;
  readonly preview: Preview | null;
}

export function ResultBody({ file, result, preview }: ResultBodyProps) {
  const { sentence, shows, signer } = describeVerdict(result);
  const { provenance, c2pa, localization, verdict, notes = [], text_matches, visible_text = null } = result;
  const isAbout = shows.includes('source') || shows.includes('record');
  // The sentences of these two say the same.
  const isSaid = verdict === 'empty_file' || verdict === 'unknown_type';
  return (
    <div className="result-body">
      <p className="result-sentence">{sentence}</p>
      {signer?.warning && isAbout && <p className="problem">{signer.warning}</p>}
      {!isSaid && notes.map((note) => <p key={note}>{note}</p>)}
      <div className="result-columns">
        <div className="result-story">
          {provenance && signer && isAbout && (
            <section>
              <h3>{shows.includes('source') ? texts.source : texts.record}</h3>
              <Timeline result={result} provenance={provenance} signer={signer} />
              <TakeAlong recordId={provenance.record_id} />
            </section>
          )}
          {text_matches && shows.includes('words') && <TextMatches matches={text_matches} text={visible_text} />}
          {provenance && signer && shows.includes('folded_record') && (
            <FoldedRecord
              title={texts.folded[text_matches ? 'words' : 'content']}
              provenance={provenance}
              signer={signer}
            />
          )}
          {c2pa && !c2pa.recovered && (shows.includes('credentials') || !c2pa.found) && <Credentials c2pa={c2pa} />}
          {c2pa?.manifest_id && <RecoveredCredentials manifestId={c2pa.manifest_id} />}
        </div>
        <div className="result-aside">
          <PreviewPicture preview={preview} size="large" />
          <Checks checks={result.checks} hidesSignature={shows.includes('folded_record')} />
        </div>
      </div>
      {localization && shows.includes('changes') && file.content && (
        <ChangedParts localization={localization} name={file.name} content={file.content} />
      )}
      <ReceiptButton file={file} />
      <TechnicalDetails result={result} />
    </div>
  );
}
