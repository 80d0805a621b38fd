// Words about records.
import { navigationTexts } from './navigation.ts';

export const recordsTexts = {
  title: navigationTexts.records,
  lead: 'Every signature your organization has made, newest first. Records cannot be changed or deleted; only their generator can be revoked.',
  search: 'Record id or token',
  searchNote: 'A token begins with svc_.',
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
  noMatchTitle: 'No record fits these filters',
  noMatchLead: 'Choose another generator or format, or show all records.',
  noMatchAction: 'Show all records',
};

export const recordTexts = {
  title: 'Record',
  pageTitle: (id: string) => `Record ${id.slice(0, 8)}`,
  valid: 'Generator active',
  revoked: 'Generator revoked',
  revokedWords:
    'The generator that signed this was revoked. The signature is not valid any more: do not rely on this record.',
  foreign: (org: string) => `This record belongs to another organization: ${org}.`,
  certificate: 'Open the certificate',
  verify: 'Verify a file',
  c2pa: 'C2PA export (JSON)',
  json: 'Record as JSON',
  c2paNote:
    'The C2PA export is for programs that read C2PA fields. It is not a signed manifest; what proves this record is its signature.',
  what: 'What was signed',
  facts: {
    id: 'Record id',
    model: 'AI model',
    format: 'Format',
    signedAt: 'Signed',
    generator: 'Generator',
    org: 'Organization',
    hash: 'Content hash',
    watermark: 'Watermark id',
    phash: 'Perceptual hash',
    phashNote: 'a lookup aid, not signed',
  },
  proof: 'What proves it',
  proofLead:
    'Anyone can check the signature without trusting this service: it is over the canonical JSON (RFC 8785) of the signed payload, under the public key named here.',
  proofFacts: { algorithm: 'Algorithm', kid: 'Key', mode: 'Private key held by', keys: 'Public keys' },
  payload: 'Signed payload',
  signature: 'Signature',
  copyPayload: 'Copy payload',
  copySignature: 'Copy signature',
  signatureLength: (bytes: number) => `${bytes.toLocaleString('en')} bytes in base64`,
  missingTitle: 'There is no such record',
  missingLead: 'The id may be mistyped, or the record may belong to the other environment.',
  back: 'All records',
};

/** How often one record was verified. */
export const activityTexts = {
  title: 'Verifications of this record',
  gate: 'Analytics of single records come',
  trend: (days: number) => `The last ${days} days (UTC)`,
  verifications: 'Verifications',
  tampered: 'Not as signed',
  totals: (count: number, tampered: number) =>
    `${count.toLocaleString('en')} in all, ${tampered.toLocaleString('en')} of content that is not what was signed.`,
  confidence: 'Confidence in the match',
  confidences: { high: 'high', medium: 'medium', low: 'low', none: 'none' } as Readonly<Record<string, string>>,
  none: (days: number) => `No verification led to this record in the last ${days} days.`,
  recent: 'The last verifications',
  columns: { time: 'Time', verdict: 'Verdict', source: 'Found by', confidence: 'Confidence' },
  noSource: 'nothing in the content',
  verdicts: { authentic: 'Authentic', changed: 'Not as signed', unlike: 'Unlike', unproven: 'Not proven' },
};
