// The table of verdicts: the headline, sentence and tone of each verdict, and what the page shows
// with it. The page, the certificate and the command line use these texts. A likeness never names
// a source of the file.
import type { VerdictName } from './verdict-name.ts';

/** good: green, bad: red, warn: amber, note: the color of the service, none: gray. */
export type Tone = 'good' | 'bad' | 'warn' | 'note' | 'none';

/**
 * source: who signed, and the timeline of the file.
 * record: the record that was found, which says nothing about the file.
 * folded_record: the same, closed by default.
 * changes: where the file changed.
 * words: which words of the file are in the text of the record too.
 * credentials: what the Content Credentials in the file say.
 */
export type Shown = 'source' | 'record' | 'folded_record' | 'changes' | 'words' | 'credentials';

export interface VerdictRow {
  readonly tone: Tone;
  readonly headline: string;
  /** In a summary: "4 authentic". */
  readonly counted: string;
  readonly sentence: (facts: VerdictFacts) => string;
  readonly shows: readonly Shown[];
}

/** The facts that a sentence can use. */
export interface VerdictFacts {
  /** The signer in one line (signer-name.ts). */
  readonly who: string;
  readonly token_source: string | null;
  readonly likeness: 'near' | 'far' | 'unknown';
  readonly format: string | null;
  readonly reason?: string | undefined;
  /** As text. Null: unknown. */
  readonly revokedAt: string | null;
  /** From the certificate of the Content Credentials. Empty if it is not readable. */
  readonly issuer: string;
  /** The trust list by which that signer is trusted. Null: none. */
  readonly trustList: string | null;
}

const ledBy: Readonly<Record<string, string>> = {
  provided: 'This content came with the token',
  xmp: 'This content carries the token',
  watermark: 'This content carries the watermark',
  neural_watermark: 'This content carries the watermark',
};
const kinds: Readonly<Record<string, string>> = {
  image: 'an image',
  audio: 'an audio file',
  video: 'a video',
  text: 'a text file',
};
const leads = ({ token_source, who }: VerdictFacts) =>
  `${ledBy[token_source ?? ''] ?? 'This content leads to the content'} of a record of ${who}`;
const sense = ({ format }: VerdictFacts) => (format === 'audio' ? 'sound' : 'look');
const signerOf = ({ issuer }: VerdictFacts) => (issuer ? `of ${issuer}` : 'of an unnamed signer');
const judged = ({ trustList }: VerdictFacts) =>
  trustList === null
    ? 'We do not judge whether you can trust that signer.'
    : `The signer has a certificate of an authority on the trust list “${trustList}” of this service.`;
const changedWords = {
  near: 'It is similar to the signed content. It could be an edited copy, or something made to look similar.',
  far: 'It is not similar to the signed content.',
  unknown: 'We could not check whether it is similar to the signed content.',
};

export const verdictTable: Readonly<Record<VerdictName | 'signed_record', VerdictRow>> = {
  authentic: {
    tone: 'good',
    headline: 'Authentic',
    counted: 'authentic',
    sentence: ({ who }) => `Signed by ${who}. This is exactly the content that was signed. Nothing has changed.`,
    shows: ['source', 'credentials'],
  },
  changed: {
    tone: 'bad',
    headline: 'Changed',
    counted: 'changed',
    sentence: (facts) => `${leads(facts)}, but its bytes are not what was signed. ${changedWords[facts.likeness]}`,
    shows: ['record', 'changes', 'words', 'credentials'],
  },
  copy: {
    tone: 'warn',
    headline: 'Copy',
    counted: 'copied',
    sentence: (facts) =>
      `${leads(facts)} and ${sense(facts)}s like it, but its bytes are not what was signed. It was probably saved again. Anyone can copy a watermark, so ask for the signed file if it matters.`,
    shows: ['record', 'changes', 'words', 'credentials'],
  },
  mark_on_other_content: {
    tone: 'bad',
    headline: 'Watermark or token on other content',
    counted: 'with a watermark or token of other content',
    sentence: (facts) =>
      `${leads(facts)}, but does not ${sense(facts)} like it. Anyone can copy a watermark or a token onto another file, so this does not tell you who made the file. A strong crop or edit can also cause this result.`,
    shows: ['record', 'credentials'],
  },
  resembles: {
    tone: 'none',
    headline: 'Similar to signed content',
    counted: 'similar to signed content',
    sentence: (facts) =>
      `It ${sense(facts)}s like the content of a record, but it is not that content. Similarity is not proof. It could be a copy or something completely different.`,
    shows: ['folded_record', 'credentials'],
  },
  same_text: {
    tone: 'note',
    headline: 'Text of a record',
    counted: 'with the text of a record',
    sentence: ({ who }) =>
      `Its visible text is the same as that of a record of ${who}. The watermark is gone, or it was never there. Anyone can copy or retype a text, so this does not tell you who made the file.`,
    shows: ['record', 'words', 'credentials'],
  },
  shares_text: {
    tone: 'none',
    headline: 'Shares text with a record',
    counted: 'sharing text with a record',
    sentence: ({ who }) =>
      `Words of it are also in the text of a record of ${who}, in the same order. It could be an edited copy or a quote, or both texts could come from a third one. This does not tell you who made the file.`,
    shows: ['folded_record', 'words', 'credentials'],
  },
  original: {
    tone: 'note',
    headline: 'Original of a signed file',
    counted: 'original',
    sentence: ({ who }) =>
      `This is the file before it was signed for ${who}. It carries no signature and no watermark. The signed file does.`,
    shows: ['record', 'credentials'],
  },
  revoked: {
    tone: 'bad',
    headline: 'Revoked',
    counted: 'revoked',
    sentence: ({ who, revokedAt }) =>
      `The signature is no longer valid: ${who} revoked the generator that made it${revokedAt ? ` on ${revokedAt}` : ''}. Do not rely on it.`,
    shows: ['record', 'credentials'],
  },
  invalid_record: {
    tone: 'bad',
    headline: 'Signature not valid',
    counted: 'with a signature that is not valid',
    sentence: () => 'We found a record, but its signature does not match it. Do not rely on it.',
    shows: ['record', 'credentials'],
  },
  other_credentials_intact: {
    tone: 'note',
    headline: 'Content Credentials of another signer',
    counted: 'with Content Credentials',
    sentence: (facts) =>
      `This service did not sign it. It carries Content Credentials ${signerOf(facts)}. They are intact and match this file. ${judged(facts)}`,
    shows: ['credentials'],
  },
  other_credentials_broken: {
    tone: 'bad',
    headline: 'Broken Content Credentials',
    counted: 'with broken Content Credentials',
    sentence: (facts) =>
      `It carries Content Credentials ${signerOf(facts)}, but they do not match: the file or the credentials changed after signing. Do not rely on what they say.`,
    shows: ['credentials'],
  },
  other_credentials_unchecked: {
    tone: 'warn',
    headline: 'Content Credentials that cannot be checked',
    counted: 'with Content Credentials that cannot be checked',
    sentence: () =>
      'It carries Content Credentials that this service cannot check. They are damaged, use an unknown signature algorithm, or are in a file type that it cannot read.',
    shows: ['credentials'],
  },
  token_without_record: {
    tone: 'warn',
    headline: 'Token without a record',
    counted: 'with a token without a record',
    sentence: ({ reason }) =>
      reason === 'record_not_found'
        ? 'It carries a token or a watermark of this service, but the record no longer exists here.'
        : 'It carries a token that this service did not issue or that is damaged. The token does not lead to a record.',
    shows: [],
  },
  nothing_found: {
    tone: 'none',
    headline: 'Nothing found',
    counted: 'with nothing found',
    sentence: () =>
      'We found no signature, watermark or Content Credentials. This does not mean that a person made it: AI-generated content often carries no such data or has lost it.',
    shows: [],
  },
  empty_file: {
    tone: 'none',
    headline: 'Empty file',
    counted: 'empty',
    sentence: () => 'The file has no content, so there is nothing to check. Get the file again and retry.',
    shows: [],
  },
  unknown_type: {
    tone: 'none',
    headline: 'Unknown file type',
    counted: 'of unknown type',
    sentence: () =>
      'This service cannot read this file type. It looked only for Content Credentials and found none. This says nothing about the origin.',
    shows: [],
  },
  unreadable_file: {
    tone: 'warn',
    headline: 'Unreadable file',
    counted: 'unreadable',
    sentence: ({ format }) =>
      `The file starts like ${kinds[format ?? ''] ?? 'a known format'}, but it is damaged or incomplete, so we could not check it. Get the file again and retry.`,
    shows: [],
  },
  // About a record without a file: the certificate, and the lookup of a token.
  signed_record: {
    tone: 'good',
    headline: 'Signed and valid',
    counted: 'signed',
    sentence: ({ who }) =>
      `Signed by ${who}. The signature of this record is valid. Verify a file to find out whether it is the signed content.`,
    shows: ['source'],
  },
};
