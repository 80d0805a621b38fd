// The checks of a verification, for readers who know nothing about signatures. The service lists
// the checks that ran.

export const checkNames = [
  'token',
  'watermark',
  'neural_watermark',
  'looks',
  'sound',
  'words',
  'signature',
  'content',
  'credentials',
] as const;

export type CheckName = (typeof checkNames)[number];

/** passed: the check found what it looked for. */
export interface Check {
  readonly name: CheckName;
  readonly passed: boolean;
}

export const checkWords: Readonly<Record<CheckName, { readonly passed: string; readonly failed: string }>> = {
  token: {
    passed: 'A token in the file leads to a record. Anyone can copy a token.',
    failed: 'No token in the file leads to a record.',
  },
  watermark: {
    passed: 'A watermark in the content leads to the record. Anyone can copy a watermark.',
    failed: 'The content carries no matching watermark. Strong changes remove watermarks.',
  },
  neural_watermark: {
    passed: 'A second, more robust watermark leads to the record.',
    failed: 'The second, more robust watermark was not found.',
  },
  looks: {
    passed: 'It looks like the content of a record. Different images can look alike.',
    failed: 'No record has content that looks like it.',
  },
  sound: {
    passed: 'It sounds like the content of a record.',
    failed: 'No record has content that sounds like it.',
  },
  words: {
    passed: 'Words of it are in the text of a record, in the same order. Anyone can copy a text.',
    failed: 'No record has a text with the same words in the same order.',
  },
  signature: {
    passed: 'The signature of the record is valid. Nobody has changed the record.',
    failed: 'The signature of the record is not valid.',
  },
  content: {
    passed: 'The file is exactly what was signed, byte for byte.',
    failed: 'The file is not exactly what was signed, byte for byte.',
  },
  credentials: {
    passed: 'The Content Credentials in the file are intact.',
    failed: 'The Content Credentials in the file are broken or cannot be checked.',
  },
};
