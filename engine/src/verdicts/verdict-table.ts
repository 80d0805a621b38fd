// The table of verdicts: for each name its headline, its sentence, its tone, and what is shown with it. The page, the certificate
// and the command line take their words from here. A likeness names nobody as the source of a file.
import type { VerdictName } from './verdict-name.ts';

/** good: green, bad: red, warn: amber, note: the color of the service, none: grey. */
export type Tone = 'good' | 'bad' | 'warn' | 'note' | 'none';

/**
 * source: who signed, and the timeline of the file. record: the record that was found, which says nothing about the file.
 * folded_record: the same, closed until somebody opens it. changes: where the file changed. credentials: what the Content
 * Credentials in the file state.
 */
export type Shown = 'source' | 'record' | 'folded_record' | 'changes' | 'credentials';

export interface VerdictRow {
  readonly tone: Tone;
  readonly headline: string;
  /** In a summary: "4 authentic". */
  readonly counted: string;
  readonly sentence: (facts: VerdictFacts) => string;
  readonly shows: readonly Shown[];
}

/** What sentences are made of. */
export interface VerdictFacts {
  /** The signer in one line; see signer-name.ts. */
  readonly who: string;
  readonly token_source: string | null;
  readonly likeness: 'near' | 'far' | 'unknown';
  readonly format: string | null;
  readonly reason?: string | undefined;
  /** In words; null where it is not known. */
  readonly revokedAt: string | null;
  /** As the certificate of the Content Credentials names it; empty where none could be read. */
  readonly issuer: string;
}

const ledBy: Readonly<Record<string, string>> = {
  provided: 'Came with the token',
  xmp: 'Carries the token',
  watermark: 'Carries the mark',
  neural_watermark: 'Carries the mark',
};
const kinds: Readonly<Record<string, string>> = {
  image: 'a picture',
  audio: 'a sound',
  video: 'a video',
  text: 'a text',
};
const leads = ({ token_source, who }: VerdictFacts) =>
  `${ledBy[token_source ?? ''] ?? 'Leads to the content'} of a record of ${who}`;
const sense = ({ format }: VerdictFacts) => (format === 'audio' ? 'sound' : 'look');
const signerOf = ({ issuer }: VerdictFacts) => (issuer ? `of ${issuer}` : 'of a signer that they do not name');
const notJudged = 'Whether that signer can be trusted is not judged here.';
const changedWords = {
  near: 'It resembles the signed content: it may be an edited copy, or something made to resemble it.',
  far: 'It does not resemble the signed content.',
  unknown: 'Whether it resembles the signed content could not be checked.',
};

export const verdictTable: Readonly<Record<VerdictName | 'signed_record', VerdictRow>> = {
  authentic: {
    tone: 'good',
    headline: 'Authentic',
    counted: 'authentic',
    sentence: ({ who }) => `Signed by ${who}. This is exactly the content that was signed. Nothing has changed since.`,
    shows: ['source', 'credentials'],
  },
  changed: {
    tone: 'bad',
    headline: 'Changed',
    counted: 'changed',
    sentence: (facts) => `${leads(facts)}; these bytes are not what was signed. ${changedWords[facts.likeness]}`,
    shows: ['record', 'changes', 'credentials'],
  },
  copy: {
    tone: 'warn',
    headline: 'Copy',
    counted: 'copied',
    sentence: (facts) =>
      `${leads(facts)} and ${sense(facts)}s like it, but was saved again; these bytes are not what was signed. Marks can be copied, so ask for the signed file if it matters.`,
    shows: ['record', 'changes', 'credentials'],
  },
  mark_on_other_content: {
    tone: 'bad',
    headline: 'Mark on other content',
    counted: 'with a mark of other content',
    sentence: (facts) =>
      `${leads(facts)}, but does not ${sense(facts)} like it. Anyone can copy a mark or a token onto another file, so this does not tell who made the file. A strong crop or edit can give this result too.`,
    shows: ['record', 'credentials'],
  },
  resembles: {
    tone: 'none',
    headline: 'Resembles signed content',
    counted: 'resembling signed content',
    sentence: (facts) =>
      `It ${sense(facts)}s like the content of a record, but it is not that content. A likeness is not proof: this can be a copy, or something else altogether.`,
    shows: ['folded_record', 'credentials'],
  },
  original: {
    tone: 'note',
    headline: 'Original of a signed file',
    counted: 'original',
    sentence: ({ who }) =>
      `This is the file as it was before it was signed for ${who}. It carries no signature and no mark; the signed file does.`,
    shows: ['record', 'credentials'],
  },
  revoked: {
    tone: 'bad',
    headline: 'Revoked',
    counted: 'revoked',
    sentence: ({ who, revokedAt }) =>
      `The signature is not valid any more: ${who} revoked the generator that made it${revokedAt ? ` on ${revokedAt}` : ''}. Do not rely on it.`,
    shows: ['record', 'credentials'],
  },
  invalid_record: {
    tone: 'bad',
    headline: 'Signature not valid',
    counted: 'with a signature that is not valid',
    sentence: () => 'A record was found, but its signature does not fit it. Do not rely on it.',
    shows: ['record', 'credentials'],
  },
  other_credentials_intact: {
    tone: 'note',
    headline: 'Content Credentials of another signer',
    counted: 'with Content Credentials',
    sentence: (facts) =>
      `This service did not sign it. It carries Content Credentials ${signerOf(facts)}. They are intact and fit this file. ${notJudged}`,
    shows: ['credentials'],
  },
  other_credentials_broken: {
    tone: 'bad',
    headline: 'Broken Content Credentials',
    counted: 'with broken Content Credentials',
    sentence: (facts) =>
      `It carries Content Credentials ${signerOf(facts)}, but they do not fit: the file or the credentials changed after signing. Do not rely on what they state.`,
    shows: ['credentials'],
  },
  other_credentials_unchecked: {
    tone: 'warn',
    headline: 'Content Credentials that cannot be checked',
    counted: 'with Content Credentials that cannot be checked',
    sentence: () =>
      'It carries Content Credentials in a form that this service cannot check: they are damaged, or use a signature it does not know.',
    shows: ['credentials'],
  },
  token_without_record: {
    tone: 'warn',
    headline: 'Token without a record',
    counted: 'with a token that leads nowhere',
    sentence: ({ reason }) =>
      reason === 'record_not_found'
        ? 'It carries a token or a mark of this service, but the record behind it is not here any more.'
        : 'It carries a token that this service did not issue, or that was damaged. It leads nowhere.',
    shows: [],
  },
  nothing_found: {
    tone: 'none',
    headline: 'Nothing found',
    counted: 'without a finding',
    sentence: () =>
      'No signature, mark or Content Credentials were found. That does not mean that a person made it: AI-generated content often carries no such data, or has lost it.',
    shows: [],
  },
  empty_file: {
    tone: 'none',
    headline: 'Empty file',
    counted: 'empty',
    sentence: () => 'The file has no content, so there is nothing to check. Get the file again and try once more.',
    shows: [],
  },
  unknown_type: {
    tone: 'none',
    headline: 'Unknown type of file',
    counted: 'of unknown type',
    sentence: () =>
      'This service cannot read files of this type. It looked only for Content Credentials and found none, which tells nothing about the origin.',
    shows: [],
  },
  unreadable_file: {
    tone: 'warn',
    headline: 'Unreadable file',
    counted: 'unreadable',
    sentence: ({ format }) =>
      `The file starts like ${kinds[format ?? ''] ?? 'a known format'}, but it is damaged or incomplete and could not be checked. Get the file again and try once more.`,
    shows: [],
  },
  // About a record without any file: the certificate, and the look-up of a token.
  signed_record: {
    tone: 'good',
    headline: 'Signed and valid',
    counted: 'signed',
    sentence: ({ who }) =>
      `Signed by ${who}. The signature of this record is valid. Verify a file to find out whether it is the signed content.`,
    shows: ['source'],
  },
};
