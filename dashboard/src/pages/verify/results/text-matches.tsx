// Which words of a text are in records: how much of it, which record, and the words themselves
// over the visitor's own text, which stays in this tab. Always with what a match does not prove.
import type { VerificationResult } from '@content-provenance/client';
import { nameSigner, textMatchInWords } from '@content-provenance/engine/verdicts';
import { useId, useState } from 'react';
import { textMatchTexts as texts } from '../../../texts/text-matches.ts';
import { MarkedText } from './marked-text.tsx';
import { Signer } from './signer.tsx';
import { CertificateLink } from './take-along.tsx';
import { Time } from './time.tsx';

export type TextMatch = NonNullable<VerificationResult['text_matches']>[number];

/** Of the service. */
const mostMatches = 16;
const mostParts = 2_000;
const mostWords = 50_000;

interface TextMatchesProps {
  readonly matches: readonly TextMatch[];
  /** Null after a reload. */
  readonly text: string | null;
}

export function TextMatches({ matches, text }: TextMatchesProps) {
  const [chosen, setChosen] = useState(0);
  const match = matches[chosen]!;
  const isIdentical = match.visible_text === 'identical';
  const notes = [
    texts.notes.proof,
    ...(isIdentical ? [] : [texts.notes.stored, texts.notes.exact]),
    ...(match.parts.length >= mostParts ? [texts.partsLimit(mostParts.toLocaleString('en'))] : []),
    ...(text !== null && text.length >= mostWords ? [texts.wordsLimit(mostWords.toLocaleString('en'))] : []),
  ];
  return (
    <section className="text-matches">
      <h3>{texts.title}</h3>
      {matches.length > 1 && <Choice matches={matches} chosen={chosen} onChoose={setChosen} />}
      <p>{textMatchInWords(match)}</p>
      {chosen > 0 && (
        <p className="no-print">
          <CertificateLink recordId={match.record_id} />
        </p>
      )}
      {text === null ? (
        <p>{texts.gone}</p>
      ) : (
        <MarkedText key={match.record_id} text={text} parts={match.parts} isMostlyKept={match.upload_share >= 0.5} />
      )}
      {notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </section>
  );
}

interface ChoiceProps {
  readonly matches: readonly TextMatch[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

function Choice({ matches, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className="text-choice">
      <legend>{matches.length < mostMatches ? texts.foundIn(matches.length) : texts.foundInMost(mostMatches)}</legend>
      {matches.map(({ record_id, signer, signed_at, visible_text, upload_share }, place) => {
        const named = nameSigner({ org: signer.name, signer });
        return (
          <label key={record_id}>
            <input type="radio" name={name} checked={place === chosen} onChange={() => onChoose(place)} />
            <span>
              <Signer signer={named} />, <Time at={signed_at} />:{' '}
              {visible_text === 'identical' ? texts.choiceIdentical : texts.choiceShare(upload_share)}
              {named.warning && <em> {named.warning}</em>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
