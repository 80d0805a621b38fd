// C2PA manifests of records (specification: Records and C2PA), and the root under which they are signed.
import { LARGEST_DELIVERED } from '@content-provenance/engine';
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { answerWith } from '../../http/route-answer.ts';
import { file } from '../../http/schemas.ts';
import type { C2paService } from './c2pa.service.ts';

const resource = 'Records';

export function c2paRoutes(c2pa: C2paService) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/records/:record_id/c2pa/embed',
      resource,
      summary: 'Embed a signed C2PA manifest into the file of a record',
      description:
        'Send the signed JPEG or PNG of the record; it comes back with a manifest that is signed with ML-DSA-65 and bound to its bytes. A manifest that is there already is kept as an ingredient. Other C2PA verifiers check the hashes and report the signature algorithm as unsupported. Counts as no signature. The upload is not kept.',
      access: { caller: 'key-or-session' },
      feature: 'c2pa_embed',
      limit: 'organization',
      anyOrigin: false,
      upload: { field: 'content', largest: LARGEST_DELIVERED },
      params: Type.Object({ record_id: Type.String({ maxLength: 100 }) }),
      body: Type.Object({}),
      success: { status: 200, schema: file, contentType: 'image/jpeg', alternatives: { 'image/png': file } },
      errors: ['unsupported_media', 'client_managed_generator', 'generator_revoked', 'record_not_found'],
      handler: async ({ params, upload, caller }) => {
        const { bytes, mimeType } = await c2pa.embed(caller, params.record_id, upload!);
        return answerWith(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
          'content-type': mimeType,
          'x-service-record-id': params.record_id,
        });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/.well-known/c2pa-roots.pem',
      resource,
      summary: 'The root certificates of C2PA manifests signed here',
      description: 'PEM, with ML-DSA-65 keys (RFC 9881).',
      access: { caller: 'public' },
      feature: null,
      limit: 'public',
      anyOrigin: true,
      success: {
        status: 200,
        schema: Type.String(),
        contentType: 'application/pem-certificate-chain',
        headers: { 'cache-control': 'public, max-age=3600' },
      },
      errors: [],
      handler: () => c2pa.roots(),
    }),
  ];
}
