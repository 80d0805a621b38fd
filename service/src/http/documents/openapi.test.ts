// What the API description says about bodies that are not JSON.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { collectRoutes } from '../../operator/collect-routes.ts';
import { defineRoute } from '../define-route.ts';
import { describeRoutes } from './openapi.ts';

const publicUrl = 'https://provenance.example';

test('an upload is a form: the file first, then the fields of the body', () => {
  const route = defineRoute({
    method: 'POST',
    path: '/v1/things',
    resource: 'Things',
    summary: 'Send a thing',
    access: { caller: 'public' },
    feature: null,
    limit: 'public',
    anyOrigin: false,
    upload: { field: 'content', largest: 3 * 1024 * 1024 },
    body: Type.Object({ model: Type.String(), note: Type.Optional(Type.String()) }),
    success: { status: 200, schema: Type.Object({}) },
    errors: [],
    handler: () => ({}),
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
  assert.deepEqual(files, ['POST /v1/c2pa/manifests', 'POST /v1/c2pa/matches/byContent']);
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
