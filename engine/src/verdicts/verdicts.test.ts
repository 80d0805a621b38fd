// Every row of the table of verdicts: which findings lead to it, and what its words can and cannot
// say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeVerdict,
  nameSigner,
  nameVerdict,
  signerInWords,
  summarize,
  timeInWords,
  type VerdictFindings,
  type VerdictName,
  verdictNames,
  verdictTable,
} from './index.ts';

const tampered: VerdictFindings = {
  authentic: false,
  reason: 'content_tampered',
  token_source: 'xmp',
  likeness: 'near',
  content: 'other',
  revoked: false,
  partsChanged: false,
  sameText: false,
  credentials: null,
  file: 'read',
};
const absent: VerdictFindings = { ...tampered, reason: 'no_provenance_found', token_source: null, likeness: 'unknown' };
const revoked: VerdictFindings = { ...tampered, reason: 'signature_invalid', revoked: true };
const broken = (...validation_errors: string[]) => ({ validation_status: 'invalid', validation_errors }) as const;

const rows: readonly (readonly [VerdictName, what: string, VerdictFindings])[] = [
  ['authentic', 'the signed bytes', { ...tampered, authentic: true, reason: undefined, content: 'signed' }],
  ['changed', 'a token, and content that is near', tampered],
  ['changed', 'a token, and nothing to compare', { ...tampered, likeness: 'unknown' }],
  ['changed', 'a mark, and nothing to compare', { ...tampered, token_source: 'watermark', likeness: 'unknown' }],
  ['changed', 'a mark, and parts without it', { ...tampered, token_source: 'watermark', partsChanged: true }],
  ['copy', 'a mark alone', { ...tampered, token_source: 'watermark' }],
  ['copy', 'a neural mark alone', { ...tampered, token_source: 'neural_watermark' }],
  ['mark_on_other_content', 'a mark', { ...tampered, token_source: 'watermark', likeness: 'far' }],
  ['mark_on_other_content', 'a token', { ...tampered, likeness: 'far' }],
  ['resembles', 'looks', { ...tampered, reason: 'phash_false_positive', token_source: 'phash' }],
  ['resembles', 'sound', { ...tampered, token_source: 'fingerprint' }],
  ['resembles', 'looks, of a revoked record', { ...revoked, token_source: 'phash' }],
  [
    'shares_text',
    'words',
    { ...tampered, reason: 'text_match_only', token_source: 'text_fingerprint', partsChanged: true },
  ],
  [
    'same_text',
    'all words',
    { ...tampered, reason: 'text_match_only', token_source: 'text_fingerprint', sameText: true },
  ],
  ['shares_text', 'words, of a revoked record', { ...revoked, token_source: 'text_fingerprint' }],
  ['changed', 'a mark, and words that differ', { ...tampered, token_source: 'watermark', partsChanged: true }],
  ['copy', 'a mark, and the same words', { ...tampered, token_source: 'watermark', sameText: true }],
  ['original', 'looks', { ...tampered, reason: 'phash_false_positive', token_source: 'phash', content: 'original' }],
  [
    'original',
    'sound',
    { ...tampered, reason: 'fingerprint_match_only', token_source: 'fingerprint', content: 'original' },
  ],
  ['original', 'a token given with it', { ...tampered, token_source: 'provided', content: 'original' }],
  ['revoked', 'the signed bytes', { ...revoked, content: 'signed' }],
  ['revoked', 'other bytes with the token', revoked],
  ['invalid_record', 'a record that was altered', { ...revoked, revoked: false }],
  ['other_credentials_intact', 'no record', { ...absent, credentials: { validation_status: 'valid' } }],
  [
    'other_credentials_intact',
    'a type that is unknown',
    { ...absent, file: 'unknown', credentials: { validation_status: 'valid' } },
  ],
  ['other_credentials_broken', 'another file', { ...absent, credentials: broken('assertion.dataHash.mismatch') }],
  [
    'other_credentials_broken',
    'two faults',
    { ...absent, credentials: broken('general.error', 'claimSignature.mismatch') },
  ],
  ['other_credentials_unchecked', 'not taken apart', { ...absent, credentials: broken('general.error') }],
  ['other_credentials_unchecked', 'an algorithm', { ...absent, credentials: broken('algorithm.unsupported') }],
  ['token_without_record', 'of another service', { ...absent, reason: 'invalid_token', token_source: 'xmp' }],
  ['token_without_record', 'deleted', { ...absent, reason: 'record_not_found', token_source: 'xmp' }],
  ['nothing_found', 'nothing', absent],
  ['empty_file', 'no bytes', { ...absent, file: 'empty' }],
  ['unknown_type', 'no format', { ...absent, file: 'unknown' }],
  ['unreadable_file', 'a broken picture', { ...absent, file: 'broken' }],
];

for (const [verdict, what, findings] of rows) {
  test(`${verdict}: ${what}`, () => assert.equal(nameVerdict(findings), verdict));
}

test('a row above reaches every verdict', () => {
  assert.deepEqual(new Set(rows.map(([verdict]) => verdict)), new Set(verdictNames));
});

const provenance = { org: 'Reuters', revoked_at: '2026-11-17T08:30:00.000Z' };
const answer = { token_source: 'xmp', likeness: 'near', format: 'image', provenance } as const;
const describe = (verdict: VerdictName) => describeVerdict({ ...answer, verdict }, 'UTC');

test('a likeness names no source', () => {
  for (const likeness of ['near', 'far', 'unknown'] as const) {
    const { sentence, headline, shows } = describeVerdict({ ...answer, likeness, verdict: 'resembles' });
    assert.doesNotMatch(headline + sentence, /signed by|comes from|proves|Reuters/i);
    assert.deepEqual(shows, ['folded_record', 'credentials']);
  }
});

test('only an authentic file says who signed it', () => {
  for (const verdict of verdictNames) {
    assert.equal(/signed by/i.test(describe(verdict).sentence), verdict === 'authentic', verdict);
    assert.equal(verdictTable[verdict].tone === 'good', verdict === 'authentic', verdict);
  }
});

test('revoked is red and says only when', () => {
  const { tone, sentence } = describe('revoked');
  assert.equal(tone, 'bad');
  assert.match(sentence, /revoked the generator that made it on 17 November 2026 at 08:30 UTC\./);
  assert.doesNotMatch(sentence, /\bor\b/);
});

test('bytes that differ from the signed ones are said to lead to a record', () => {
  const unverified = String.raw`Reuters \(name stated by the signer, not verified\)`;
  assert.match(
    describe('changed').sentence,
    new RegExp(`^This content carries the token of a record of ${unverified}, but its bytes`),
  );
  assert.match(describe('mark_on_other_content').sentence, /, but does not look like it\./);
});

test('a name is proven by its domain, stated, or an imitation', () => {
  const signer = {
    name: 'Lumen',
    domain: 'lumen.example',
    domain_verified_at: '2026-11-01T00:00:00.000Z',
    resembles: null,
  };
  assert.equal(signerInWords(nameSigner({ org: 'Lumen', signer })), 'lumen.example ✓ (Lumen)');
  assert.equal(nameSigner({ org: 'Lumen' }).remark, 'name stated by the signer, not verified');
  assert.equal(
    signerInWords(nameSigner({ org: 'lumen.example ✔️' })),
    'lumen.example (name stated by the signer, not verified)',
  );
  const imitation = { ...signer, name: 'Lumеn', domain: null, resembles: 'lumen.example' };
  assert.match(nameSigner({ org: 'Lumеn', signer: imitation }).warning!, /not lumen\.example/);
});

test('a summary counts the files of each verdict', () => {
  assert.equal(summarize(['changed', 'authentic', 'authentic']), '3 files: 2 authentic, 1 changed');
  assert.equal(summarize(['empty_file']), '1 file: 1 empty');
});

test('times have a zone', () => {
  assert.equal(timeInWords('2026-11-18T03:05:31.000Z', 'UTC'), '18 November 2026 at 03:05 UTC');
  assert.equal(timeInWords('2026-11-18T03:05:31.000Z', 'Europe/Berlin'), '18 November 2026 at 04:05 CET');
});
