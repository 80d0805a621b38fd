// The shapes of /v1/verify (specification: Verification).
import { checkNames, verdictNames } from '@content-provenance/engine/verdicts';
import { Type } from 'typebox';
import { mediaFormat, nullable, signer, timestamp } from '../../http/schemas.ts';

const branding = Type.Object({
  display_name: nullable(Type.String()),
  logo_url: nullable(Type.String()),
  primary_color: nullable(Type.String()),
  support_url: nullable(Type.String()),
});

export const status = Type.Object({
  record_id: Type.String({ format: 'uuid' }),
  generator_status: Type.Enum(['active', 'revoked'], { description: 'When revoked, the provenance cannot be trusted' }),
  revoked_at: nullable(timestamp),
  model: Type.String(),
  signed_at: timestamp,
  org_id: Type.String(),
  org_name: Type.String(),
  signer,
  branding: nullable(branding),
});

const token = Type.String({ maxLength: 200, description: 'A token; when given, nothing else is looked for' });

const localize = Type.Enum(['true', 'false'], {
  description:
    'true: the answer also says where the content no longer carries the watermark of its record, see `localization`. It takes longer.',
});

export const form = Type.Object({
  token: Type.Optional(token),
  format: Type.Optional(mediaFormat),
  localize: Type.Optional(localize),
});

const score = Type.Number({ description: '0 to 1: how sure it is that this part does not carry the watermark' });

const ranges = {
  seconds: Type.Number({ description: 'How much of it was examined, from its start' }),
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
      width: Type.Integer({ description: 'Pixels of the picture as it is shown, after its Exif orientation' }),
      height: Type.Integer(),
      regions: Type.Array(
        Type.Object({
          x: Type.Integer({ description: 'Pixels from the left edge of the picture as it is shown' }),
          y: Type.Integer({ description: 'Pixels from its top edge' }),
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
              'Base64 of one byte for each cell, row by row. 0: unknown, the watermark is too faint there to tell. 1: carries the watermark. 2: does not carry it',
          }),
        },
        { description: 'The same as a grid of cells over the picture' },
      ),
    }),
    Type.Object({ kind: Type.Literal('audio'), ...ranges }),
    Type.Object({ kind: Type.Literal('video'), ...ranges }, { description: 'By keyframes, of a video marked in band' }),
    Type.Object({
      kind: Type.Literal('text'),
      count: Type.Integer({ description: 'How many paragraphs the text has' }),
      paragraphs: Type.Array(
        Type.Object({
          paragraph: Type.Integer({ description: 'Counted from 1' }),
          line: Type.Integer({ description: 'Of its first line, counted from 1' }),
          payload: Type.Enum(['missing', 'moved'], {
            description:
              'missing: the paragraph does not carry the watermark. moved: the watermark is not at its start, or is there twice',
          }),
        }),
        { description: 'At most 1,000' },
      ),
    }),
    Type.Object({ kind: Type.Literal('none'), note: Type.String({ description: 'Why nothing can be shown' }) }),
  ],
  {
    description:
      'Where the content no longer carries the watermark of its record; only with `localize=true`. It does not show what was cut away, edits of flat or silent parts, where the watermark is too faint to tell, or light edits that leave the watermark in place. An empty list does not mean that nothing changed: `authentic` says that',
  },
);

const ingredientFields = {
  title: Type.String(),
  relationship: Type.String({ description: 'parentOf, componentOf or inputTo' }),
  issuer: Type.Optional(Type.String({ description: 'Who signed the manifest that came with it' })),
};
// Three levels are reported; a schema that refers to itself would be harder to read than the third written out.
const ingredient = [1, 2].reduce(
  (inner) => Type.Object({ ...ingredientFields, ingredients: Type.Optional(Type.Array(inner)) }),
  Type.Object(ingredientFields),
);

const c2pa = Type.Object(
  {
    found: Type.Boolean(),
    validation_status: Type.Enum(['valid', 'invalid'], {
      description: 'Whether signature, assertions and the binding to this file hold; not whether the signer is trusted',
    }),
    assertions: Type.Array(Type.String(), { description: 'Labels of the active manifest' }),
    manifest_count: Type.Integer(),
    signature_issuer: Type.String({ description: 'As the certificate names it; empty where none could be read' }),
    is_service: Type.Boolean({
      description: 'Whether the active manifest is signed under a certificate of this service',
    }),
    validation_errors: Type.Optional(Type.Array(Type.String(), { description: 'C2PA status codes, where invalid' })),
    tool: Type.Optional(Type.String({ description: 'The program that wrote the manifest, as it names itself' })),
    signed_at: Type.Optional(timestamp),
    actions: Type.Optional(
      Type.Array(
        Type.Object({
          action: Type.String({ description: 'c2pa.created and others' }),
          source_type: Type.Optional(
            Type.String({ description: 'Digital source type of IPTC, such as trainedAlgorithmicMedia' }),
          ),
        }),
        { description: 'What the manifest says was done, at most 50' },
      ),
    ),
    ingredients: Type.Optional(
      Type.Array(ingredient, { description: 'The files it says it was made of, at most 20 a level, three levels' }),
    ),
  },
  { description: 'What a C2PA manifest in the upload says; left out where there is none' },
);

export const result = Type.Object({
  verdict: Type.Enum([...verdictNames], {
    description:
      'The result in one word, as the verify page shows it. copy: found by a mark alone, and it resembles the record; with `localize=true` only where no part lacks the watermark',
  }),
  checks: Type.Array(
    Type.Object({
      name: Type.Enum([...checkNames]),
      passed: Type.Boolean({ description: 'What was looked for is there, or fits' }),
    }),
    { description: 'The checks that ran' },
  ),
  authentic: Type.Boolean(),
  tampered: Type.Boolean(),
  confidence: Type.Enum(['high', 'medium', 'low', 'none'], {
    description: 'Of the identification, not of the integrity',
  }),
  likeness: Type.Enum(['near', 'far', 'unknown'], {
    description:
      'Whether the content looks or sounds like the content of the record. near: their fingerprints agree, which proves nothing. far: they do not: other content carries the mark or the token, or the content was cropped or edited strongly. unknown: no record, or nothing to compare',
  }),
  token_source: nullable(
    Type.String({ description: 'provided, xmp, watermark, phash, fingerprint or neural_watermark' }),
  ),
  format: nullable(Type.String({ description: 'image, audio, text or video; null: no known format' })),
  signals: Type.Object({
    watermark_found: Type.Boolean(),
    record_found: Type.Boolean(),
    signature_valid: Type.Boolean(),
    phash_match: Type.Boolean(),
    fingerprint_match: Type.Boolean(),
    neural_watermark_found: Type.Boolean(),
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
  reason: Type.Optional(Type.String({ description: 'Why the content is not authentic' })),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What could not be looked for, a sentence each' })),
  error: Type.Optional(Type.String({ description: 'In a batch: why this item could not be looked at' })),
});

export const batch = Type.Object({
  items: Type.Array(
    Type.Object({ content: Type.String({ description: 'The content in base64' }), token: Type.Optional(token) }),
    { minItems: 1, maxItems: 50 },
  ),
});

export const batchResults = Type.Array(result);
