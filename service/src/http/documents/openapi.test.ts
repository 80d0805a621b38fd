// What the API description says about bodies that are not JSON.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { collectRoutes } from '../../operator/collect-routes.ts';
import { defineRoute, type Route, type RouteDeclaration } from '../define-route.ts';
import { nullable } from '../schemas.ts';
import { describeRoutes } from './openapi.ts';

const publicUrl = 'https://provenance.example';

function thing(change: Partial<RouteDeclaration>): Route {
  return defineRoute({
    method: 'POST',
    idempotency: 'repeatable',
    path: '/v1/things',
    operation: 'testThing',
    resource: 'Things',
    summary: 'Send a thing',
    access: { caller: 'public' },
    feature: null,
    limit: 'public',
    anyOrigin: false,
    success: { status: 200, schema: Type.Object({}) },
    errors: [],
    handler: () => ({}),
    ...change,
  } as RouteDeclaration);
}

test('an upload is a form: the file first, then the fields of the body', () => {
  const route = thing({
    upload: { field: 'content', largest: 3 * 1024 * 1024 },
    body: Type.Object({ model: Type.String(), note: Type.Optional(Type.String()) }),
  });
  const { requestBody } = describeRoutes([route], publicUrl).paths['/v1/things']!.post as unknown as {
    requestBody: unknown;
  };
  assert.deepEqual(JSON.parse(JSON.stringify(requestBody)), {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            content: { type: 'string', format: 'binary', description: 'The file, up to 3 MB' },
            model: { type: 'string' },
            note: { type: 'string' },
          },
          required: ['content', 'model'],
        },
      },
    },
  });
});

test('every route with an upload takes a form or the file itself, and no other does', async () => {
  const routes = await collectRoutes();
  const { paths } = describeRoutes(routes, publicUrl);
  const described = (isWanted: (types: string[]) => boolean) =>
    Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, operation]) => isWanted(requestTypesOf(operation)))
          .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
      )
      .toSorted();
  const declared = (isWanted: (types: readonly string[] | undefined) => boolean) =>
    routes
      .filter(({ upload }) => upload && isWanted(upload.types))
      .map(({ name }) => name)
      .toSorted();
  const forms = described((types) => types.includes('multipart/form-data'));
  assert.ok(forms.includes('POST /v1/sign') && forms.includes('POST /v1/verify'));
  assert.deepEqual(
    forms,
    declared((types) => types === undefined),
  );
  const files = described((types) => types.some((type) => !/^(multipart\/form-data|application\/json)$/.test(type)));
  assert.deepEqual(files, [
    'POST /v1/c2pa/manifests',
    'POST /v1/c2pa/matches/byContent',
    'PUT /v1/jobs/:job_id/parts/:number',
  ]);
  assert.deepEqual(
    files,
    declared((types) => types !== undefined),
  );
});

function requestTypesOf({ requestBody }: Readonly<Record<string, unknown>>): string[] {
  return Object.keys((requestBody as { content?: object } | undefined)?.content ?? {});
}

test('the audit log is described as JSON and as CSV, the signed content as bytes', async () => {
  const { paths } = describeRoutes(await collectRoutes(), publicUrl);
  const contentOf = (operation: unknown) =>
    (
      operation as {
        responses: Record<string, { content: Record<string, { schema: { type: string; format?: string } }> }>;
      }
    ).responses['200']!.content;
  const exported = contentOf(paths['/v1/audit/export']!.get);
  assert.deepEqual(Object.keys(exported), ['application/json', 'text/csv']);
  assert.equal(exported['text/csv']!.schema.type, 'string');
  const { schema } = contentOf(paths['/v1/sign']!.post)['application/octet-stream']!;
  assert.deepEqual([schema.type, schema.format], ['string', 'binary']);
});

test('every operation has a unique name, and every resource a description', async () => {
  const { paths, tags } = describeRoutes(await collectRoutes(), publicUrl);
  const names = Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId));
  assert.equal(new Set(names).size, names.length);
  for (const name of ['signContent', 'verifyContent', 'createGenerator', 'listRecords', 'createWebhook']) {
    assert.ok(names.includes(name), name);
  }
  assert.deepEqual(
    tags.filter(({ description }) => !description),
    [],
  );
});

test('two operations with one name are refused', () => {
  assert.throws(() => describeRoutes([thing({}), thing({ path: '/v1/others' })], publicUrl), /have the name testThing/);
});

test('a schema with a title is a component, and a nullable one is the component or null', () => {
  const size = Type.Object({ width: Type.Integer() }, { title: 'Size' });
  const schema = Type.Object({ size, other: nullable(size), all: Type.Array(size) });
  const { paths, components } = describeRoutes([thing({ success: { status: 200, schema } })], publicUrl);
  const $ref = '#/components/schemas/Size';
  const { content } = (paths['/v1/things']!.post!.responses as Record<string, { content: Record<string, unknown> }>)[
    '200'
  ]!;
  const written = (content['application/json'] as { schema: { properties: unknown } }).schema.properties;
  const anyOf = [{ $ref }, { type: 'null' }];
  assert.deepEqual(written, { size: { $ref }, other: { anyOf }, all: { type: 'array', items: { $ref } } });
  const { Size } = components.schemas as Record<string, { properties: unknown }>;
  assert.deepEqual(Size!.properties, { width: { type: 'integer' } });
});

test('two different schemas with one title are refused', () => {
  const [one, other] = [Type.String(), Type.Integer()].map((field) => Type.Object({ field }, { title: 'Size' }));
  const schema = Type.Object({ one: one!, other: other! });
  assert.throws(() => describeRoutes([thing({ success: { status: 200, schema } })], publicUrl), /the title Size/);
});

test('what recurs is a component, and every reference leads to one', async () => {
  const document = describeRoutes(await collectRoutes(), publicUrl);
  const { schemas, headers } = document.components as Record<string, Record<string, unknown>>;
  for (const name of ['Error', 'ProvenanceRecord', 'Generator', 'VerificationResult', 'Webhook', 'Signer']) {
    assert.ok(schemas![name], name);
  }
  const text = JSON.stringify(document);
  const references = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, ...where]) => where),
  );
  assert.ok(references.size > 100);
  for (const [kind, name] of references) assert.ok((kind === 'headers' ? headers : schemas)![name!], `${kind} ${name}`);
});

test('each event that the service sends has the schema of its body under webhooks', async () => {
  const { webhooks, components } = describeRoutes(await collectRoutes(), publicUrl);
  const { post } = webhooks['record.created']!;
  const { content } = post.requestBody as { content: Record<string, { schema: { $ref: string } }> };
  assert.equal(content['application/json']!.schema.$ref, '#/components/schemas/RecordCreatedEvent');
  const { RecordCreatedEvent } = components.schemas as Record<string, { properties: Record<string, unknown> }>;
  assert.deepEqual(Object.keys(RecordCreatedEvent!.properties), ['id', 'event', 'timestamp', 'org_id', 'test', 'data']);
  const bodies = Object.values(webhooks).map((each) => JSON.stringify(each.post.requestBody));
  assert.equal(new Set(bodies).size, bodies.length);
});

test('a route that sends ranges of a file says how to ask for one and what comes', async () => {
  const { paths } = describeRoutes(await collectRoutes(), publicUrl);
  const { parameters, responses } = paths['/v1/jobs/{job_id}/content']!.get as unknown as {
    parameters: { name: string; in: string }[];
    responses: Record<string, { headers: Record<string, unknown>; content: object }>;
  };
  const names = parameters.filter((each) => each.in === 'header').map(({ name }) => name);
  assert.deepEqual(names, ['Range', 'If-Range']);
  const [whole, part] = [responses['200']!, responses['206']!];
  assert.deepEqual(part.content, whole.content);
  assert.deepEqual(
    [whole, part].map(({ headers }) => 'Content-Range' in headers),
    [false, true],
  );
});

test('the headers of responses are described', async () => {
  const { paths } = describeRoutes(await collectRoutes(), publicUrl);
  const headersOf = (path: string, method: string, status: number) =>
    Object.keys(
      (paths[path]![method]!.responses as Record<string, { headers: Readonly<Record<string, unknown>> }>)[status]!
        .headers,
    );
  const signed = headersOf('/v1/sign', 'post', 200);
  for (const name of ['X-Service-Token', 'X-Service-Record-Id', 'X-Service-Format', 'X-Request-Id', 'RateLimit']) {
    assert.ok(signed.includes(name), name);
  }
  assert.ok(headersOf('/v1/sign', 'post', 429).includes('Retry-After'));
  assert.ok(headersOf('/v1/verify/status/{token}', 'get', 200).includes('Cache-Control'));
  assert.ok(headersOf('/v1/audit/export', 'get', 200).includes('Content-Disposition'));
  assert.ok(!headersOf('/health', 'get', 200).includes('RateLimit'));
});
