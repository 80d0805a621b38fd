// OpenAPI 3.1 from the route declarations: nothing is written by hand, so nothing drifts.
import type { TSchema } from 'typebox';
import { release } from '../../release.ts';
import type { Route } from '../define-route.ts';
import { errorCatalogue } from '../error-catalogue.ts';
import { errorSchema } from '../schemas.ts';
import type { UploadDeclaration } from '../uploads/uploads.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

/** Routes of this resource are for people, not programs, so they are left out. */
export const pages = 'Pages';

export function describeRoutes(all: readonly Route[], publicUrl: string): OpenApiDocument {
  const routes = all.filter((route) => route.resource !== pages);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content Provenance Service',
      version: release,
      description:
        'Signed provenance records for AI-generated content, and free verification. Absence of provenance data does not imply human origin; provenance is established by the ML-DSA signature, never by a watermark alone.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map((route) => route.resource))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Session token from POST /v1/auth/login',
        },
        key: { type: 'http', scheme: 'bearer', description: 'API key (svc_key_…, or svc_test_key_… in the sandbox)' },
      },
    },
  };
}

function operationOf(route: Route): Json {
  const { access, success } = route;
  const caller = access.caller;
  return {
    operationId: operationId(route),
    tags: [route.resource],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: {
      public: [],
      session: [{ session: [] }],
      key: [{ key: [] }],
      'key-or-session': [{ key: [] }, { session: [] }],
    }[caller],
    ...parametersOf(route),
    ...requestBodyOf(route),
    responses: {
      [success.status]: {
        description: 'Success',
        content: successContentOf(success),
      },
      ...errorResponses(route),
    },
    'x-access': {
      caller,
      role: access.role ?? null,
      verified_email: route.needsVerifiedEmail,
      rule: access.rule ?? null,
      feature: route.feature,
      limit: route.limit,
    },
  };
}

function requestBodyOf({ body, upload }: Route): Json {
  if (!body && !upload) return {};
  return { requestBody: { required: true, content: requestContentOf(body, upload) } };
}

function requestContentOf(body: TSchema | undefined, upload: UploadDeclaration | undefined): Json {
  if (!upload) return { 'application/json': { schema: body } };
  if (!upload.types) return { 'multipart/form-data': { schema: formOf(upload, body) } };
  return Object.fromEntries(upload.types.map((type) => [type, { schema: fileOf(upload) }]));
}

/** The file first, then the fields of the body. */
function formOf({ field, largest }: UploadDeclaration, body: TSchema | undefined): Json {
  const { properties = {}, required = [] } = (body ?? {}) as { properties?: Json; required?: string[] };
  return {
    type: 'object',
    properties: { [field]: fileOf({ largest }), ...properties },
    required: [field, ...required],
  };
}

function fileOf({ largest }: Pick<UploadDeclaration, 'largest'>): Json {
  const mebibytes = Math.floor(largest / 1024 / 1024);
  return { type: 'string', format: 'binary', description: `The file, up to ${mebibytes} MB` };
}

function successContentOf({
  status,
  contentType = 'application/json',
  schema,
  alternatives = {},
}: Route['success']): Json {
  if (status === 204) return {};
  const all = Object.entries({ [contentType]: schema, ...alternatives });
  return Object.fromEntries(all.map(([type, each]) => [type.split(';')[0]!, { schema: each }]));
}

function parametersOf(route: Route): Json {
  const fields = (schema: TSchema | undefined, place: string) => {
    const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] };
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: place,
      // The default applies if the caller sends nothing.
      required: place === 'path' || (required.includes(name) && (field as { default?: unknown }).default === undefined),
      schema: field,
    }));
  };
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Within 24 hours, the same request with this key returns the first response.',
    schema: { type: 'string', maxLength: 255 },
  };
  const parameters = [
    ...fields(route.params, 'path'),
    ...fields(route.query, 'query'),
    ...(route.idempotent ? [idempotency] : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

function errorResponses(route: Route): Json {
  const byStatus = Map.groupBy(route.allErrors, (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** `POST /v1/auth/verify-2fa` → `postAuthVerify2fa`: a name for generated clients. */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/v1/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}
