// POST /v1/sign (specification: Signing, server side).
import { LARGEST_UPLOAD } from '@content-provenance/engine';
import { Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { replayedHeader } from '../../http/pipeline/headers.ts';
import type { Idempotency } from '../../http/pipeline/idempotency.ts';
import { answerWith } from '../../http/route-answer.ts';
import { file, mediaFormat } from '../../http/schemas.ts';
import { label } from '../records/records.service.ts';
import * as schema from './sign.schema.ts';
import {
  carriesOf,
  fingerprintOf,
  type SignedUpload,
  type SignInput,
  type SigningReceipt,
  type SignService,
} from './sign.service.ts';

const path = '/v1/sign';

const sentHeaders = {
  'X-Service-Token': { description: 'The token, which is also embedded in the content' },
  'X-Service-Record-Id': { description: 'The ID of the record' },
  'X-Service-Log-Index': {
    description: 'The index of the record in the transparency log. Absent if the record is older than the log',
    optional: true,
  },
  'X-Service-Format': { description: 'image, audio, text or video' },
  'X-Service-Carries': {
    description: 'What is in the content, separated by commas: token, watermark, in_band, neural, manifest',
    optional: true,
  },
  'X-Service-Notes': { description: 'What was left out, if anything, in words for people', optional: true },
  'X-Service-Signature': {
    description: 'How a manifest that `c2pa=keep` added is signed: ml-dsa-65 or classical',
    optional: true,
  },
  Link: { description: 'The address of that manifest, with `rel="c2pa-manifest"`', optional: true },
} as const;

export function signRoutes(signing: SignService, idempotency: Idempotency) {
  /**
   * A response of 50 MB is not stored: the same request is signed again under the first receipt.
   */
  async function signOnce(caller: Caller, input: SignInput, key: string | undefined) {
    let first: SignedUpload | undefined;
    let isReplay = false;
    const request = {
      orgId: caller.organization.orgId,
      route: `POST ${path}`,
      key,
      content: key && fingerprintOf(input),
    };
    const { answer } = await idempotency.run(request, async ({ seed, repeated }) => {
      const receipt = repeated ? await signing.findReceipt(caller, seed) : undefined;
      isReplay = receipt !== undefined;
      first = await signing.sign(caller, { input, watermarkId: seed, receipt });
      return first.receipt;
    });
    if (first) return { ...first, isReplay };
    const receipt = answer as SigningReceipt;
    const again = await signing.sign(caller, { input, watermarkId: receipt.watermarkId, receipt });
    return { ...again, isReplay: true };
  }

  return [
    defineRoute({
      method: 'POST',
      path,
      operation: 'signContent',
      idempotency: 'organization',
      resource: 'Signing',
      summary: 'Sign content with a key that the service manages',
      description:
        'Returns the signed content with a watermark and its token. The headers of the response describe it. Counts as one signature. The service does not keep the upload. If your organization turned it on, it keeps a private label and a thumbnail.',
      access: { caller: 'key-or-session', scope: 'sign' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      quota: true,
      upload: { field: 'content', largest: LARGEST_UPLOAD },
      body: Type.Object({
        model: schema.model,
        generator_id: schema.generatorId,
        format: Type.Optional(mediaFormat),
        neural: Type.Optional(Type.Enum(['true', 'false'], { description: schema.neuralDescription })),
        watermark: Type.Optional(schema.watermark),
        in_band: Type.Optional(
          Type.Enum(['true', 'false'], {
            description:
              'true: a video carries the watermark in every frame and in its audio. The service encodes it again at visually lossless quality, within limits for duration and pixels',
          }),
        ),
        label: Type.Optional(label),
        c2pa: Type.Optional(schema.keepManifest),
      }),
      success: { status: 200, schema: file, contentType: 'application/octet-stream', sends: sentHeaders },
      errors: [
        ...archiveErrors,
        'generator_not_allowed',
        'unsupported_media',
        'format_not_supported',
        'client_managed_generator',
        'signature_limit_reached',
        'plan_required',
        'email_not_verified',
        'forbidden',
        'generator_not_found',
      ],
      handler: async ({ body, upload, uploadName, caller, idempotencyKey }) => {
        const { model, generator_id: generatorId, format, watermark } = body;
        const neural = body.neural === undefined ? undefined : body.neural === 'true';
        const inBand = body.in_band === 'true';
        const keepManifest = body.c2pa === 'keep';
        const options = { format, watermark, neural, inBand, keepManifest };
        const input = {
          content: upload!,
          model,
          generatorId,
          label: body.label?.trim(),
          fileName: uploadName,
          ...options,
        };
        const signed = await signOnce(caller, input, idempotencyKey);
        const { receipt, token, media, manifest, isReplay } = signed;
        const carries = carriesOf(signed);
        const { buffer, byteOffset, byteLength } = media.bytes;
        return answerWith(Buffer.from(buffer, byteOffset, byteLength), {
          'content-type': media.mimeType,
          'x-service-token': token,
          'x-service-record-id': receipt.recordId,
          ...(receipt.logIndex !== undefined && { 'x-service-log-index': String(receipt.logIndex) }),
          'x-service-format': media.kind,
          ...(carries.length > 0 && { 'x-service-carries': carries.join(', ') }),
          ...(manifest && { link: signing.linkTo(manifest.manifestId), 'x-service-signature': manifest.signature }),
          ...(isReplay && replayedHeader),
          ...(media.notes.length > 0 && { 'x-service-notes': media.notes.join(' ') }),
        });
      },
    }),
  ];
}
