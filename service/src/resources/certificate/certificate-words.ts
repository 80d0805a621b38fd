// The words of the certificate. They say what a record and its signature prove, and what they do not.
export const words = {
  service: 'Content Provenance Service',
  title: 'Certificate of provenance',
  states: {
    valid: {
      title: 'Signed and valid',
      lead: 'This record was signed as shown, and its signature was checked when this page was made.',
    },
    revoked: {
      title: 'REVOKED: do not rely on this record',
      lead: 'The organization has revoked the generator that signed it. Its signatures are not valid any more, whenever they were made. What is shown below is kept for the record only.',
    },
    invalid: {
      title: 'INVALID: the signature does not hold',
      lead: 'The signature was checked when this page was made and does not fit this record. Do not rely on it.',
    },
  },
  facts: {
    org: 'Signed by',
    model: 'AI model, as stated by the signer',
    format: 'Kind of content',
    signedAt: 'Signed at',
    hash: 'Content hash',
    algorithm: 'Signature',
    generator: 'Generator',
    key: 'Key',
    record: 'Record',
    token: 'Token',
  },
  algorithm: 'ML-DSA-65 (FIPS 204)',
  meaning: 'What this means',
  meanings: [
    'The organization named above signed the fingerprint (hash) of one particular content with its generator’s key.',
    'This page is about the record, not about any file. Anyone can copy a token or a watermark onto another file: verify the file to find out whether it is exactly what was signed.',
    'Absence of provenance data does not imply human origin, and the service does not detect all AI-generated content.',
    'Provenance is established by the signature, never by a watermark alone. This is not a certification or a legal opinion.',
  ],
  check: 'Check it yourself',
  checks: { verify: 'Verify a file', record: 'The whole record (JSON)', keys: 'The public keys (JSON)' },
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
