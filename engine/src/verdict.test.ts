// Every row of the verdict table, in the words of the specification and of settled points 5, 20, 25
// and 28.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Findings, judge, type TokenSource, type Verdict } from './verdict.ts';

const intact: Findings = {
  source: 'xmp',
  lookup: 'record',
  signatureValid: true,
  content: 'signed',
  watermarkFound: true,
  neuralWatermarkFound: false,
};
const without = { signatureValid: false, content: 'other', watermarkFound: false } as const;

const authentic = { authentic: true, tampered: false } as const;
const tampered = { authentic: false, tampered: true, reason: 'content_tampered' } as const;
const neither = { authentic: false, tampered: false } as const;

const rows: [situation: string, findings: Partial<Findings>, verdict: Verdict][] = [
  [
    'nothing found',
    { ...without, source: null, lookup: 'nothing' },
    { ...neither, confidence: 'none', reason: 'no_provenance_found' },
  ],
  [
    'malformed or forged token',
    { ...without, source: 'provided', lookup: 'invalid_token' },
    { ...neither, confidence: 'none', reason: 'invalid_token' },
  ],
  [
    'forged token in the metadata, and a mark that leads nowhere',
    { ...without, lookup: 'invalid_token', watermarkFound: true },
    { ...neither, confidence: 'low', reason: 'invalid_token' },
  ],
  [
    'forged token in the metadata, and a neural mark that leads nowhere',
    { ...without, lookup: 'invalid_token', neuralWatermarkFound: true },
    { ...neither, confidence: 'low', reason: 'invalid_token' },
  ],
  [
    'token decoded, record missing',
    { ...without, lookup: 'no_record' },
    { ...neither, confidence: 'low', reason: 'record_not_found' },
  ],
  [
    'intact, generator revoked or signature wrong',
    { signatureValid: false },
    { ...neither, confidence: 'low', reason: 'signature_invalid' },
  ],
  [
    'altered, generator revoked or signature wrong',
    { signatureValid: false, content: 'other' },
    { ...neither, confidence: 'low', reason: 'signature_invalid' },
  ],
  [
    'similar to content of a revoked generator',
    { source: 'phash', signatureValid: false, content: 'other', watermarkFound: false },
    { ...neither, confidence: 'low', reason: 'signature_invalid' },
  ],
  ['intact with its mark', {}, { ...authentic, confidence: 'high' }],
  ['intact without a mark', { watermarkFound: false }, { ...authentic, confidence: 'medium' }],
  [
    'intact with a neural mark alone',
    { watermarkFound: false, neuralWatermarkFound: true },
    { ...authentic, confidence: 'high' },
  ],
  ['intact, token given', { source: 'provided', watermarkFound: false }, { ...authentic, confidence: 'medium' }],
  ['intact, metadata stripped', { source: 'watermark' }, { ...authentic, confidence: 'high' }],
  [
    'intact, found by perceptual hash alone',
    { source: 'phash', watermarkFound: false },
    { ...authentic, confidence: 'medium' },
  ],
  [
    'similar by perceptual hash',
    { source: 'phash', content: 'other', watermarkFound: false },
    { ...neither, confidence: 'medium', reason: 'phash_false_positive' },
  ],
  [
    'the unsigned original, by perceptual hash',
    { source: 'phash', content: 'original', watermarkFound: false },
    { ...neither, confidence: 'medium', reason: 'phash_false_positive' },
  ],
  [
    'the unsigned original, by acoustic fingerprint',
    { source: 'fingerprint', content: 'original', watermarkFound: false },
    { ...neither, confidence: 'medium', reason: 'fingerprint_match_only' },
  ],
  [
    'altered audio, by acoustic fingerprint',
    { source: 'fingerprint', content: 'other', watermarkFound: false },
    { ...tampered, confidence: 'medium' },
  ],
];

for (const [situation, findings, verdict] of rows) {
  test(`${situation}: ${verdict.reason ?? 'authentic'}, ${verdict.confidence}`, () => {
    assert.deepEqual(judge({ ...intact, ...findings }), verdict);
  });
}

test('altered content is tampered for every certain source, with the confidence of that source', () => {
  const sources: TokenSource[] = ['provided', 'xmp', 'watermark', 'neural_watermark'];
  for (const source of sources) {
    for (const content of ['other', 'original'] as const) {
      assert.deepEqual(judge({ ...intact, source, content }), { ...tampered, confidence: 'high' });
      assert.deepEqual(judge({ ...intact, source, content, watermarkFound: false }), {
        ...tampered,
        confidence: 'medium',
      });
    }
  }
});

test('only an intact, validly signed record is authentic, and nothing is both authentic and tampered', () => {
  const all = (['provided', 'xmp', 'watermark', 'neural_watermark', 'phash', 'fingerprint', null] as const).flatMap(
    (source) =>
      (['nothing', 'invalid_token', 'no_record', 'record'] as const).flatMap((lookup) =>
        (['signed', 'original', 'other'] as const).flatMap((content) =>
          [true, false].flatMap((signatureValid) =>
            [true, false].map((watermarkFound) => ({ source, lookup, content, signatureValid, watermarkFound })),
          ),
        ),
      ),
  );
  for (const findings of all) {
    const verdict = judge({ ...intact, ...findings });
    const whole = findings.lookup === 'record' && findings.signatureValid && findings.content === 'signed';
    assert.equal(verdict.authentic, whole);
    assert.equal(verdict.reason === undefined, whole);
    assert.ok(!(verdict.authentic && verdict.tampered));
  }
});
