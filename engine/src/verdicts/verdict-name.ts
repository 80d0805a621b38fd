// The result of a verification in one word: the key of the table in verdict-table.ts. A pure
// function of the findings, so that the API, the pages, the certificate and the command line
// always agree.

export const verdictNames = [
  'authentic',
  'changed',
  'copy',
  'mark_on_other_content',
  'resembles',
  'same_text',
  'shares_text',
  'original',
  'revoked',
  'invalid_record',
  'other_credentials_intact',
  'other_credentials_broken',
  'other_credentials_unchecked',
  'token_without_record',
  'nothing_found',
  'empty_file',
  'unknown_type',
  'unreadable_file',
] as const;

export type VerdictName = (typeof verdictNames)[number];

export interface VerdictFindings {
  readonly authentic: boolean;
  readonly reason?: string | undefined;
  readonly token_source: string | null;
  readonly likeness: 'near' | 'far' | 'unknown';
  /** Whether the bytes are the signed ones, the ones before signing, or neither. */
  readonly content: 'signed' | 'original' | 'other';
  readonly revoked: boolean;
  /** Whether parts lack the watermark. Only known if the request asked for it. */
  readonly partsChanged: boolean;
  /** Whether the visible text is that of the record. */
  readonly sameText: boolean;
  readonly credentials: Credentials | null;
  readonly file: 'read' | 'empty' | 'unknown' | 'broken';
}

export interface Credentials {
  readonly validation_status: 'valid' | 'invalid';
  readonly validation_errors?: readonly string[];
}

const likenessOnly = new Set<string | null>(['phash', 'fingerprint']);
const markOnly = new Set<string | null>(['watermark', 'neural_watermark']);
/** C2PA 2.2 §15.2.2: the reader does not know the algorithm or could not parse the manifest. */
const unchecked = new Set(['algorithm.unsupported', 'algorithm.deprecated', 'general.error']);
const withoutRecord = new Set(['no_provenance_found', 'invalid_token', 'record_not_found']);

export function nameVerdict(findings: VerdictFindings): VerdictName {
  const { authentic, reason = '', token_source, content, likeness } = findings;
  if (authentic) return 'authentic';
  if (withoutRecord.has(reason)) return nameWithoutRecord(reason, findings);
  // A likeness says nothing about the file, so the state of the record does not matter.
  if (likenessOnly.has(token_source) && content === 'other') return 'resembles';
  if (token_source === 'text_fingerprint' && content === 'other')
    return findings.sameText ? 'same_text' : 'shares_text';
  if (reason === 'signature_invalid') return findings.revoked ? 'revoked' : 'invalid_record';
  if (content === 'original') return 'original';
  if (likeness === 'far') return 'mark_on_other_content';
  return markOnly.has(token_source) && likeness === 'near' && !findings.partsChanged ? 'copy' : 'changed';
}

function nameWithoutRecord(reason: string, { credentials, file }: VerdictFindings): VerdictName {
  if (credentials) return nameCredentials(credentials);
  if (reason !== 'no_provenance_found') return 'token_without_record';
  const names = {
    empty: 'empty_file',
    unknown: 'unknown_type',
    broken: 'unreadable_file',
    read: 'nothing_found',
  } as const;
  return names[file];
}

function nameCredentials({ validation_status, validation_errors = [] }: Credentials): VerdictName {
  if (validation_status === 'valid') return 'other_credentials_intact';
  return validation_errors.length > 0 && validation_errors.every((code) => unchecked.has(code))
    ? 'other_credentials_unchecked'
    : 'other_credentials_broken';
}
