// Reads the OpenAPI document into what the docs page shows: resources with their operations,
// references resolved.
import type { OpenApiDocument } from '../openapi.ts';
import { resolveReferences } from '../resolve-references.ts';

/** The part of JSON Schema that the page describes in words. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** A body: its content type and its shape. */
export interface Content {
  readonly type: string;
  readonly schema: Schema;
}

export interface Access {
  readonly caller: string;
  readonly role: string | null;
  readonly verified_email: boolean;
  readonly rule: string | null;
  readonly feature: string | null;
  readonly limit: string;
}

export interface Operation {
  readonly id: string;
  /** In uppercase. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly access: Access;
  readonly parameters: readonly Parameter[];
  readonly body: Content | undefined;
  readonly success: {
    readonly status: string;
    readonly content: Content | undefined;
    /** Those of this operation, without the ones that many responses have. */
    readonly headers: readonly Parameter[];
  };
  readonly errors: readonly { readonly status: string; readonly code: string; readonly sentence: string }[];
}

export interface Resource {
  readonly id: string;
  readonly name: string;
  readonly operations: readonly Operation[];
}

interface Body {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly headers?: Readonly<Record<string, Omit<Parameter, 'name' | 'in'>>>;
}

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly 'x-access': Access;
}

/** The resources in the order of the document's tags. */
export function readResources(document: OpenApiDocument): Resource[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      method,
      path,
      raw: resolveReferences(raw, document) as unknown as RawOperation,
    })),
  );
  const shared = Object.keys((document.components.headers as object | undefined) ?? {});
  return document.tags.map(({ name }) => ({
    id: `resource-${String(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')}`,
    name: String(name),
    operations: operations
      .filter(({ raw }) => raw.tags.includes(String(name)))
      .map(({ method, path, raw }) => readOperation(method, path, raw, shared)),
  }));
}

function readOperation(method: string, path: string, raw: RawOperation, shared: readonly string[]): Operation {
  const responses = Object.entries(raw.responses);
  const [status, success] = responses.find(([each]) => each.startsWith('2')) ?? ['200', {}];
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description,
    access: raw['x-access'],
    parameters: raw.parameters ?? [],
    body: contentOf(raw.requestBody),
    success: { status, content: contentOf(success), headers: headersOf(success, shared) },
    errors: responses
      .filter(([each]) => /^[45]/.test(each))
      .flatMap(([each, body]) => errorsOf(each, body.description ?? '')),
  };
}

function contentOf(body: Body | undefined): Content | undefined {
  const [first] = Object.entries(body?.content ?? {});
  return first && { type: first[0], schema: first[1].schema ?? {} };
}

function headersOf({ headers = {} }: Body, shared: readonly string[]): Parameter[] {
  return Object.entries(headers)
    .filter(([name]) => !shared.includes(name))
    .map(([name, header]) => ({ name, in: 'header', ...header }));
}

/** `` `code`: Sentence. ``, one paragraph for each code, as http/openapi.ts writes them. */
function errorsOf(status: string, description: string): Operation['errors'] {
  return description.split('\n\n').map((paragraph) => {
    const [, code = '', sentence = paragraph] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? [];
    return { status, code, sentence };
  });
}
