// /v1/generators and /v1/keys (specification: Generators).
import { mlDsa65 } from '@content-provenance/engine';
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { mediaFormat, nameOf, nullable, generatorStatus as status, timestamp } from '../../http/schemas.ts';
import type { GeneratorsService } from './generators.service.ts';

const resource = 'Generators';
const organization = {
  access: { caller: 'key-or-session', scope: 'generators:read' },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

/** For actions that end a key or a generator. A key of the organization acts as an admin. */
const changed = { caller: 'key-or-session', scope: 'generators:write' } as const;
const administered = { ...organization, access: { ...changed, role: 'admin' } } as const;

const algorithm = Type.Literal(mlDsa65.algorithm);
const name = nameOf({ description: 'Name of the generator', maxLength: 200 });
const formats = Type.Array(mediaFormat, { minItems: 1, maxItems: 16 });
const mode = Type.Enum(['server', 'client'], {
  description: 'Who manages the private keys: the service (server) or you (client)',
});
const generatorId = Type.Object({ generator_id: Type.String({ maxLength: 100 }) });

const givenPublicKey = Type.Object({
  kid: Type.String({ minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$', description: 'Your name for the key' }),
  algorithm,
  key: Type.String({ maxLength: 4_000, description: 'Raw public key (1952 bytes) in base64' }),
});

const generator = Type.Object(
  {
    generator_id: Type.String(),
    org_id: Type.String(),
    name: Type.String(),
    status,
    supported_formats: Type.Array(mediaFormat),
    public_keys: Type.Array(Type.Object({ kid: Type.String(), algorithm, key: Type.String() })),
    mode,
    created_at: timestamp,
    revoked_at: nullable(timestamp),
  },
  { title: 'Generator' },
);

const publicKeys = Type.Object(
  {
    generator_id: Type.String(),
    status,
    keys: Type.Array(
      Type.Object({
        kid: Type.String(),
        algorithm,
        key: Type.String(),
        status: Type.Enum(['active', 'retired']),
        created_at: timestamp,
        retired_at: nullable(timestamp),
      }),
    ),
  },
  { title: 'PublicKeys' },
);

export function generatorsRoutes(generators: GeneratorsService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/generators',
      operation: 'listGenerators',
      resource,
      summary: 'List generators',
      ...organization,
      success: { status: 200, schema: Type.Object({ generators: Type.Array(generator) }) },
      errors: [],
      handler: ({ caller }) => generators.list(caller),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/generators/:generator_id',
      operation: 'getGenerator',
      resource,
      summary: 'Get a generator',
      ...organization,
      params: generatorId,
      success: { status: 200, schema: generator },
      errors: ['generator_not_allowed', 'generator_not_found'],
      handler: ({ params, caller }) => generators.get(caller, params.generator_id),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/generators',
      operation: 'createGenerator',
      idempotency: 'caller',
      resource,
      summary: 'Register a generator',
      description:
        'Without public_keys, the service creates and manages the key pair. With public_keys, you sign on your own machine and send records to POST /v1/records.',
      ...organization,
      access: changed,
      body: Type.Object({
        name,
        supported_formats: formats,
        public_keys: Type.Optional(Type.Array(givenPublicKey, { minItems: 1, maxItems: 10 })),
      }),
      success: {
        status: 201,
        schema: Type.Object(
          { generator_id: Type.String(), name: Type.String(), supported_formats: formats, status },
          { title: 'CreatedGenerator' },
        ),
      },
      errors: ['generator_not_allowed', 'generator_limit_reached'],
      handler: ({ body, caller }) => generators.create(caller, body),
    }),
    defineRoute({
      method: 'PUT',
      path: '/v1/generators/:generator_id/revoke',
      operation: 'revokeGenerator',
      resource,
      summary: 'Revoke a generator',
      description:
        'You cannot undo this. All signatures of the generator become invalid immediately. Needs the owner or admin role.',
      ...administered,
      params: generatorId,
      success: { status: 200, schema: Type.Object({ generator_id: Type.String(), status: Type.Literal('revoked') }) },
      errors: ['generator_not_allowed', 'generator_not_found'],
      handler: ({ params, caller }) => generators.revoke(caller, params.generator_id),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/generators/:generator_id/rotate-key',
      operation: 'rotateGeneratorKey',
      idempotency: 'caller',
      resource,
      summary: 'Rotate the signing key of a service-managed generator',
      description: 'The old key no longer signs. Content that it signed stays valid. Needs the owner or admin role.',
      ...administered,
      params: generatorId,
      success: {
        status: 200,
        schema: Type.Object({ generator_id: Type.String(), active_kid: Type.String(), retired_kid: Type.String() }),
      },
      errors: ['generator_not_allowed', 'generator_not_found', 'client_managed_generator'],
      handler: ({ params, caller }) => generators.rotateKey(caller, params.generator_id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/keys/:generator_id',
      operation: 'getPublicKeys',
      resource,
      summary: 'Get the public keys of a generator',
      description: 'Use the keys to check signatures. Do not trust signatures of a revoked generator.',
      access: { caller: 'public' },
      feature: null,
      limit: 'public',
      anyOrigin: true,
      params: generatorId,
      success: { status: 200, schema: publicKeys },
      errors: ['generator_not_found'],
      handler: ({ params }) => generators.publicKeys(params.generator_id),
    }),
  ];
}
