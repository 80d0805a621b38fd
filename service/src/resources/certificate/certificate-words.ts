// The words of the certificate besides those of the table of verdicts. They say who issued it, who
// stated what, and what a record does not prove.
export const words = {
  service: 'Content Provenance Service',
  title: 'Certificate of provenance',
  timeline: 'What happened',
  signed: 'Signed',
  by: 'By',
  model: 'AI model, as stated by the signer',
  key: 'Key',
  revoked: 'Revoked',
  revokedNote: 'The signer revoked all signatures of this generator, including older ones.',
  checked: 'Checked now',
  checkedNote: { valid: 'The signature matches the record.', invalid: 'The signature is not valid.' },
  technical: 'Technical details',
  facts: {
    format: 'Format',
    hash: 'Content hash',
    algorithm: 'Signature',
    generator: 'Generator',
    record: 'Record',
    token: 'Token',
    log: 'Public log',
  },
  logEntry: (index: number) => `Entry ${index}, made when the service stored the record. It does not describe a file.`,
  logProof: 'Proof of the entry (JSON)',
  algorithm: 'ML-DSA-65 (FIPS 204)',
  meaning: 'What this means',
  issued: (address: string) =>
    `The Content Provenance Service at ${address} issued this certificate and checked the signature. The signer stated the name, the model and the format.`,
  meanings: [
    'The signer signed the fingerprint (hash) of one specific file or text.',
    'This page is about the record, not about a file. Anyone can copy a token or a watermark onto another file. Verify your file to find out whether it is exactly what was signed.',
    'Absence of provenance data does not imply human origin, and the service does not detect all AI-generated content.',
    'Provenance is established by the signature, never by a watermark alone. This is not a certification or a legal opinion.',
  ],
  check: 'Check it yourself',
  checks: {
    verify: 'Verify a file',
    bundle: 'Proof bundle (JSON)',
    record: 'Full record (JSON)',
    keys: 'Public keys (JSON)',
  },
  qr: 'QR code with the address of this certificate',
  qrNote: 'This certificate online',
  support: 'Contact the signer',
  refusals: {
    invalid_token: {
      title: 'This token is not valid',
      lead: 'The address is incomplete, was changed, or belongs to another service or environment. Copy the complete link again, or verify the file itself.',
    },
    record_not_found: {
      title: 'Record not found',
      lead: 'The address is valid, but it does not lead to a record. Copy the complete link again, or verify the file itself.',
    },
  },
};
