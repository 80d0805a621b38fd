// The shapes of /v1/sign and /v1/sign/batch. Both have the same fields. In a form they are texts,
// in JSON they have types.
import { watermarkChoices } from '@content-provenance/engine';
import { Type } from 'typebox';
import { errorSchema, mediaFormat } from '../../http/schemas.ts';
import { label, logIndex } from '../records/records.service.ts';

export const model = Type.String({ minLength: 1, maxLength: 200, description: 'Name of the AI model' });
export const generatorId = Type.String({ minLength: 1, maxLength: 100 });

export const neuralDescription =
  'By default, these carry a neural watermark in addition to the other one: images, videos with in_band, and WAV files if the audio networks are installed. It survives resizing that removes the other watermark. false: no neural watermark. true: the service also decodes, watermarks and encodes MP3 and FLAC again with the same codec, and adds a note if the content cannot carry one. Someone who tries hard enough can remove a watermark.';

export const watermark = Type.Enum(watermarkChoices, {
  description:
    'Strength of the watermarks in an image. balanced (default): people do not see them at a normal viewing distance. strong: they survive more changes, but can be visible and can enlarge a graphic with few colors. faint: they survive fewer changes. none: content of any format carries only its token. none is the default for texts that programs read: code, data and settings by their file name, JSON, and scripts that start with #!. With the other values, such a text carries the watermark.',
});

export const keepManifest = Type.Enum(['keep'], {
  description:
    'keep: a C2PA manifest in the JPEG or PNG becomes an ingredient of a new manifest that is embedded into the signed file (Growth and above). Without it, signing breaks the manifest, and a note says so',
});

/** As POST /v1/records/batch takes, for the texts. */
export const LARGEST_DESCRIPTION = 10 * 1024 * 1024;
export const MOST_ITEMS = 100;

const options = {
  model: Type.Optional(model),
  generator_id: Type.Optional(generatorId),
  format: Type.Optional(mediaFormat),
  watermark: Type.Optional(watermark),
  neural: Type.Optional(Type.Boolean({ description: neuralDescription })),
  label: Type.Optional(label),
  c2pa: Type.Optional(keepManifest),
};

export const batch = Type.Object(
  {
    defaults: Type.Optional(
      Type.Object(options, {
        title: 'SignDefaults',
        description: 'Fields for every item that does not have them',
        additionalProperties: false,
      }),
    ),
    items: Type.Array(
      Type.Object(
        {
          text: Type.Optional(Type.String({ description: 'The content, if it is a text' })),
          file: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 255,
              description: 'The content, if it is a file: the name of a file in `files`, without a folder',
            }),
          ),
          ...options,
        },
        {
          title: 'SignItem',
          description: 'Either `text` or `file`, and `model` and `generator_id` here or in `defaults`',
          additionalProperties: false,
        },
      ),
      { minItems: 1, maxItems: MOST_ITEMS },
    ),
  },
  { title: 'SignBatch' },
);

const signedItem = Type.Object(
  {
    token: Type.String({ description: 'The token, which is also embedded in the content' }),
    record_id: Type.String({ format: 'uuid' }),
    log_index: Type.Optional(logIndex),
    format: mediaFormat,
    mime_type: Type.String(),
    carries: Type.Array(Type.String(), {
      description: 'What is in the content: token, watermark, neural, manifest',
    }),
    notes: Type.Array(Type.String(), { description: 'What was left out, if anything, one sentence each' }),
    text: Type.Optional(Type.String({ description: 'The signed content of an item with `text`' })),
    content: Type.Optional(Type.String({ description: 'The signed content of an item with `file`, in base64' })),
    manifest: Type.Optional(
      Type.Object(
        { manifest_id: Type.String(), signature: Type.Enum(['ml-dsa-65', 'classical']) },
        { description: 'The manifest that `c2pa: keep` added' },
      ),
    ),
  },
  { title: 'SignedItem' },
);

const failedItem = Type.Object(
  {
    status: Type.Integer({ description: 'The status that POST /v1/sign would return' }),
    ...errorSchema.properties,
  },
  { title: 'FailedItem', description: 'Why an item was not signed', additionalProperties: true },
);

export const batchResults = Type.Object({
  results: Type.Array(Type.Union([signedItem, failedItem]), {
    description: 'In the order of the items. A failed item has `error`',
  }),
});
