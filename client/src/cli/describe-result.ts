// A verification as lines for a terminal, in the words of the table of verdicts: the verdict next
// to the file, what it means, and which record it is about.
import { describeVerdict, type Tone, timeInWords } from '@content-provenance/engine/verdicts';
import type { VerificationResult } from '../index.ts';
import type { Context } from './command.ts';
import { describeLocalization } from './describe-localization.ts';
import { describeTextMatches } from './describe-text-matches.ts';
import { asPrintable, type Colour } from './terminal.ts';

const marks: Readonly<Record<Tone, readonly [Colour, string]>> = {
  good: ['green', '✔'],
  bad: ['red', '✘'],
  warn: ['yellow', '!'],
  note: ['yellow', '–'],
  none: ['yellow', '–'],
};

export function describeResult({ terminal }: Context, file: string, result: VerificationResult): string[] {
  const { tone, headline, sentence } = describeVerdict(result, 'UTC');
  const [colour, mark] = marks[tone];
  return [
    `${terminal.paint(colour, `${mark} ${headline}`)}  ${file}`,
    ...[
      sentence,
      ...recordOf(result),
      ...describeTextMatches(result.text_matches),
      ...notesOf(result),
      ...describeLocalization(result.localization),
    ].map((line) => `  ${asPrintable(line)}`),
  ];
}

/** For some verdicts the sentence says the same. */
function notesOf({ verdict, notes = [] }: VerificationResult): string[] {
  return verdict === 'empty_file' || verdict === 'unknown_type' ? [] : notes;
}

function recordOf({ provenance, verdict }: VerificationResult): string[] {
  if (!provenance || verdict === 'resembles') return [];
  const { model, signed_at, kid, record_id } = provenance;
  return [`Record ${record_id}: model ${model}, signed ${timeInWords(signed_at, 'UTC')} with key ${kid}.`];
}
