// The types of client/src/generated/operations.ts: every operation of the OpenAPI document with its
// parameters, body and response. Types only: nothing of it is left at run time.
import type { OpenApiDocument } from '../service/src/http/documents/openapi.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly default?: unknown;
}

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

export function renderOperations(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      renderOperation(`${method.toUpperCase()} ${path}`, operation as unknown as Operation),
    ),
  );
  const schemas = Object.entries(document.components.schemas as Readonly<Record<string, Schema>>);
  return [
    '// Generated from the OpenAPI document of the service by npm run generate; do not edit.',
    '',
    ...schemas.flatMap(([name, schema]) => [...commentOf(schema.description, ''), renderSchema(name, schema), '']),
    '/** The body of a webhook delivery. */',
    `export type WebhookPayload = ${webhookPayloads(document).join(' | ')};`,
    '',
    'export interface Operations {',
    ...operations,
    '}',
    '',
  ].join('\n');
}

/** The names of the bodies that the service sends. */
export function webhookPayloads({ webhooks }: OpenApiDocument): string[] {
  return Object.values(webhooks).map(({ post }) => {
    const { content } = (post as unknown as Required<Operation>).requestBody;
    return content['application/json']!.schema.$ref!.split('/').at(-1)!;
  });
}

function renderSchema(name: string, schema: Schema): string {
  const written = typeOf(schema, 0);
  return written.startsWith('{') && !schema.anyOf
    ? `export interface ${name} ${written}`
    : `export type ${name} = ${written};`;
}

function renderOperation(name: string, operation: Operation): string {
  const parameters = (place: string) => {
    const found = (operation.parameters ?? []).filter((each) => each.in === place);
    return objectOf(
      Object.fromEntries(found.map((each) => [each.name, each.schema])),
      found.filter((each) => each.required).map((each) => each.name),
      2,
    );
  };
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const [success] = Object.entries(operation.responses)
    .find(([status]) => status.startsWith('2'))!
    .slice(1);
  const answers = Object.values((success as Operation['responses'][string]).content ?? {});
  return [
    `  /** ${operation.summary} */`,
    `  '${name}': {`,
    `    path: ${parameters('path')};`,
    `    query: ${parameters('query')};`,
    `    body: ${body ? typeOf(body.schema, 2) : 'undefined'};`,
    `    answer: ${answers.length > 0 ? union(answers.map(({ schema }) => typeOf(schema, 2))) : 'undefined'};`,
    '  };',
  ].join('\n');
}

function typeOf(schema: Schema, depth: number): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return orNull(schema, union(schema.enum.map((each) => JSON.stringify(each))));
  if (schema.anyOf) return union(schema.anyOf.map((each) => typeOf(each, depth)));
  const kinds = [schema.type ?? []].flat();
  return kinds.length === 0 ? 'unknown' : union(kinds.map((kind) => typeOfKind(kind, schema, depth)));
}

function typeOfKind(kind: string, schema: Schema, depth: number): string {
  if (kind === 'string') return schema.format === 'binary' ? 'Blob' : 'string';
  if (kind === 'integer') return 'number';
  if (kind === 'array') return `Array<${typeOf(schema.items ?? {}, depth)}>`;
  if (kind !== 'object') return kind;
  const [others] = Object.values(schema.patternProperties ?? {});
  if (others) return `Record<string, ${typeOf(others, depth)}>`;
  if (!schema.properties) return 'Record<string, unknown>';
  return objectOf(schema.properties, schema.required ?? [], depth);
}

function objectOf(fields: Readonly<Record<string, Schema>>, required: readonly string[], depth: number): string {
  const space = '  '.repeat(depth + 1);
  const lines = Object.entries(fields).map(([name, schema]) => {
    const words = commentOf(schema.description, space);
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${words.map((line) => `${line}\n`).join('')}${space}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, depth + 1)};`;
  });
  return lines.length === 0 ? 'undefined' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function commentOf(description: string | undefined, space: string): string[] {
  return description ? [`${space}/** ${description.replaceAll('*/', '* /')} */`] : [];
}

/** An enum can be null besides its values, if the type says so. */
function orNull({ type }: Schema, written: string): string {
  return [type].flat().includes('null') && !written.includes('null') ? `${written} | null` : written;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
