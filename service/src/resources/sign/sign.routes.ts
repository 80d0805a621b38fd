// POST /v1/sign (specification: Signing, server side).
import { LARGEST_UPLOAD, watermarkChoices } from '@content-provenance/engine';
import { Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import { defineRoute } from '../../http/define-route.ts';
import { failValidation } from '../../http/error-catalogue.ts';
import type { Idempotency } from '../../http/pipeline/idempotency.ts';
import { answerWith } from '../../http/route-answer.ts';
import { file, mediaFormat } from '../../http/schemas.ts';
import { expectLabels, label } from '../records/records.service.ts';
import {
  fingerprintOf,
  type SignedUpload,
  type SignInput,
  type SigningReceipt,
  type SignService,
} from './sign.service.ts';

const path = '/v1/sign';

export function signRoutes(signing: SignService, idempotency: Idempotency) {
  /**
   * A response of 50 MB is not stored: the same request is signed again under the first receipt.
   */
  async function signOnce(caller: Caller, input: SignInput, key: string | undefined): Promise<SignedUpload> {
    let first: SignedUpload | undefined;
    const request = {
      orgId: caller.organization.orgId,
      route: `POST ${path}`,
      key,
      content: key && fingerprintOf(input),
    };
    const receipt = await idempotency.run(request, async ({ seed, repeated }) => {
      const stored = repeated ? await signing.findReceipt(caller, seed) : undefined;
      first = stored ? await signing.signAgain(caller, input, stored) : await signing.sign(caller, input, seed);
      return first.receipt;
    });
    return first ?? signing.signAgain(caller, input, receipt as SigningReceipt);
  }

  return [
    defineRoute({
      method: 'POST',
      path,
      resource: 'Signing',
      summary: 'Sign content with a key that the service manages',
      description:
        'Returns the signed content with a watermark and its token. The headers X-Service-Token, X-Service-Record-Id and X-Service-Format describe it. X-Service-Carries lists what is in it: token, watermark, in_band, neural, manifest. X-Service-Signature says how a manifest that c2pa=keep added is signed. X-Service-Notes says what was left out, if anything. Counts as one signature. The service does not keep the upload. If your organization turned it on, it keeps a private label and a thumbnail.',
      access: { caller: 'key-or-session' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      idempotent: true,
      quota: true,
      upload: { field: 'content', largest: LARGEST_UPLOAD },
      body: Type.Object({
        model: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the AI model' }),
        generator_id: Type.String({ minLength: 1, maxLength: 100 }),
        format: Type.Optional(mediaFormat),
        neural: Type.Optional(
          Type.Enum(['true', 'false'], {
            description:
              'By default, these carry a neural watermark in addition to the other one: images, videos with in_band, and WAV files if the audio networks are installed. It survives resizing that removes the other watermark. false: no neural watermark. true: the service also decodes, watermarks and encodes MP3 and FLAC again with the same codec, and adds a note if the content cannot carry one. Someone who tries hard enough can remove a watermark.',
          }),
        ),
        watermark: Type.Optional(
          Type.Enum(watermarkChoices, {
            description:
              'Strength of the watermarks in an image. balanced (default): people do not see them at a normal viewing distance. strong: they survive more changes, but can be visible and can enlarge a graphic with few colors. faint: they survive fewer changes. none: content of any format carries only its token.',
          }),
        ),
        in_band: Type.Optional(
          Type.Enum(['true', 'false'], {
            description:
              'true: a video carries the watermark in every frame and in its audio. The service encodes it again at visually lossless quality, within limits for duration and pixels',
          }),
        ),
        label: Type.Optional(label),
        c2pa: Type.Optional(
          Type.Enum(['keep'], {
            description:
              'keep: a C2PA manifest in the JPEG or PNG becomes an ingredient of a new manifest that is embedded into the signed file (Growth and above). Without it, signing breaks the manifest, and a note says so',
          }),
        ),
      }),
      success: { status: 200, schema: file, contentType: 'application/octet-stream' },
      errors: [
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
        if (body.label !== undefined) expectLabels(caller.organization);
        const neural = body.neural === undefined ? undefined : body.neural === 'true';
        const inBand = body.in_band === 'true';
        const keepManifest = body.c2pa === 'keep';
        if (watermark === 'none' && (neural || inBand)) {
          const asked = neural ? 'neural' : 'in_band';
          failValidation('watermark', `none conflicts with ${asked}=true. Remove one of them.`);
        }
        const options = { format, watermark, neural, inBand, keepManifest };
        const input = {
          content: upload!,
          model,
          generatorId,
          label: body.label?.trim(),
          fileName: uploadName,
          ...options,
        };
        const { receipt, token, media, manifest } = await signOnce(caller, input, idempotencyKey);
        const carries = [...media.carries, ...(manifest ? ['manifest'] : [])];
        const { buffer, byteOffset, byteLength } = media.bytes;
        return answerWith(Buffer.from(buffer, byteOffset, byteLength), {
          'content-type': media.mimeType,
          'x-service-token': token,
          'x-service-record-id': receipt.recordId,
          'x-service-format': media.kind,
          ...(carries.length > 0 && { 'x-service-carries': carries.join(', ') }),
          ...(manifest && { link: manifest.link, 'x-service-signature': manifest.signature }),
          ...(media.notes.length > 0 && { 'x-service-notes': media.notes.join(' ') }),
        });
      },
    }),
  ];
}
