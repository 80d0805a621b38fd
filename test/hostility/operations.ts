// The routes as the OpenAPI document of the running service describes them.
import { resolveReferences } from '../../service/src/http/documents/resolve-references.ts';
import type { JsonSchema } from './values-of-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface Operation {
  /** `GET /v1/records/{record_id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body:
    | {
        readonly isForm: boolean;
        /** The content type, where the body is the file itself. */
        readonly fileType: string | undefined;
        readonly schema: JsonSchema;
      }
    | undefined;
  readonly successStatus: number;
  /** Undefined if the response is not JSON. */
  readonly successSchema: JsonSchema | undefined;
  /** The codes of the declared errors, by status. */
  readonly errors: ReadonlyMap<number, readonly string[]>;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, { schema: JsonSchema }>> }
    >
  >;
  readonly 'x-access': { readonly caller: string };
}

export async function readOperations(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf(method.toUpperCase(), path, resolveReferences(described, document) as Described),
    ),
  );
}

function operationOf(method: string, path: string, described: Described): Operation {
  const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
  const answers = Object.entries(described.responses);
  const [status, success] = answers.find(([each]) => Number(each) < 400)!;
  return {
    name: `${method} ${path}`,
    method,
    path,
    isPublic: described['x-access'].caller === 'public',
    parameters: described.parameters ?? [],
    body: content && {
      isForm: type === 'multipart/form-data',
      fileType: content.schema.format === 'binary' ? type!.replace('*', 'x') : undefined,
      schema: content.schema,
    },
    successStatus: Number(status),
    successSchema:
      Object.keys(success.content ?? {}).length === 1 ? success.content?.['application/json']?.schema : undefined,
    errors: new Map(
      answers
        .filter(([each]) => Number(each) >= 400)
        .map(([each, { description }]) => [
          Number(each),
          [...description.matchAll(/^`(\w+)`/gm)].map(([, code]) => code!),
        ]),
    ),
  };
}
