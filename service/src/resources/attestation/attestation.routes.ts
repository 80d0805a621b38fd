// /v1/attestation (specification: Attestation). Creating one needs an API key. Checking an exported
// one needs no credentials.
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { answerWith } from '../../http/route-answer.ts';
import { savedAs } from '../../http/schemas.ts';
import * as schema from './attestation.schema.ts';
import type { AttestationService } from './attestation.service.ts';

const resource = 'Attestation';
const organization = {
  access: { caller: 'key', scope: 'reports:read' },
  feature: 'attestation',
  limit: 'organization',
  anyOrigin: false,
} as const;
const anyone = { access: { caller: 'public' }, feature: null, limit: 'public', anyOrigin: true } as const;
const types = { json: 'application/json; charset=utf-8', html: 'text/html; charset=utf-8' } as const;

export function attestationRoutes(attestations: AttestationService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/attestation',
      operation: 'getAttestation',
      resource,
      summary: 'Get an attestation: activity in a period, next to Article 50 of the EU AI Act',
      description: 'A factual record of activity, not a certification, legal opinion or guarantee of compliance.',
      ...organization,
      query: schema.window,
      success: { status: 200, schema: schema.attestation },
      errors: [],
      handler: ({ query, caller }) => attestations.make(caller, query),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/attestation/export',
      operation: 'exportAttestation',
      resource,
      summary: 'Export an attestation as a signed file',
      description:
        'The file contains the URLs of its signature and of the public key. docs/use/attestation.md shows how to check it in five lines.',
      ...organization,
      query: schema.exportQuery,
      success: {
        status: 200,
        schema: schema.exportedAttestation,
        contentType: types.json,
        alternatives: { 'text/html': Type.String() },
        sends: savedAs,
      },
      errors: [],
      handler: async ({ query, caller }) => {
        const { bytes, name } = await attestations.export(caller, query, query.format);
        return answerWith(Buffer.from(bytes), {
          'content-type': types[query.format],
          'content-disposition': `attachment; filename="${name}"`,
        });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/attestation/keys',
      operation: 'getAttestationKeys',
      resource,
      summary: 'Get the public keys that sign exported attestations',
      ...anyone,
      success: { status: 200, schema: schema.keys },
      errors: [],
      handler: () => attestations.publicKeys(),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/attestation/:attestation_id/signature',
      operation: 'getAttestationSignature',
      resource,
      summary: 'Get the signature of an exported attestation',
      ...anyone,
      params: schema.attestationId,
      success: { status: 200, schema: schema.signature },
      errors: ['not_found'],
      handler: ({ params }) => attestations.signature(params.attestation_id),
    }),
  ];
}
