// Schemas in words: the fields, their types and limits.
import { type Html, html } from '../html.ts';
import { breakable, prose } from './prose.ts';
import type { Content, Parameter, Schema } from './read-document.ts';

interface Field {
  /** Its path: `keys[].name`. */
  readonly path: string;
  readonly required: boolean;
  readonly schema: Schema;
}

const formats: Readonly<Record<string, string>> = {
  email: 'email address',
  'date-time': 'timestamp',
  date: 'date',
  uri: 'URL',
  uuid: 'UUID',
};

export function isFile(schema: Schema): boolean {
  return schema.format === 'binary' || schema.contentMediaType !== undefined;
}

export function alternativesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

export function contentTables({ type, schema }: Content, labelledBy: string, marksRequired: boolean): Html {
  const alternatives = alternativesOf(schema);
  const tables = alternatives.map((each, index) => {
    const fields = fieldsOf(each);
    return html`${alternatives.length > 1 && html`<p class="either">${index === 0 ? 'Either' : 'Or'}</p>`}${
      fields.length > 0
        ? fieldTable(fields, labelledBy, marksRequired)
        : html`<p><code>${type.split(';')[0]}</code></p>`
    }`;
  });
  return html`${tables}`;
}

export function parameterTable(parameters: readonly Parameter[], labelledBy: string, marksRequired = true): Html {
  const fields = parameters.map(({ name, required = false, description, schema }) => ({
    path: name,
    required,
    schema: { ...schema, ...(description !== undefined && { description }) },
  }));
  return fieldTable(fields, labelledBy, marksRequired);
}

function fieldTable(fields: readonly Field[], labelledBy: string, marksRequired: boolean): Html {
  const rows = fields.map(({ path, required, schema }) => {
    const parent = path.slice(0, path.lastIndexOf('.') + 1);
    const name = path.slice(parent.length);
    const mark = marksRequired
      ? required && html` <span class="required">required</span>`
      : !required && html` <span class="optional">not always</span>`;
    return html`<tr><th scope="row"><code><span class="parent">${breakable(parent)}</span>${breakable(name)}</code>${mark}</th>
<td><span class="type">${joined([typeOf(schema), ...limitsOf(schema)], ' · ')}</span>${
      schema.description && html`<span class="about">${prose(schema.description)}</span>`
    }</td></tr>
`;
  });
  return html`<table aria-labelledby="${labelledBy}">
<thead><tr><th scope="col">Field</th><th scope="col">Type and meaning</th></tr></thead>
<tbody>
${rows}</tbody></table>
`;
}

/** The fields of an object and, below each, its own fields. */
function fieldsOf(schema: Schema, parent = ''): Field[] {
  if (schema.items) return fieldsOf(schema.items, `${parent}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = parent ? `${parent}.${name}` : name;
    const inner = alternativesOf(field).flatMap((each) => fieldsOf(each, path));
    return [{ path, required: schema.required?.includes(name) ?? false, schema: field }, ...inner];
  });
}

function typeOf(schema: Schema): Html {
  if (isFile(schema)) return html`file`;
  if (schema.const !== undefined) return html`always ${literal(schema.const)}`;
  if (schema.enum) return html`one of ${joined(schema.enum.map(literal), ', ')}`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return joined(alternatives.map(typeOf), ' or ');
  const types = [schema.type ?? 'any'].flat();
  return joined(
    types.map((type) => (type === 'array' && schema.items ? html`array of ${typeOf(schema.items)}` : html`${type}`)),
    ' or ',
  );
}

function limitsOf(schema: Schema): (string | Html)[] {
  const about = schema.description?.toLowerCase() ?? '';
  const words = [
    formats[schema.format ?? ''],
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minimum, schema.maximum, ''),
  ].filter((each) => each !== undefined && !about.includes(each.toLowerCase()));
  return [
    ...(words as string[]),
    ...(schema.pattern === undefined ? [] : [html`pattern <code>${schema.pattern}</code>`]),
    ...(schema.default === undefined ? [] : [html`default ${literal(schema.default)}`]),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const number = (value: number) => value.toLocaleString('en');
  const words =
    least !== undefined && most !== undefined
      ? `${number(least)} to ${number(most)}`
      : least !== undefined
        ? `at least ${number(least)}`
        : most !== undefined && `at most ${number(most)}`;
  return words ? `${words} ${unit}`.trim() : undefined;
}

function literal(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}

function joined(parts: readonly (string | Html)[], between: string): Html {
  return html`${parts.map((part, index) => [index > 0 && between, part])}`;
}
