// The records whose text a file contains, completely or in part: one line for each, and what a
// match does not prove.
import { nameSigner, signerInWords, textMatchInWords } from '@content-provenance/engine/verdicts';
import type { VerificationResult } from '../index.ts';

type TextMatch = NonNullable<VerificationResult['text_matches']>[number];

export function describeTextMatches(matches: readonly TextMatch[] | undefined): string[] {
  if (!matches) return [];
  const lines = matches.map(
    ({ record_id, signer, ...match }) =>
      `Text of record ${record_id} of ${signerInWords(nameSigner({ org: signer.name, signer }))}: ${textMatchInWords(match)}${changesIn(match)}`,
  );
  return [...lines, 'A text match is not proof: anyone can copy, quote or retype a text.'];
}

function changesIn({ parts }: Pick<TextMatch, 'parts'>): string {
  const counted = (['changed', 'added'] as const).flatMap((state) => {
    const count = parts.filter((part) => part.state === state).length;
    return count > 0 ? `${count} ${state} ${count === 1 ? 'passage' : 'passages'}` : [];
  });
  return counted.length > 0 ? ` Found ${counted.join(' and ')}.` : '';
}
