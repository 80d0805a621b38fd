// The checks of a verification, in words for people who know nothing about signatures. The service lists those that ran.

export const checkNames = [
  'token',
  'watermark',
  'neural_watermark',
  'looks',
  'sound',
  'signature',
  'content',
  'credentials',
] as const;

export type CheckName = (typeof checkNames)[number];

/** passed: what was looked for is there, or fits. */
export interface Check {
  readonly name: CheckName;
  readonly passed: boolean;
}

export const checkWords: Readonly<Record<CheckName, { readonly passed: string; readonly failed: string }>> = {
  token: {
    passed: 'A token in the data of the file leads to a record. Tokens can be copied.',
    failed: 'No token in the data of the file leads to a record.',
  },
  watermark: {
    passed: 'The content carries a hidden mark that leads to the record. Marks can be copied.',
    failed: 'The content carries no hidden mark that fits. Strong changes remove marks.',
  },
  neural_watermark: {
    passed: 'A second, sturdier mark leads to the record.',
    failed: 'The second, sturdier mark was not found.',
  },
  looks: {
    passed: 'It looks like the content of a record. Different pictures can look alike.',
    failed: 'No record with content that looks like it.',
  },
  sound: {
    passed: 'It sounds like the content of a record.',
    failed: 'No record with content that sounds like it.',
  },
  signature: {
    passed: 'The signature of the record is valid: nobody has altered the record.',
    failed: 'The signature of the record is not valid.',
  },
  content: {
    passed: 'The file is, byte for byte, what was signed.',
    failed: 'The file is not, byte for byte, what was signed.',
  },
  credentials: {
    passed: 'The Content Credentials in the file are intact.',
    failed: 'The Content Credentials in the file are broken or cannot be checked.',
  },
};
