// The records whose text an upload contains: those that a search found, or the one to which a mark
// or a token led. A match proves nothing about who wrote the upload.
import type { ReadText } from './fingerprints/text/text-fingerprint.ts';
import { type PresentedTextMatch, presentTextMatch } from './fingerprints/text/text-match.ts';
import type { Likeness } from './likeness.ts';
import type { KnownRecord, RecordIndex, TextMatch } from './ports.ts';
import type { Specimen } from './specimen.ts';
import type { Findings } from './verdict.ts';

export interface TextFindings {
  /** Best match first. Empty for content that is not a text, or that is exactly what was signed. */
  readonly matches: readonly TextMatch[];
  /** Null: texts say nothing about it. */
  readonly likeness: Likeness | null;
}

/** Fewer words can all be changed by an ordinary edit. */
const LEAST_WORDS_TO_DIFFER = 40;
const punctuation = /^\p{P}*/u;
const noFindings: TextFindings = { matches: [], likeness: null };

/** found: what the search found, if the text led to the record. */
export async function findTexts(
  specimen: Specimen,
  record: KnownRecord | null,
  found: readonly TextMatch[],
  { content }: Pick<Findings, 'content'>,
  ports: Pick<RecordIndex, 'compareText'>,
): Promise<TextFindings> {
  if (!record || specimen.kind !== 'text' || content === 'signed') return noFindings;
  if (found.length > 0) return { matches: found, likeness: 'near' };
  const text = specimen.text();
  if (!text) return noFindings;
  const { pairs, whole } = text;
  const match = await ports.compareText(record.provenance.record_id, { pairs, whole });
  if (match === null) return noFindings;
  if (match !== 'different') return { matches: [match], likeness: 'near' };
  return { matches: [], likeness: text.words.count >= LEAST_WORDS_TO_DIFFER ? 'far' : 'unknown' };
}

/** text: also give the visible text, to which the places refer. */
export function presentTexts(
  specimen: Specimen,
  { matches }: TextFindings,
  showText: boolean,
): { text_matches?: PresentedTextMatch[]; visible_text?: string } {
  const text = matches.length > 0 ? specimen.text() : null;
  if (!text) return {};
  const text_matches = matches.map((match) => presentTextMatch(text, match));
  return showText ? { text_matches, visible_text: upToLastWord(text) } : { text_matches };
}

/** With the punctuation that belongs to it. What follows can be long, and says nothing. */
function upToLastWord({ text, words }: ReadText): string {
  const end = words.ends.at(-1)!;
  return text.slice(0, end) + punctuation.exec(text.slice(end, end + 8))![0];
}
