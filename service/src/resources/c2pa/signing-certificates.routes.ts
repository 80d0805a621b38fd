// /v1/c2pa/certificates: the certificates with which the organization signs manifests that other
// programs can check.
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nullable, timestamp } from '../../http/schemas.ts';
import type { ClaimKeysService } from './claim-keys.service.ts';
import type { SigningCertificatesService } from './signing-certificates.service.ts';

const resource = 'Certificates';
const administered = {
  access: { caller: 'key-or-session', scope: 'c2pa', role: 'admin', verifiedEmail: true },
  feature: 'c2pa_embed',
  limit: 'organization',
  anyOrigin: false,
} as const;

const certificateId = Type.Object({ certificate_id: Type.String({ maxLength: 100 }) });
const mostPem = 64 * 1024;
const chainPem = Type.String({
  minLength: 1,
  maxLength: mostPem,
  description:
    'PEM: the certificate of the key first, then the one that issued it, and so on; a root is checked and left out',
});
const namePart = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\u0000-\\u001f\\u007f,=]+$', description });

export const signatureKind = Type.Enum(['ml-dsa-65', 'classical'], {
  title: 'ManifestSignature',
  description: 'ml-dsa-65: the key of the generator signs. classical: the certificate of the organization does',
});

const certificate = Type.Object(
  {
    certificate_id: Type.String(),
    source: Type.Enum(['service', 'request', 'import'], {
      description: 'service: issued here. request: for a key made here. import: with a key that you brought',
    }),
    state: Type.Enum(['requested', 'active', 'replaced', 'revoked'], {
      description:
        'requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more',
    }),
    subject: Type.String(),
    issuer: nullable(Type.String()),
    serial_number: nullable(Type.String({ description: 'Hexadecimal' })),
    algorithm: nullable(Type.String({ description: 'ES256, ES384, PS256 or Ed25519' })),
    not_before: nullable(timestamp),
    not_after: nullable(timestamp),
    signing_request: nullable(Type.String({ description: 'PEM (PKCS #10), while the chain is missing' })),
    chain: nullable(Type.String({ description: 'PEM, without the root' })),
    created_at: timestamp,
    revoked_at: nullable(timestamp),
  },
  { title: 'SigningCertificate' },
);

export function signingCertificatesRoutes(certificates: SigningCertificatesService, keys: ClaimKeysService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/c2pa/certificates',
      operation: 'listCertificates',
      resource,
      summary: 'The certificates of the organization, newest first',
      ...administered,
      access: { caller: 'key-or-session', scope: 'c2pa' },
      feature: null,
      success: {
        status: 200,
        schema: Type.Object({ certificates: Type.Array(certificate), default_signature: signatureKind }),
      },
      errors: [],
      handler: ({ caller }) => certificates.list(caller.organization.orgId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/certificates',
      operation: 'requestCertificate',
      idempotency: 'caller',
      resource,
      summary: 'Request a certificate',
      description:
        'The service makes a P-256 key, keeps it sealed, and answers with a signing request. Take the request to a certificate authority, then send the chain.',
      ...administered,
      body: Type.Object({
        country: Type.String({ pattern: '^[A-Z]{2}$', examples: ['DE'], description: 'Two capital letters' }),
        organization: namePart('As the authority knows it'),
        common_name: namePart('The name that viewers show'),
      }),
      success: { status: 201, schema: certificate },
      errors: ['certificate_limit_reached'],
      handler: ({ body, caller }) =>
        certificates.request(caller, {
          country: body.country,
          organization: body.organization,
          commonName: body.common_name,
        }),
    }),
    defineRoute({
      method: 'PUT',
      path: '/v1/c2pa/certificates/:certificate_id/chain',
      operation: 'completeCertificate',
      resource,
      summary: 'Bring back the chain of a requested certificate',
      description:
        'The chain is checked as C2PA requires. From then on the certificate signs, and replaces the one before it.',
      ...administered,
      params: certificateId,
      body: Type.Object({ chain: chainPem }),
      success: { status: 200, schema: certificate },
      errors: ['not_found', 'certificate_not_requested'],
      handler: ({ params, body, caller }) => certificates.complete(caller, params.certificate_id, body.chain),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/certificates/import',
      operation: 'importCertificate',
      idempotency: 'caller',
      resource,
      summary: 'Import a key and its chain',
      description: 'P-256, P-384, RSA (2048 bits or more) or Ed25519. The key is kept sealed and is never shown again.',
      ...administered,
      body: Type.Object({
        private_key: Type.String({ minLength: 1, maxLength: mostPem, description: 'PEM, without a passphrase' }),
        chain: chainPem,
      }),
      success: { status: 201, schema: certificate },
      errors: ['certificate_limit_reached'],
      handler: ({ body, caller }) => certificates.import(caller, body),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/certificates/:certificate_id/renew',
      operation: 'renewCertificate',
      idempotency: 'caller',
      resource,
      summary: 'Renew a certificate',
      description:
        'A certificate of the service is issued again at once. Any other gets a new key and a signing request for the same name; the old one signs until you send the chain.',
      ...administered,
      params: certificateId,
      success: { status: 201, schema: certificate },
      errors: ['not_found', 'certificate_limit_reached'],
      handler: ({ params, caller }) => certificates.renew(caller, params.certificate_id),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/certificates/:certificate_id/revoke',
      operation: 'revokeCertificate',
      idempotency: 'repeatable',
      resource,
      summary: 'Revoke a certificate',
      description:
        'It signs nothing more. Tell the authority that issued it too: other programs learn of a revocation only there.',
      ...administered,
      params: certificateId,
      success: { status: 200, schema: certificate },
      errors: ['not_found'],
      handler: ({ params, caller }) => certificates.revoke(caller, params.certificate_id),
    }),
    defineRoute({
      method: 'PUT',
      path: '/v1/c2pa/default-signature',
      operation: 'setDefaultSignature',
      resource,
      summary: 'Set how manifests are signed unless a request says otherwise',
      ...administered,
      body: Type.Object({ default_signature: signatureKind }),
      success: { status: 200, schema: Type.Object({ default_signature: signatureKind }) },
      errors: [],
      handler: ({ body, caller }) => keys.setDefaultSignature(caller, body.default_signature),
    }),
  ];
}
