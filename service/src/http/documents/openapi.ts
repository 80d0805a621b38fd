// OpenAPI 3.1 from the route declarations: nothing is written by hand, so nothing drifts.
import type { TSchema } from 'typebox';
import type { CallerKind } from '../../access/caller.ts';
import type { Scope } from '../../access/scopes.ts';
import { release } from '../../release.ts';
import { pages, type Route, replays } from '../define-route.ts';
import { errorCatalogue } from '../error-catalogue.ts';
import { errorSchema, problemSchema } from '../schemas.ts';
import { type DescribedUpload, isDescribed, type UploadDeclaration } from '../uploads/upload-declaration.ts';
import { collectComponents, type Json, type Refer } from './component-schemas.ts';
import { describeWebhooks } from './openapi-webhooks.ts';
import { resourceDescriptions } from './resource-descriptions.ts';
import { errorHeaders, partHeaders, sharedHeaders, successHeaders } from './response-headers.ts';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** By the name of the event. */
  readonly webhooks: Readonly<Record<string, { readonly post: Json }>>;
  readonly components: Json;
}

export function describeRoutes(all: readonly Route[], publicUrl: string): OpenApiDocument {
  const routes = all.filter((route) => route.resource !== pages);
  const { refer, schemas } = collectComponents();
  const paths: Record<string, Record<string, Json>> = {};
  const operations = new Set<string>();
  for (const route of routes) {
    if (operations.has(route.operation!)) throw new Error(`Two operations have the name ${route.operation}.`);
    operations.add(route.operation!);
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, refer) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content Provenance Service',
      version: release,
      description:
        'Signed provenance records for AI-generated content, and free verification. Absence of provenance data does not imply human origin; provenance is established by the ML-DSA signature, never by a watermark alone. Errors are problem details (RFC 9457) if the Accept header names application/problem+json. A known path with another method returns 405 with Allow.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(routes.map((route) => route.resource))].map((name) => ({
      name,
      description: resourceDescriptions[name],
    })),
    paths,
    webhooks: describeWebhooks(routes, refer),
    components: {
      schemas: schemas(),
      headers: sharedHeaders,
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

function operationOf(route: Route, refer: Refer): Json {
  const { access, success } = route;
  const caller = access.caller;
  return {
    operationId: route.operation,
    tags: [route.resource],
    summary: route.summary,
    ...describe(route),
    security: {
      // Optional: credentials only choose the limit.
      public: route.limit === 'verify' ? [{}, { key: [] }, { session: [] }] : [],
      session: [{ session: [] }],
      key: [{ key: [] }],
      'key-or-session': [{ key: [] }, { session: [] }],
    }[caller],
    ...parametersOf(route, refer),
    ...requestBodyOf(route, refer),
    responses: {
      [success.status]: {
        description: 'Success',
        headers: successHeaders(route),
        ...successContentOf(success, refer),
      },
      ...(success.ranges && {
        206: {
          description: 'Only the bytes of `Range`',
          headers: partHeaders(route),
          ...successContentOf(success, refer),
        },
      }),
      ...errorResponses(route, refer),
    },
    'x-access': {
      caller,
      scope: access.scope ?? null,
      role: access.role ?? null,
      verified_email: route.needsVerifiedEmail,
      rule: access.rule ?? null,
      feature: route.feature,
      limit: route.limit,
    },
  };
}

function describe({ description, access }: Route): Json {
  const scope = access.scope && scopeWords(access.caller, access.scope);
  const parts = [description, scope].filter((each) => each !== undefined);
  return parts.length > 0 ? { description: parts.join(' ') } : {};
}

function scopeWords(caller: CallerKind, scope: Scope): string {
  return caller === 'public'
    ? `An API key counts only if it has the scope \`${scope}\`.`
    : `An API key needs the scope \`${scope}\`.`;
}

function requestBodyOf({ body, upload }: Route, refer: Refer): Json {
  if (!body && !upload) return {};
  return { requestBody: { required: true, content: requestContentOf(body, upload, refer) } };
}

function requestContentOf(body: TSchema | undefined, upload: UploadDeclaration | undefined, refer: Refer): Json {
  if (!upload) return { 'application/json': { schema: refer(body) } };
  if (isDescribed(upload)) return describedContentOf(body, upload, refer);
  if (!upload.types) return { 'multipart/form-data': { schema: refer(formOf(upload, body)) } };
  return Object.fromEntries(upload.types.map((type) => [type, { schema: fileOf(upload) }]));
}

/** JSON if there are no files. Otherwise a form with the same JSON and the files. */
function describedContentOf(body: TSchema | undefined, upload: DescribedUpload, refer: Refer): Json {
  const { field, largest, describedBy } = upload;
  const { part, most } = describedBy;
  const description = `The files, each with its own name. Files and texts together up to ${megabytes(largest)} MB`;
  const files = { type: 'array', maxItems: most, items: { type: 'string', format: 'binary' }, description };
  return {
    'application/json': { schema: refer(body) },
    'multipart/form-data': {
      schema: { type: 'object', properties: { [part]: refer(body), [field]: files }, required: [part] },
      encoding: { [part]: { contentType: 'application/json' } },
    },
  };
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
  return { type: 'string', format: 'binary', description: `The file, up to ${megabytes(largest)} MB` };
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}

function successContentOf(
  { status, contentType = 'application/json', schema, alternatives = {} }: Route['success'],
  refer: Refer,
): Json {
  if (status === 204) return {};
  const all = Object.entries({ [contentType]: schema, ...alternatives });
  return { content: Object.fromEntries(all.map(([type, each]) => [type.split(';')[0]!, { schema: refer(each) }])) };
}

function parametersOf(route: Route, refer: Refer): Json {
  const fields = (schema: TSchema | undefined, place: string) => {
    const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] };
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: place,
      // The default applies if the caller sends nothing.
      required: place === 'path' || (required.includes(name) && (field as { default?: unknown }).default === undefined),
      schema: refer(field),
    }));
  };
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Your name for the request. Within 24 hours, the same request with this key returns the first response, with the header Idempotent-Replayed.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  };
  const parameters = [
    ...fields(route.params, 'path'),
    ...fields(route.query, 'query'),
    ...(replays(route) ? [idempotency] : []),
    ...(route.success.ranges ? rangeHeaders : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

const rangeHeaders = [
  {
    name: 'Range',
    in: 'header',
    required: false,
    description:
      'One range of bytes, such as bytes=1048576-2097151. The response then has status 206 and only those bytes.',
    schema: { type: 'string' },
  },
  {
    name: 'If-Range',
    in: 'header',
    required: false,
    description: 'The ETag of an earlier response. If the file is another one, the response has the whole file.',
    schema: { type: 'string' },
  },
] as const;

function errorResponses(route: Route, refer: Refer): Json {
  const byStatus = Map.groupBy(route.allErrors, (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
        headers: errorHeaders(route, status),
        content: {
          'application/json': { schema: refer(errorSchema) },
          // Only if the Accept header names it.
          'application/problem+json': { schema: refer(problemSchema) },
        },
      },
    ]),
  );
}
