// The verdict as a table: what was found, and what it means (specification, Verification; settled
// points 5, 20, 25 and 28). The first row whose conditions are all true applies. The last row
// always applies.

export type TokenSource =
  | 'provided'
  | 'xmp'
  | 'watermark'
  | 'neural_watermark'
  | 'phash'
  | 'fingerprint'
  | 'text_fingerprint';
export type Confidence = 'high' | 'medium' | 'low' | 'none';
export type Reason =
  | 'no_provenance_found'
  | 'invalid_token'
  | 'record_not_found'
  | 'signature_invalid'
  | 'content_tampered'
  | 'phash_false_positive'
  | 'fingerprint_match_only'
  | 'text_match_only';

export interface Findings {
  readonly source: TokenSource | null;
  /** How far the source led. An id from a watermark counts like a decoded token. */
  readonly lookup: 'nothing' | 'invalid_token' | 'no_record' | 'record';
  /** Valid under the key that signed, and the generator is not revoked. */
  readonly signatureValid: boolean;
  /** Whether the canonical hash is the record's, that of the upload before marking, or neither. */
  readonly content: 'signed' | 'original' | 'other';
  /** A mark that names the record that was found. Without a record, any mark. */
  readonly watermarkFound: boolean;
  readonly neuralWatermarkFound: boolean;
}

export interface Verdict {
  readonly authentic: boolean;
  readonly tampered: boolean;
  readonly confidence: Confidence;
  readonly reason?: Reason;
}

type Conditions = { readonly [Name in keyof Findings]?: Findings[Name] };
type Row<Outcome> = { readonly when: Conditions; readonly gives: Outcome };

const no = { authentic: false, tampered: false } as const;

const verdicts: readonly Row<Omit<Verdict, 'confidence'>>[] = [
  { when: { lookup: 'nothing' }, gives: { ...no, reason: 'no_provenance_found' } },
  { when: { lookup: 'invalid_token' }, gives: { ...no, reason: 'invalid_token' } },
  { when: { lookup: 'no_record' }, gives: { ...no, reason: 'record_not_found' } },
  // A hash under an invalid signature is not a statement by anyone, so nothing can be said about
  // tampering.
  { when: { signatureValid: false }, gives: { ...no, reason: 'signature_invalid' } },
  { when: { content: 'signed' }, gives: { authentic: true, tampered: false } },
  { when: { source: 'phash' }, gives: { ...no, reason: 'phash_false_positive' } },
  { when: { source: 'text_fingerprint' }, gives: { ...no, reason: 'text_match_only' } },
  { when: { source: 'fingerprint', content: 'original' }, gives: { ...no, reason: 'fingerprint_match_only' } },
  { when: {}, gives: { authentic: false, tampered: true, reason: 'content_tampered' } },
];

// How sure the identification is, regardless of later changes to the content (settled point 20).
const confidences: readonly Row<Confidence>[] = [
  { when: { lookup: 'record', signatureValid: true, watermarkFound: true }, gives: 'high' },
  { when: { lookup: 'record', signatureValid: true, neuralWatermarkFound: true }, gives: 'high' },
  { when: { lookup: 'record', signatureValid: true }, gives: 'medium' },
  { when: { lookup: 'record' }, gives: 'low' },
  { when: { lookup: 'no_record' }, gives: 'low' },
  { when: { watermarkFound: true }, gives: 'low' },
  { when: { neuralWatermarkFound: true }, gives: 'low' },
  { when: {}, gives: 'none' },
];

export function judge(findings: Findings): Verdict {
  return { ...firstMatch(verdicts, findings), confidence: firstMatch(confidences, findings) };
}

function firstMatch<Outcome>(rows: readonly Row<Outcome>[], findings: Findings): Outcome {
  const holds = ({ when }: Row<Outcome>) =>
    (Object.keys(when) as (keyof Findings)[]).every((name) => when[name] === findings[name]);
  return rows.find(holds)!.gives;
}
