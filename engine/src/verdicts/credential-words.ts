// Texts for what Content Credentials say, for the page and the command line: their state, what was
// not checked, actions of C2PA 2.2 §18.15, digital source types of IPTC, AI training.

const actions: Readonly<Record<string, string>> = {
  'c2pa.created': 'Created',
  'c2pa.opened': 'Opened from another file',
  'c2pa.placed': 'Another file inserted',
  'c2pa.edited': 'Edited',
  'c2pa.color_adjustments': 'Colors adjusted',
  'c2pa.cropped': 'Cropped',
  'c2pa.resized': 'Resized',
  'c2pa.orientation': 'Rotated or mirrored',
  'c2pa.filtered': 'Filter applied',
  'c2pa.drawing': 'Drawn on',
  'c2pa.converted': 'Saved in another format',
  'c2pa.transcoded': 'Encoded again',
  'c2pa.repackaged': 'Repackaged',
  'c2pa.published': 'Published',
  'c2pa.redacted': 'Information removed',
  'c2pa.watermarked': 'Watermark added',
  'c2pa.watermarked.bound': 'Watermark added',
  'c2pa.watermarked.unbound': 'Watermark added',
  'c2pa.deleted': 'Part deleted',
  'c2pa.removed': 'Inserted file removed',
  'c2pa.dubbed': 'Dubbed',
  'c2pa.translated': 'Translated',
  'c2pa.trimmed': 'Trimmed',
  'c2pa.enhanced': 'Enhanced',
  'c2pa.adjustedColor': 'Colors adjusted',
  'c2pa.addedText': 'Text added',
  'c2pa.metadata': 'Metadata changed',
  'c2pa.unknown': 'Unknown action',
};

const sources: Readonly<Record<string, string>> = {
  trainedAlgorithmicMedia: 'with AI',
  compositeWithTrainedAlgorithmicMedia: 'partly with AI',
  algorithmicMedia: 'by a program without AI',
  digitalCapture: 'with a camera or recorder',
  computationalCapture: 'with a computational camera',
  digitalArt: 'by a person with a digital tool',
  digitalCreation: 'by a person with a digital tool',
  compositeCapture: 'from several recordings',
  humanEdits: 'by a person',
  negativeFilm: 'from film',
  positiveFilm: 'from film',
  print: 'from a print',
  screenCapture: 'from a screen',
};

const states: Readonly<Record<string, string>> = {
  valid: 'Valid for this file. We did not verify who the signer is: anyone can make a certificate with any name.',
  invalid: 'Not valid. Do not rely on what they say.',
  unreadable: 'Not readable by this service.',
};

const unchecked: readonly (readonly [code: RegExp, words: string])[] = [
  [/^cawg\./, 'Whether the stated identity is true'],
  [/^signingCredential\.ocsp\./, 'Whether the certificate was revoked'],
  [/^manifest\.inaccessible$/, 'The Content Credentials, because they are at another address'],
  [/^format\.unsupported$/, 'The Content Credentials, because the service cannot read them in this file type'],
];

const uses: Readonly<Record<string, string>> = {
  ai_generative_training: 'training of generative AI',
  ai_training: 'AI training',
  ai_inference: 'use as AI input',
  data_mining: 'data mining',
};
const permissions = { allowed: 'Allowed', notAllowed: 'Not allowed', constrained: 'Limited' } as const;

interface StatedAction {
  readonly action: string;
  readonly source_type?: string | undefined;
}

interface StatedTraining {
  readonly use: string;
  readonly permission: keyof typeof permissions;
}

interface StatedState {
  /** Absent from a recovered manifest, which says nothing about a file. */
  readonly state?: string | undefined;
  readonly trust?: { readonly list: string } | undefined;
}

export function actionInWords({ action, source_type }: StatedAction): string {
  const words = lookUp(actions, action) ?? action;
  const source = source_type && lookUp(sources, source_type);
  return source ? `${words} ${source}` : words;
}

export function stateInWords({ state = 'unreadable', trust }: StatedState): string {
  if (state === 'trusted' && trust)
    return `Valid for this file, and signed under an authority on the trust list “${trust.list}” of this service.`;
  return lookUp(states, state) ?? state;
}

/** One sentence part for each thing that was not checked. */
export function uncheckedInWords(codes: readonly string[]): string[] {
  return [...new Set(codes.map((code) => unchecked.find(([pattern]) => pattern.test(code))?.[1] ?? code))];
}

/** "Not allowed: AI training, data mining" */
export function trainingInWords(entries: readonly StatedTraining[]): string[] {
  return (Object.keys(permissions) as (keyof typeof permissions)[]).flatMap((permission) => {
    const names = entries.filter((each) => each.permission === permission).map(({ use }) => lookUp(uses, use) ?? use);
    return names.length === 0 ? [] : [`${permissions[permission]}: ${[...new Set(names)].join(', ')}`];
  });
}

/** Names come from a manifest, so `constructor` must not find anything. */
function lookUp(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
