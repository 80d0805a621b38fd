// The words of the certificate beside those of the table of verdicts. They say who issued it, who stated what, and what a record
// does not prove.
export const words = {
  service: 'Content Provenance Service',
  title: 'Certificate of provenance',
  timeline: 'What happened',
  signed: 'Signed',
  by: 'By',
  model: 'AI model, as stated by the signer',
  key: 'Key',
  revoked: 'Revoked',
  revokedNote: 'The signer took back every signature of this generator, whenever it was made.',
  checked: 'Checked now',
  checkedNote: { valid: 'The signature fits the record.', invalid: 'The signature does not count.' },
  technical: 'Technical details',
  facts: {
    format: 'Kind of content',
    hash: 'Content hash',
    algorithm: 'Signature',
    generator: 'Generator',
    record: 'Record',
    token: 'Token',
  },
  algorithm: 'ML-DSA-65 (FIPS 204)',
  meaning: 'What this means',
  issued: (address: string) =>
    `The Content Provenance Service at ${address} issued this certificate and checked the signature. The signer stated the name, the model and the kind of content.`,
  meanings: [
    'The signer signed the fingerprint (hash) of one particular content.',
    'This page is about the record, not about any file. Anyone can copy a token or a watermark onto another file: verify the file to find out whether it is exactly what was signed.',
    'Absence of provenance data does not imply human origin, and the service does not detect all AI-generated content.',
    'Provenance is established by the signature, never by a watermark alone. This is not a certification or a legal opinion.',
  ],
  check: 'Check it yourself',
  checks: {
    verify: 'Verify a file',
    bundle: 'Proof bundle (JSON)',
    record: 'The whole record (JSON)',
    keys: 'The public keys (JSON)',
  },
  qr: 'QR code with the address of this certificate',
  qrNote: 'This certificate online',
  support: 'Questions to the signer',
  refusals: {
    invalid_token: {
      title: 'This is not a token of this service',
      lead: 'The address is not complete, was altered, or comes from another service or from its sandbox. Copy the whole link again, or verify the file itself.',
    },
    record_not_found: {
      title: 'There is no such record',
      lead: 'The address is well formed, but no record is behind it. Copy the whole link again, or verify the file itself.',
    },
  },
};
