// Python types for JSON schemas. An object becomes a TypedDict, named after the place where it is.
// A component schema keeps its name. Python 3.10 has no NotRequired, so optional fields are in a
// second class.
import { capitalize, type Place, type Schema, typeName } from './python-names.ts';

const keywords = new Set(['from', 'class', 'import', 'global', 'def', 'in', 'is', 'not', 'or', 'and', 'for', 'if']);
const simple: Readonly<Record<string, string>> = {
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};
const reference = '#/components/schemas/';

export class PythonTypes {
  /** The classes and aliases, in the order in which they were needed. */
  readonly lines: string[] = [];
  readonly #components: Readonly<Record<string, Schema>>;
  readonly #names = new Set<string>();

  constructor(components: Readonly<Record<string, Schema>>) {
    this.#components = components;
    for (const name of Object.keys(components)) this.#names.add(typeNameOf(name));
  }

  addComponent(name: string): void {
    this.#declare(typeNameOf(name), this.#components[name]!);
  }

  /** Declares a type with this name. */
  add(name: string, schema: Schema): void {
    if (this.#names.has(name)) throw new Error(`Two types of the Python client would have the name ${name}.`);
    this.#names.add(name);
    this.#declare(name, schema);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The type of a part of a schema that was added under this name. */
  typeAt(name: string, schema: Schema, places: readonly Place[]): string {
    const [place, ...others] = places;
    if (!place) return schema.$ref ? nameOfReference(schema.$ref) : name;
    if (schema.$ref) {
      const component = schema.$ref.slice(reference.length);
      return this.typeAt(typeNameOf(component), this.#components[component]!, places);
    }
    if (place === 'item') return this.typeAt(`${name}Item`, schema.items!, others);
    return this.typeAt(name + fieldName(place.field), schema.properties![place.field]!, others);
  }

  #declare(name: string, schema: Schema): void {
    const merged = this.#merged(schema);
    if (isTyped(merged)) this.#declareObject(name, merged);
    else this.lines.push(`${name}: TypeAlias = ${quoted(this.#typeOf(name, schema))}`, '');
  }

  #declareObject(name: string, { properties = {}, required = [], description }: Schema): void {
    // First the inner types: they come before what uses them.
    const fields = Object.entries(properties).map(([key, schema]) => ({
      key,
      type: this.#typeOf(name + fieldName(key), schema),
      about: schema.description,
      required: required.includes(key),
    }));
    const needed = fields.filter((field) => field.required);
    const optional = fields.filter((field) => !field.required);
    const words = description ? [`    """${oneLine(description).replaceAll('"""', "'''")}"""`] : [];
    const hasOddName = fields.some(({ key }) => !/^[A-Za-z_]\w*$/.test(key) || keywords.has(key));
    if (hasOddName) {
      this.lines.push(
        ...functional(`_${name}Needed`, needed, true),
        ...functional(`_${name}Optional`, optional, false),
      );
      this.lines.push(
        `class ${name}(_${name}Needed, _${name}Optional):`,
        ...(words.length > 0 ? words : ['    pass']),
        '',
      );
      return;
    }
    if (needed.length > 0 && optional.length > 0) {
      this.lines.push(`class _${name}Needed(TypedDict):`, ...bodyOf(needed), '');
      this.lines.push(`class ${name}(_${name}Needed, total=False):`, ...words, ...bodyOf(optional), '');
      return;
    }
    const total = needed.length > 0 || fields.length === 0 ? '' : ', total=False';
    const body = bodyOf(fields);
    this.lines.push(
      `class ${name}(TypedDict${total}):`,
      ...words,
      ...(body.length + words.length > 0 ? body : ['    pass']),
      '',
    );
  }

  #typeOf(name: string, schema: Schema): string {
    if (schema.$ref) return nameOfReference(schema.$ref);
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum) return orNull(schema, literal(schema.enum));
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(this.#typesOf(name, choices));
    const merged = this.#merged(schema);
    const kinds = [merged.type ?? (merged.properties ? 'object' : [])].flat();
    return kinds.length === 0 ? 'Any' : union(kinds.map((kind) => this.#typeOfKind(name, kind, merged)));
  }

  /** Several objects in one place have names with numbers. */
  #typesOf(name: string, choices: readonly Schema[]): string[] {
    const objects = choices.filter((each) => !each.$ref && isTyped(this.#merged(each))).length;
    return choices.map((each, place) => this.#typeOf(objects > 1 ? `${name}${place + 1}` : name, each));
  }

  #typeOfKind(name: string, kind: string, schema: Schema): string {
    if (kind === 'string') return schema.format === 'binary' ? 'bytes' : 'str';
    if (kind === 'array') return `list[${this.#typeOf(`${name}Item`, schema.items ?? {})}]`;
    if (kind !== 'object') return simple[kind] ?? 'Any';
    const [pattern] = Object.values(schema.patternProperties ?? {});
    const others =
      pattern ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
    if (others && !schema.properties) return `dict[str, ${this.#typeOf(`${name}Value`, others)}]`;
    if (!isTyped(schema)) return 'dict[str, Any]';
    if (!this.#names.has(name)) {
      this.#names.add(name);
      this.#declareObject(name, schema);
    }
    return name;
  }

  /** `allOf`: the fields of all. */
  #merged(schema: Schema): Schema {
    if (!schema.allOf) return schema;
    const parts = schema.allOf.map((each) =>
      this.#merged(each.$ref ? this.#components[each.$ref.slice(reference.length)]! : each),
    );
    return {
      ...schema,
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties) as Record<
        string,
        Schema
      >,
      required: [...new Set([...parts.flatMap(({ required }) => required ?? []), ...(schema.required ?? [])])],
    };
  }
}

interface Field {
  readonly key: string;
  readonly type: string;
  readonly about: string | undefined;
}

function isTyped(schema: Schema): boolean {
  return !schema.anyOf && !schema.oneOf && !schema.$ref && Object.keys(schema.properties ?? {}).length > 0;
}

function bodyOf(fields: readonly Field[]): string[] {
  return fields.flatMap(({ key, type, about }) => [
    ...(about ? [`    #: ${oneLine(about)}`] : []),
    `    ${key}: ${type}`,
  ]);
}

function functional(name: string, fields: readonly Field[], total: boolean): string[] {
  const rows = fields.map(({ key, type }) => `    '${key}': ${quoted(type)},`);
  return [`${name} = TypedDict('${name}', {`, ...rows, `}${total ? '' : ', total=False'})`, ''];
}

function literal(values: readonly unknown[]): string {
  const written = values.filter((value) => value !== null).map(pythonValue);
  const choices = written.length > 0 ? [`Literal[${written.join(', ')}]`] : [];
  return [...choices, ...(values.includes(null) ? ['None'] : [])].join(' | ');
}

function pythonValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
}

function orNull({ type }: Schema, written: string): string {
  return [type].flat().includes('null') && !written.endsWith('None') ? `${written} | None` : written;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function quoted(type: string): string {
  return type.includes("'") ? `"${type}"` : `'${type}'`;
}

function nameOfReference(target: string): string {
  return typeNameOf(target.slice(reference.length));
}

/** A component already has the form of a type. */
function typeNameOf(component: string): string {
  return component
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(capitalize)
    .join('');
}

function fieldName(key: string): string {
  return typeName(key);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('\\', '\\\\').trim();
}
