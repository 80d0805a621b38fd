// Texts of the record pages.
import { navigationTexts } from './navigation.ts';

export const recordsTexts = {
  title: navigationTexts.records,
  lead: 'All signatures of your organization, newest first. You cannot change or delete a record. You can only revoke its generator.',
  search: 'Record ID or token',
  searchNote: 'A token starts with svc_.',
  searchSubmit: 'Open record',
  generator: 'Generator',
  format: 'Format',
  all: 'All',
  columns: {
    record: 'Record',
    signed: 'Signed',
    model: 'AI model',
    format: 'Format',
    generator: 'Generator',
    token: 'Token',
  },
  copyToken: 'Copy token',
  emptyTitle: 'Nothing signed yet',
  emptyLead: 'Every signature becomes a record and appears here.',
  emptyAction: 'Sign files',
  noMatchTitle: 'No matching records',
  noMatchLead: 'Choose another generator or format, or show all records.',
  noMatchAction: 'Show all records',
};

export const recordTexts = {
  title: 'Record',
  pageTitle: (id: string) => `Record ${id.slice(0, 8)}`,
  valid: 'Generator active',
  revoked: 'Generator revoked',
  revokedWords:
    'The generator that signed this content was revoked. The signature is no longer valid. Do not rely on this record.',
  foreign: (org: string) => `This record belongs to another organization: ${org}.`,
  certificate: 'Open certificate',
  verify: 'Verify a file',
  c2pa: 'C2PA export (JSON)',
  json: 'Record as JSON',
  c2paNote:
    'The C2PA export is for programs that read C2PA fields. It is not a signed manifest. Only the signature proves this record.',
  what: 'What was signed',
  facts: {
    id: 'Record ID',
    model: 'AI model',
    format: 'Format',
    signedAt: 'Signed',
    generator: 'Generator',
    org: 'Organization',
    hash: 'Content hash',
    watermark: 'Watermark ID',
    phash: 'Perceptual hash',
    phashNote: 'used for search, not signed',
  },
  proof: 'Proof',
  proofLead:
    'Anyone can check the signature without trusting this service. It covers the canonical JSON (RFC 8785) of the signed payload. Check it with the public key listed here.',
  proofFacts: { algorithm: 'Algorithm', kid: 'Key', mode: 'Private key managed by', keys: 'Public keys' },
  payload: 'Signed payload',
  signature: 'Signature',
  copyPayload: 'Copy payload',
  copySignature: 'Copy signature',
  signatureLength: (bytes: number) => `${bytes.toLocaleString('en')} bytes in base64`,
  missingTitle: 'Record not found',
  missingLead: 'Check the ID. The record could also be in the other environment.',
  back: 'All records',
};

/** The verifications of one record. */
export const activityTexts = {
  title: 'Verifications of this record',
  trend: (days: number) => `Last ${days} days (UTC)`,
  verifications: 'Verifications',
  tampered: 'Not as signed',
  totals: (count: number, tampered: number) =>
    `${count.toLocaleString('en')} in total, ${tampered.toLocaleString('en')} of them with content that is not as signed.`,
  confidence: 'Match confidence',
  confidences: { high: 'high', medium: 'medium', low: 'low', none: 'none' } as Readonly<Record<string, string>>,
  none: (days: number) => `No verification found this record in the last ${days} days.`,
  recent: 'Latest verifications',
  columns: { time: 'Time', verdict: 'Verdict', source: 'Found by', confidence: 'Confidence' },
  noSource: 'nothing in the content',
  verdicts: { authentic: 'Authentic', changed: 'Not as signed', unlike: 'Unlike', unproven: 'Not proven' },
};
