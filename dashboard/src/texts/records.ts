// Texts of the record pages.
import { navigationTexts } from './navigation.ts';

export const recordsTexts = {
  title: navigationTexts.records,
  lead: 'All signatures of your organization, newest first. You cannot change or delete a record. You can only revoke its generator.',
  search: 'Search',
  searchNote: 'A label, token, record ID or content hash.',
  searchSubmit: 'Search',
  filters: {
    label: 'Filters',
    generator: 'Generator',
    model: 'AI model',
    format: 'Format',
    verdict: 'Verifications',
    from: 'Signed from',
    to: 'Signed to, inclusive',
    all: 'All',
    clear: 'Clear filters',
  },
  verdicts: {
    verified: 'Verified at least once',
    never_verified: 'Never verified',
    authentic: 'Authentic at least once',
    tampered: 'Not as signed at least once',
    not_proven: 'Not proven at least once',
  },
  columns: {
    thumbnail: 'Thumbnail',
    record: 'Record',
    model: 'AI model',
    format: 'Format',
    generator: 'Generator',
    signed: 'Signed',
    verifications: 'Verifications',
    id: 'Record ID',
    hash: 'Content hash',
    token: 'Token',
  },
  chooseColumns: 'Columns',
  exportAs: { csv: 'Export as CSV', json: 'Export as JSON' },
  exported: 'The export is in your downloads.',
  keyboard: 'Keyboard',
  keys: [
    ['/', 'go to the search'],
    ['j or ↓', 'next record'],
    ['k or ↑', 'previous record'],
    ['Enter', 'open the record'],
  ] as const,
  counts: (authentic: number, tampered: number, unproven: number) =>
    [
      authentic > 0 && `${authentic.toLocaleString('en')} authentic`,
      tampered > 0 && `${tampered.toLocaleString('en')} not as signed`,
      unproven > 0 && `${unproven.toLocaleString('en')} not proven`,
    ]
      .filter(Boolean)
      .join(', '),
  copyToken: 'Copy token',
  emptyTitle: 'Nothing signed yet',
  emptyLead:
    'Every signature becomes a record. Here you will search your records, see how often each was verified, and export the list.',
  emptyAction: 'Sign files',
  noMatchTitle: 'No matching records',
  noMatchLead: 'Change the filters or the search, or show all records.',
  noMatchAction: 'Show all records',
};

/** Search by a file. */
export const findFileTexts = {
  choose: 'Find by file',
  drop: 'Drop a file to find its record',
  note: 'Or drop a file anywhere. We search only your records, keep nothing, and count no verification.',
  pending: (name: string) => `Searching for the record of ${name} …`,
  found: (name: string, source: string) => `${name} leads to one of your records. Found by: ${source}.`,
  open: 'Open record',
  none: (name: string) => `${name} leads to none of your records.`,
  tooLarge: (name: string, megabytes: number) => `${name} is larger than ${megabytes} MB. Choose a smaller file.`,
};

/** The setting about labels and thumbnails. */
export const keptTexts = {
  title: 'What we keep',
  lead: 'By default, we keep nothing of your files, not even their names. You can change that for new records. Only members of your organization see what we keep.',
  onlyAdmins: 'Owners and admins can change this.',
  settings: {
    keeps_labels: {
      label: 'Keep labels',
      words: 'When you sign, the file name becomes a private label. You can search for it and edit it.',
    },
    keeps_thumbnails: {
      label: 'Keep thumbnails',
      words: 'When you sign an image, we keep a small copy of it, at most 160 pixels wide or high.',
    },
  },
  saved: 'Saved.',
  turnOff: {
    keeps_labels: {
      title: 'Delete all labels?',
      words:
        'If you turn this off, we delete the labels of all your records now. You cannot undo this. The records themselves do not change.',
      confirm: 'Turn off and delete labels',
    },
    keeps_thumbnails: {
      title: 'Delete all thumbnails?',
      words:
        'If you turn this off, we delete the thumbnails of all your records now. You cannot undo this. The records themselves do not change.',
      confirm: 'Turn off and delete thumbnails',
    },
  },
};

/** The private part of a record's page. */
export const notesTexts = {
  title: 'Private notes',
  lead: 'Only members of your organization see this. It is not part of the record.',
  label: 'Label',
  save: 'Save label',
  remove: 'Remove label',
  saved: 'Label saved.',
  removed: 'Label removed.',
  thumbnail: 'Thumbnail of the signed image',
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
