// The shapes of /v1/attestation (specification: Attestation). Fields that the specification does
// not name are additive.
import { mlDsa65 } from '@content-provenance/engine';
import { Type } from 'typebox';
import { mediaFormat, nullable, organization, timestamp } from '../../http/schemas.ts';

const end = (fallback: string) =>
  Type.Optional(
    Type.String({ maxLength: 40, description: `ISO 8601 date or timestamp, inclusive. Default: ${fallback}` }),
  );
export const window = Type.Object({ from: end('the start of the current month in UTC'), to: end('now') });
export const exportQuery = Type.Object({
  ...window.properties,
  format: Type.Enum(['json', 'html'], { default: 'json' }),
});

const algorithm = Type.Literal(mlDsa65.algorithm);
const counted = Type.Array(Type.Object({ fact: Type.String(), count: Type.Integer() }));

const generator = Type.Object({
  generator_id: Type.String(),
  name: Type.String(),
  mode: Type.Enum(['server', 'client'], {
    description: 'Who manages the private keys: the service (server) or you (client)',
  }),
  status: Type.Enum(['active', 'revoked'], { description: 'At the end of the period' }),
  created_at: timestamp,
  revoked_at: nullable(timestamp),
  keys: Type.Array(
    Type.Object({
      kid: Type.String(),
      algorithm,
      status: Type.Enum(['active', 'retired']),
      created_at: timestamp,
      retired_at: nullable(timestamp),
    }),
  ),
});

export const attestation = Type.Object(
  {
    attestation_id: Type.String(),
    environment: Type.Enum(['live', 'sandbox']),
    org: organization,
    period: Type.Object({ from: timestamp, to: timestamp }),
    generated_at: timestamp,
    summary: Type.Object({
      records_signed: Type.Integer(),
      content_verified: Type.Integer(),
      tamper_events: Type.Integer(),
      generators_active: Type.Integer({ description: 'At the end of the period' }),
      formats: Type.Array(mediaFormat),
    }),
    eu_ai_act_article_50: Type.Object({
      transparency_obligation: Type.String(),
      mapping: Type.Array(
        Type.Object({
          paragraph: Type.String(),
          obligation: Type.String(),
          service_mechanism: Type.String(),
          records_covered: Type.Optional(Type.Integer()),
          verifications_recorded: Type.Optional(Type.Integer()),
        }),
      ),
      not_covered: Type.Array(
        Type.Object({ paragraph: Type.String(), obligation: Type.String(), reason: Type.String() }),
      ),
    }),
    code_of_practice: Type.Object({
      title: Type.String(),
      measures: Type.Array(Type.Object({ measure: Type.String(), service_mechanism: Type.String(), facts: counted })),
    }),
    records_by_format: counted,
    verifications_by_source: counted,
    generators: Type.Array(generator),
    disclaimer: Type.String(),
  },
  { title: 'Attestation' },
);

export const exportedAttestation = Type.Object(
  {
    ...attestation.properties,
    signature: Type.Object({
      algorithm,
      kid: Type.String(),
      covers: Type.String(),
      signature_url: Type.String(),
      public_key_url: Type.String(),
    }),
  },
  { title: 'ExportedAttestation' },
);

export const attestationId = Type.Object({ attestation_id: Type.String({ maxLength: 100 }) });

export const signature = Type.Object(
  {
    attestation_id: Type.String(),
    content_hash: Type.String({ description: 'SHA3-256 of the exported file' }),
    algorithm,
    kid: Type.String(),
    signature: Type.String({ description: 'Over the bytes of the exported file, in base64' }),
    signed_at: timestamp,
  },
  { title: 'AttestationSignature' },
);

export const keys = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kid: Type.String(),
        algorithm,
        key: Type.String({ description: 'Raw public key (1952 bytes) in base64' }),
      }),
    ),
  },
  { title: 'AttestationKeys' },
);
