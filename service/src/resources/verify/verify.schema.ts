// The shapes of /v1/verify (specification: Verification).
import { checkNames, verdictNames } from '@content-provenance/engine/verdicts';
import { Type } from 'typebox';
import { branding, generatorStatus, mediaFormat, nullable, signer, timestamp } from '../../http/schemas.ts';
import { listedRecord } from '../records/records.service.ts';
import { c2pa } from './manifest.schema.ts';

export const status = Type.Object(
  {
    record_id: Type.String({ format: 'uuid' }),
    generator_status: generatorStatus,
    revoked_at: nullable(timestamp),
    model: Type.String(),
    signed_at: timestamp,
    org_id: Type.String(),
    org_name: Type.String(),
    signer,
    branding: nullable(branding),
  },
  { title: 'TokenStatus' },
);

const token = Type.String({
  maxLength: 200,
  description: 'A token. If you send it, the service looks for nothing else',
});

const localize = Type.Enum(['true', 'false'], {
  description:
    'true: the response also says where the content no longer carries the watermark of its record (see `localization`). This takes longer.',
});

const showText = Type.Enum(['true', 'false'], {
  description:
    'true: if the result has `text_matches`, it also has `visible_text`, the text to which their parts refer. For files such as PDF, whose text you cannot read easily',
});

const tokenSource = nullable(
  Type.String({ description: 'provided, xmp, watermark, neural_watermark, text_fingerprint, phash or fingerprint' }),
);

export const foundRecords = Type.Object({
  records: Type.Array(listedRecord, { description: 'The record of the file, or nothing' }),
  token_source: tokenSource,
});

export const form = Type.Object({
  token: Type.Optional(token),
  format: Type.Optional(mediaFormat),
  localize: Type.Optional(localize),
  show_text: Type.Optional(showText),
});

export const receiptQuery = Type.Object({
  receipt: Type.Optional(
    Type.Boolean({
      description:
        'true: each result has a `receipt`, which the service signs. The service stores nothing about the upload for it',
    }),
  ),
});

const score = Type.Number({ description: '0 to 1: confidence that this part does not carry the watermark' });

const ranges = {
  seconds: Type.Number({ description: 'Duration that was checked, from the start' }),
  ranges: Type.Array(
    Type.Object({
      start: Type.Number({ description: 'Seconds' }),
      end: Type.Number({ description: 'Seconds' }),
      score,
    }),
  ),
};

const localization = Type.Union(
  [
    Type.Object({
      kind: Type.Literal('image'),
      width: Type.Integer({ description: 'Pixels of the displayed image, after Exif orientation' }),
      height: Type.Integer(),
      regions: Type.Array(
        Type.Object({
          x: Type.Integer({ description: 'Pixels from the left edge of the displayed image' }),
          y: Type.Integer({ description: 'Pixels from the top edge' }),
          width: Type.Integer(),
          height: Type.Integer(),
          score,
        }),
        { description: 'Rectangles that do not carry the watermark, largest first, at most 64' },
      ),
      map: Type.Object(
        {
          columns: Type.Integer({ description: 'At most 128' }),
          rows: Type.Integer({ description: 'At most 128' }),
          cell: Type.Integer({ description: 'Pixels along the side of a cell' }),
          values: Type.String({
            description:
              'Base64, one byte for each cell, row by row. 0: unknown, because the watermark is too faint. 1: carries the watermark. 2: does not carry the watermark',
          }),
        },
        { description: 'The same result as a grid of cells over the image' },
      ),
    }),
    Type.Object({ kind: Type.Literal('audio'), ...ranges }),
    Type.Object(
      { kind: Type.Literal('video'), ...ranges },
      { description: 'By keyframe, for a video signed with in_band' },
    ),
    Type.Object({
      kind: Type.Literal('text'),
      count: Type.Integer({ description: 'Number of paragraphs in the text' }),
      paragraphs: Type.Array(
        Type.Object({
          paragraph: Type.Integer({ description: 'Counted from 1' }),
          line: Type.Integer({ description: 'First line of the paragraph, counted from 1' }),
          payload: Type.Enum(['missing', 'moved'], {
            description:
              'missing: the paragraph does not carry the watermark. moved: the watermark is not at the start, or appears twice',
          }),
        }),
        { description: 'At most 1,000' },
      ),
    }),
    Type.Object({ kind: Type.Literal('none'), note: Type.String({ description: 'Why there is no result' }) }),
  ],
  {
    title: 'Localization',
    description:
      'Where the content no longer carries the watermark of its record. Only with `localize=true`. It does not show parts that were cut, edits in flat or silent parts where the watermark is too faint, or light edits that keep the watermark. An empty list does not mean that nothing changed: only `authentic` says that',
  },
);

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const textMatch = Type.Object(
  {
    record_id: Type.String({ format: 'uuid' }),
    signer,
    signed_at: timestamp,
    visible_text: Type.Enum(['identical', 'different'], {
      description:
        'identical: the visible text is the one that the service signed, apart from white space and invisible characters. Always different for a record that was signed with its own key',
    }),
    upload_share: share('How much of the upload is in the record'),
    record_share: share('How much of the record is in the upload'),
    parts: Type.Array(
      Type.Object({
        state: Type.Enum(['kept', 'changed', 'added'], {
          description:
            'kept: the record has these words too. changed: the record has other words here. added: the record has nothing here',
        }),
        start: Type.Integer({ description: 'The first UTF-16 code unit in the visible text of the upload' }),
        end: Type.Integer({ description: 'The one after the last' }),
      }),
      { description: 'The words of the upload, in order, at most 2,000 parts. The service does not store the text' },
    ),
  },
  { title: 'TextMatch' },
);

export const result = Type.Object(
  {
    verdict: Type.Enum([...verdictNames], {
      description:
        'The result in one word, as on the verify page. copy: found only by a watermark, and similar to the record. With `localize=true`, only if no part lacks the watermark',
    }),
    checks: Type.Array(
      Type.Object({
        name: Type.Enum([...checkNames]),
        passed: Type.Boolean({ description: 'Whether the check found what it looked for' }),
      }),
      { description: 'The checks that ran' },
    ),
    authentic: Type.Boolean(),
    tampered: Type.Boolean(),
    confidence: Type.Enum(['high', 'medium', 'low', 'none'], {
      description: 'Confidence in the identification, not in the integrity',
    }),
    likeness: Type.Enum(['near', 'far', 'unknown'], {
      description:
        'Whether the content looks or sounds like the content of the record. near: their fingerprints match, which proves nothing. far: their fingerprints differ, because other content carries the watermark or the token, or because the content was strongly cropped or edited. unknown: no record, or nothing to compare',
    }),
    token_source: tokenSource,
    format: nullable(Type.String({ description: 'image, audio, text or video. null: unknown format' })),
    signals: Type.Object({
      watermark_found: Type.Boolean(),
      record_found: Type.Boolean(),
      signature_valid: Type.Boolean(),
      phash_match: Type.Boolean(),
      fingerprint_match: Type.Boolean(),
      neural_watermark_found: Type.Boolean(),
      text_match: Type.Boolean(),
    }),
    provenance: nullable(
      Type.Object({
        org: Type.String({ description: 'Name of the organization' }),
        signer,
        org_id: Type.String(),
        record_id: Type.String({ format: 'uuid' }),
        generator_id: Type.String(),
        model: Type.String(),
        signed_at: timestamp,
        kid: Type.String({ description: 'The key that signed' }),
        revoked_at: nullable(timestamp),
      }),
    ),
    c2pa: Type.Optional(c2pa),
    localization: Type.Optional(localization),
    text_matches: Type.Optional(
      Type.Array(textMatch, {
        description:
          'Records whose text the upload contains, completely or in part, at most 16: the record of the result first, then the best match. Absent if there are none, or if the upload is exactly what was signed. A match proves nothing about who wrote the upload',
      }),
    ),
    visible_text: Type.Optional(
      Type.String({
        description:
          'With `show_text=true`: the visible text of the upload. It can end after the last word that was compared',
      }),
    ),
    reason: Type.Optional(Type.String({ description: 'Why the content is not authentic' })),
    notes: Type.Optional(
      Type.Array(Type.String(), { description: 'What the service could not check, one sentence each' }),
    ),
    receipt: Type.Optional(
      Type.String({
        description:
          'With `receipt=true`: the result and the hash of the upload, signed by the service (a compact JWS). See docs/use/receipts.md',
      }),
    ),
    error: Type.Optional(Type.String({ description: 'In a batch: why the service could not check this item' })),
  },
  { title: 'VerificationResult' },
);

export const batch = Type.Object({
  items: Type.Array(
    Type.Object({ content: Type.String({ description: 'The content in base64' }), token: Type.Optional(token) }),
    { minItems: 1, maxItems: 50 },
  ),
});

export const batchResults = Type.Array(result);
