// Words of the verify page. They say what the service proves and nothing beyond it (specification: What the service does).
export const verifyTexts = {
  title: 'Verify content',
  lead: 'Find out whether a file was signed as AI-generated content, by whom, and whether it is exactly what was signed. Files are examined and not kept.',
  ways: { label: 'What to verify', files: 'Files', text: 'Text', token: 'Token' },
  pasteLabel: 'Text to verify',
  pasteNote: 'Pasting can lose invisible marks and line ends. If you have the file, choose the file.',
  pasteName: 'Pasted text',
  pasteSubmit: 'Verify this text',
  tokenLabel: 'Token',
  tokenNote: 'Begins with svc_. A token tells what was signed; it says nothing about any particular file.',
  tokenSubmit: 'Look up',
  limits: {
    title: 'What a result means',
    points: [
      {
        title: 'Found and valid',
        words:
          'You learn who signed the content and that it has not changed. Whether what it shows is true is another question.',
      },
      {
        title: 'Nothing found',
        words:
          'It does not mean that a person made it. Much AI-generated content was never signed, or has lost its marks.',
      },
      {
        title: 'Only the signature proves',
        words:
          'A token, a watermark or a likeness can lead to a record, but anyone can copy a token or a mark onto another file. Only a file that is exactly what was signed is proven.',
      },
    ],
  },
  results: 'Results',
  examining: 'Examining: metadata, watermark, similar records …',
  certificate: 'Open the certificate',
  record: 'Full record',
  tokenTitle: 'This token belongs to a signed record',
  tokenRevoked: 'This token belongs to a revoked generator',
  tokenRevokedWords:
    'The organization has revoked the generator that signed. Its signatures are not valid any more: do not rely on them.',
  tokenWords: 'It tells what was signed. Whether a file is that content can only be found out by verifying the file.',
  source: 'Where it comes from',
  recordFound: 'The record that was found',
  sourceNames: { org: 'Signed by', model: 'AI model', signedAt: 'Signed at', record: 'Record' },
  noSource: 'No record was found, so no source can be named.',
  found: 'What was found, and what it means',
  absent: (names: readonly string[]) => `Looked for and not found: ${names.join(', ').toLowerCase()}`,
  finding: 'Finding',
  meaning: 'What it means',
  yes: 'yes',
  no: 'no',
};

export type VerdictKind = 'authentic' | 'changed' | 'unproven' | 'nothing';

export const verdictTexts: Readonly<Record<VerdictKind, { title: string; words: string }>> = {
  authentic: {
    title: 'Authentic',
    words: 'This is exactly the content that was signed. The signature is valid and nothing has changed since.',
  },
  changed: {
    title: 'Not what was signed',
    words: 'A signed record was found, but these bytes are not what was signed.',
  },
  unproven: {
    title: 'Found, but not proven',
    words: 'Something points to a signed record, but the signature does not prove it for this content.',
  },
  nothing: {
    title: 'Nothing found',
    words:
      'No provenance data of this service was found. That does not mean that a person made it: AI-generated content often carries no such data, or has lost it.',
  },
};

/** For content that led to a record and is not what was signed. The words are about the record: a mark and a token can be copied. */
export const otherBytesTexts = {
  ledBy: {
    provided: 'Came with the token',
    xmp: 'Carries the token',
    watermark: 'Carries the mark',
    neural_watermark: 'Carries the mark',
    fingerprint: 'Sounds like the content',
  } as Readonly<Record<string, string>>,
  near: (ledBy: string, org: string) =>
    `${ledBy} of a record of ${org}; these bytes are not what was signed. They resemble it, which proves nothing: this may be a re-encoded or edited copy, or something made to resemble it.`,
  far: (ledBy: string, org: string, isSound: boolean) =>
    `${ledBy} of a record of ${org}, but does not ${isSound ? 'sound' : 'look'} like it. Anyone can copy a mark or a token onto another file, so this does not tell who made the file. A strong crop or edit of the signed content can give this result too.`,
  unknown: (ledBy: string, org: string) =>
    `${ledBy} of a record of ${org}; these bytes are not what was signed. Whether they resemble it could not be checked. Anyone can copy a mark or a token onto another file.`,
};

/** More exact words where the service gives a reason. */
export const reasonTexts: Readonly<Record<string, string>> = {
  signature_invalid:
    'A record was found, but its signature is not valid: the generator was revoked, or the record is not what was signed. Do not rely on it.',
  phash_false_positive:
    'It looks like content that was signed, but it is not that content bit for bit. Looking alike proves nothing: it may be the unsigned original, a copy, or something else.',
  fingerprint_match_only:
    'It sounds like content that was signed, but it is not that content bit for bit. Sounding alike proves nothing.',
  record_not_found: 'It carries a genuine token, but the record behind the token is not here any more.',
  invalid_token: 'It carries a token that this service did not issue, or that was damaged. It proves nothing.',
};

export const sourceTexts: Readonly<Record<string, string>> = {
  provided: 'By the token that was given with it.',
  xmp: "By the token in the file's metadata.",
  watermark: 'By the watermark in the content itself.',
  phash: 'By its likeness to signed content.',
  fingerprint: 'By its sound.',
  neural_watermark: 'By the neural watermark in the content itself.',
};

export const confidenceTexts: Readonly<Record<string, string>> = {
  high: 'High: a watermark, the record and a valid signature agree on which record it is.',
  medium: 'Medium: a record with a valid signature, without a watermark to confirm it.',
  low: 'Low: only some signs point to the record.',
  none: 'None: nothing was found, and no claim is made either way.',
};

export const signalTexts: Readonly<Record<string, { name: string; yes: string; no: string }>> = {
  record_found: {
    name: 'Signed record',
    yes: 'A token, a mark or a likeness led to a stored record.',
    no: 'No stored record was found.',
  },
  signature_valid: {
    name: 'Valid signature',
    yes: 'The ML-DSA-65 signature of the record is valid. It proves the source of exactly what was signed.',
    no: 'There is no valid signature. Without one the source is not proven.',
  },
  watermark_found: {
    name: 'Watermark',
    yes: 'The content itself carries a mark that leads to a record. Marks can be copied: it proves nothing alone.',
    no: 'No mark was found in the content. Many formats carry none, and strong changes remove it.',
  },
  neural_watermark_found: {
    name: 'Neural watermark',
    yes: 'A second, sturdier mark was found. It too only helps to find the record.',
    no: 'No such mark was found.',
  },
  phash_match: {
    name: 'Match by looks',
    yes: 'It looks like the signed picture. Different pictures can look alike.',
    no: 'No record was looked for by its looks, or none looks like it.',
  },
  fingerprint_match: {
    name: 'Match by sound',
    yes: 'It sounds like the signed recording.',
    no: 'No record was looked for by its sound, or none sounds like it.',
  },
};

export const findingTexts = {
  foundBy: 'Found by',
  confidence: 'Confidence in the match',
  likeness: 'Likeness to the record',
};

export const likenessTexts: Readonly<Record<string, string>> = {
  near: 'Near: it resembles the content of the record. That proves nothing alone.',
  far: 'Far: it does not resemble the content of the record, or was cropped or edited strongly.',
  unknown: 'Unknown: there is nothing to compare.',
};

export const c2paTexts = {
  title: 'C2PA manifest in the file',
  note: 'What the manifest says about itself. Whether its signer can be trusted is not judged here.',
  status: 'Checks of the manifest',
  valid: 'The manifest is intact.',
  invalid: 'The manifest is damaged, does not match the file, or uses a signature that could not be checked.',
  issuer: 'Signed by',
  issuerUnknown: 'not stated',
  ours: 'Made by this service',
  count: 'Manifests',
  assertions: 'Statements',
};
