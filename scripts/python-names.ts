// What the renderers of the Python client share: the parts of the OpenAPI document that they read,
// and the names that they derive from it.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Operation {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** A step from a schema to one inside it. */
export type Place = 'item' | { readonly field: string };

/** The content of the successful response, by its type. */
export function successOf({ responses }: Operation): Content {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};
}

/** `GET /v1/records/{record_id}` → `GET_RECORDS_RECORD_ID`. */
export function nameOfOperation(name: string): string {
  return wordsOf(name).join('_').toUpperCase();
}

/** `GET /v1/records/{record_id}` → `GetRecordsRecordId`. */
export function typeName(text: string): string {
  return wordsOf(text).map(capitalize).join('');
}

export function capitalize(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function wordsOf(name: string): string[] {
  return name
    .replace(' /v1/', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}
