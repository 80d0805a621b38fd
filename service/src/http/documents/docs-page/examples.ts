// Example values and curl lines from the schemas. A text without further information is
// `<its_name>`, like the placeholders of the specification.
import { alternativesOf, isFile } from './field-table.ts';
import type { Content, Operation, Schema } from './read-document.ts';

const byName: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  password: 'a long passphrase',
  org_name: 'Analytical Engines',
  otp: '123456',
  model: 'image-model-3',
};

const byFormat: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  uri: 'https://example.org/',
  uuid: '6f1d1c9e-3a0b-4a6e-9b0e-0c6f6d0a2b11',
};

export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  const given = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const [first = schema] = alternativesOf(schema);
  if (first !== schema) return exampleOf(first, name);
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([key, field]) => [key, exampleOf(field, key)]));
  }
  if (schema.items) return [exampleOf(schema.items, name)];
  switch ([schema.type].flat()[0]) {
    case 'string':
      return byFormat[schema.format ?? ''] ?? byName[name] ?? `<${name || 'text'}>`;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [];
    default:
      return {};
  }
}

export function exampleJson({ schema }: Content): string {
  return JSON.stringify(exampleOf(schema), null, 2);
}

export function isJson({ type }: Content): boolean {
  return type.startsWith('application/json');
}

/** The body is the file itself. */
export function isRaw(body: Content): boolean {
  return isFile(body.schema);
}

/** A content type to show: a range such as `image/*` cannot be sent. */
export function rawTypeOf({ type }: Content): string {
  return type.replace('image/*', 'image/jpeg');
}

export function isForm({ type }: Content): boolean {
  return type.startsWith('multipart/form-data');
}

/** Parameters and credentials are shell variables: `$KEY_ID`, `$API_KEY`. */
export function curlOf({ method, path, access, parameters, body }: Operation, address: string): string {
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name }) => `${name}=${variable(name)}`);
  const url =
    address +
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variable(name)) +
    (query.length > 0 ? `?${query.join('&')}` : '');
  const implied = body ? 'POST' : 'GET';
  const credential = { session: '$SESSION_TOKEN', key: '$API_KEY', 'key-or-session': '$API_KEY' }[access.caller];
  const arguments_ = [
    `${method === implied ? '' : `-X ${method} `}"${url}"`,
    ...(credential ? [`-H "Authorization: Bearer ${credential}"`] : []),
    ...(body ? bodyArguments(body) : []),
  ];
  return `curl ${arguments_.join(' \\\n  ')}`;
}

function bodyArguments(body: Content): string[] {
  if (isJson(body))
    return ["-H 'Content-Type: application/json'", `-d ${quoted(exampleJson(body)).replaceAll('\n', '\n  ')}`];
  if (isRaw(body)) return [`-H 'Content-Type: ${rawTypeOf(body)}'`, '--data-binary @file'];
  if (!isForm(body)) return [];
  const { properties = {}, required = [] } = body.schema;
  return required.map((name) => {
    const field = properties[name] ?? {};
    return `-F ${quoted(`${name}=${isFile(field) ? '@file' : String(exampleOf(field, name))}`)}`;
  });
}

function variable(name: string): string {
  return `$${name.replaceAll(/\W/g, '_').toUpperCase()}`;
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
