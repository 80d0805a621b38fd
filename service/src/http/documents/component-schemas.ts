// Schemas with a title become components of the OpenAPI document: each is written once under its
// title, and every use of it is a reference. So a schema is named where it is declared.
import { isDeepStrictEqual } from 'node:util';

export type Json = Readonly<Record<string, unknown>>;

/** Writes a schema, with references to the named ones. */
export type Refer = (schema: unknown) => Json;

/** Keywords whose values are data, not schemas. */
const dataKeywords = new Set(['const', 'default', 'enum', 'examples', 'required']);

export function collectComponents() {
  const components = new Map<string, Json>();

  function keep(title: string, schema: Json): Json {
    const known = components.get(title);
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`Two different schemas have the title ${title}.`);
    components.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }

  /** The schema as the document writes it: titled schemas in it are references. */
  function refer(schema: unknown): Json {
    const { title, ...rest } = schema as Json;
    const written = Object.fromEntries(
      Object.entries(withType(rest)).map(([keyword, value]) => [keyword, referIn(keyword, value)]),
    );
    if (typeof title !== 'string') return written;
    const { type } = written;
    if (!Array.isArray(type)) return keep(title, written);
    // A nullable schema (http/schemas.ts) is the named one or null.
    const [own, ...others] = type.filter((each) => each !== 'null');
    if (others.length > 0) throw new Error(`The schema ${title} has several types, so it cannot be nullable.`);
    return { anyOf: [keep(title, { ...written, type: own }), { type: 'null' }] };
  }

  function referIn(keyword: string, value: unknown): unknown {
    if (dataKeywords.has(keyword) || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => (typeof each === 'object' ? refer(each) : each));
    if (keyword === 'properties' || keyword === 'patternProperties') {
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, refer(field)]));
    }
    return refer(value);
  }

  return {
    refer,
    /** In the order of their names. */
    schemas: (): Json => Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** Generators of clients need the type of an enumeration. */
function withType(schema: Json): Json {
  const values = schema.enum as readonly unknown[] | undefined;
  const isText = values?.every((value) => typeof value === 'string') && schema.type === undefined;
  return isText ? { type: 'string', ...schema } : schema;
}
