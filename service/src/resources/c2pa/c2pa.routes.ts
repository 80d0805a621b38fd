// C2PA manifests of records (specification: Records and C2PA), and the roots of the certificates
// that sign them.

import { LARGEST_DELIVERED } from '@content-provenance/engine';
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { answerWith } from '../../http/route-answer.ts';
import { file } from '../../http/schemas.ts';
import type { C2paService } from './c2pa.service.ts';
import { signatureKind } from './signing-certificates.routes.ts';

const resource = 'Records';
const alternatives = Object.fromEntries(
  [
    'image/png',
    'image/webp',
    'audio/wav',
    'audio/flac',
    'audio/mpeg',
    'video/mp4',
    'video/quicktime',
    'application/pdf',
    'application/c2pa',
  ].map((type) => [type, file]),
);

const sentHeaders = {
  'X-Service-Record-Id': { description: 'The ID of the record' },
  'X-Service-Manifest-Id': { description: 'The label of the manifest' },
  'X-Service-Signature': { description: 'How the manifest is signed: ml-dsa-65 or classical' },
  'X-Service-Timestamp': { description: 'Whether the manifest has a time stamp: present or none' },
  Link: { description: 'The address of the manifest, with `rel="c2pa-manifest"`' },
};

export function c2paRoutes(c2pa: C2paService) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/records/:record_id/c2pa/embed',
      operation: 'embedManifest',
      idempotency: 'refused',
      resource,
      summary: 'Embed a signed C2PA manifest into the file of a record',
      description:
        'Send the signed file of the record; it comes back with a manifest that is bound to its bytes, and stays authentic. JPEG, PNG, WebP, WAV, FLAC, MP3, MP4, MOV and PDF can carry one; any format can have a sidecar file. With `signature=ml-dsa-65` the key of the generator signs, and other C2PA programs report the algorithm as unsupported and the signature as invalid. With `signature=classical` the certificate of your organization signs, and other programs can check it. A manifest that is there already is kept as an ingredient. Counts as no signature. The upload is not kept.',
      access: { caller: 'key-or-session', scope: 'sign' },
      feature: 'c2pa_embed',
      limit: 'organization',
      anyOrigin: false,
      upload: { field: 'content', largest: LARGEST_DELIVERED },
      params: Type.Object({ record_id: Type.String({ maxLength: 100 }) }),
      body: Type.Object({
        signature: Type.Optional(signatureKind),
        output: Type.Optional(
          Type.Enum(['embedded', 'sidecar'], {
            description:
              'embedded: the file with its manifest. sidecar: the manifest alone (.c2pa), for a file that stays as it is',
          }),
        ),
      }),
      success: { status: 200, schema: file, contentType: 'image/jpeg', alternatives, sends: sentHeaders },
      errors: [
        ...archiveErrors,
        'generator_not_allowed',
        'unsupported_media',
        'client_managed_generator',
        'generator_revoked',
        'record_not_found',
        'certificate_expired',
      ],
      handler: async ({ params, body, upload, caller }) => {
        const made = await c2pa.embed(caller, params.record_id, upload!, body);
        const { bytes, mimeType, manifestId, signature, isTimestamped } = made;
        return answerWith(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
          'content-type': mimeType,
          'x-service-record-id': params.record_id,
          'x-service-manifest-id': manifestId,
          link: c2pa.linkTo(manifestId),
          'x-service-signature': signature,
          'x-service-timestamp': isTimestamped ? 'present' : 'none',
        });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/.well-known/c2pa-roots.pem',
      operation: 'getManifestRoots',
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
    defineRoute({
      method: 'GET',
      path: '/.well-known/c2pa-classical-roots.pem',
      operation: 'getClassicalRoots',
      resource,
      summary: 'The root of classical certificates issued here',
      description:
        'PEM, P-256. Organizations that brought no certificate sign classical manifests under it. Add it to the trust anchors of a C2PA program, which then shows these manifests as trusted.',
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
      handler: () => c2pa.classicalRoots(),
    }),
  ];
}
