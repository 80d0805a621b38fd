// The example of an operation for programs: with fetch in TypeScript and with requests in Python.
// As in the curl line, parameters and credentials are variables of the environment.
import { exampleJson, exampleOf, isForm, isJson, isRaw, rawTypeOf } from './examples.ts';
import { isFile } from './field-table.ts';
import type { Content, Operation } from './read-document.ts';

export function typescriptOf(operation: Operation, address: string): string {
  const { method, body } = operation;
  const headers = headersOf(operation).map(
    ([name, value]) => `    '${name}': ${value('`Bearer ${process.env.', '}`')},`,
  );
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body && isJson(body) ? [`  body: JSON.stringify(${indent(exampleJson(body), '  ')}),`] : []),
    ...(body && isForm(body) ? ['  body: form,'] : []),
    ...(body && isRaw(body) ? ["  body: await openAsBlob('file'),"] : []),
  ];
  const url = addressOf(operation, address, (name) => `\${process.env.${name}}`);
  const call = `const response = await fetch(\`${url}\`${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''});`;
  return [
    ...(body && isForm(body) ? typescriptForm(body) : []),
    ...(body && isRaw(body) ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    call,
    'if (!response.ok) throw new Error(await response.text());',
    resultOf(operation, 'const result = await response.json();', 'const bytes = await response.arrayBuffer();'),
  ]
    .filter(Boolean)
    .join('\n');
}

function typescriptForm(body: Content): string[] {
  const fields = formFields(body).map(({ name, isFile, value }) =>
    isFile
      ? `form.set('${name}', await openAsBlob('file'), 'file');`
      : `form.set('${name}', ${JSON.stringify(value)});`,
  );
  const imports = formFields(body).some(({ isFile }) => isFile) ? ["import { openAsBlob } from 'node:fs';", ''] : [];
  return [...imports, 'const form = new FormData();', ...fields];
}

export function pythonOf(operation: Operation, address: string): string {
  const { method, body } = operation;
  const headers = headersOf(operation)
    .filter(([name]) => name !== 'Content-Type' || (body && isRaw(body)))
    .map(([name, value]) => `"${name}": ${value('f"Bearer {os.environ[\'', '\']}"')}`);
  const parts = [
    `    f"${addressOf(operation, address, (name) => `{os.environ['${name}']}`)}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(body && isJson(body) ? [`    json=${asPython(exampleOf(body.schema), '    ')},`] : []),
    ...(body && isForm(body) ? pythonForm(body) : []),
    ...(body && isRaw(body) ? ['    data=open("file", "rb"),'] : []),
  ];
  return [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(\n${parts.join('\n')}\n)`,
    'response.raise_for_status()',
    resultOf(operation, 'result = response.json()', 'content = response.content'),
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function pythonForm(body: Content): string[] {
  const fields = formFields(body);
  const files = fields.filter(({ isFile }) => isFile).map(({ name }) => `"${name}": open("file", "rb")`);
  const data = fields.filter(({ isFile }) => !isFile).map(({ name, value }) => `"${name}": ${JSON.stringify(value)}`);
  return [
    ...(files.length > 0 ? [`    files={${files.join(', ')}},`] : []),
    ...(data.length > 0 ? [`    data={${data.join(', ')}},`] : []),
  ];
}

function formFields({ schema: { properties = {}, required = [] } }: Content) {
  return required.map((name) => {
    const field = properties[name] ?? {};
    return { name, isFile: isFile(field), value: String(exampleOf(field, name)) };
  });
}

type HeaderValue = (beforeVariable: string, afterVariable: string) => string;

function headersOf({ access, body }: Operation): [name: string, value: HeaderValue][] {
  const variable = { session: 'SESSION_TOKEN', key: 'API_KEY', 'key-or-session': 'API_KEY' }[access.caller];
  const headers: [string, HeaderValue][] = [];
  if (variable) headers.push(['Authorization', (before, after) => before + variable + after]);
  if (body && isJson(body)) headers.push(['Content-Type', () => "'application/json'"]);
  if (body && isRaw(body)) headers.push(['Content-Type', () => `'${rawTypeOf(body)}'`]);
  return headers;
}

function addressOf({ path, parameters }: Operation, address: string, read: (variable: string) => string): string {
  const variable = (name: string) => read(name.replaceAll(/\W/g, '_').toUpperCase());
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name }) => `${name}=${variable(name)}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variable(name));
  return address + filled + (query.length > 0 ? `?${query.join('&')}` : '');
}

function resultOf({ success: { content } }: Operation, json: string, bytes: string): string {
  if (!content) return '';
  return isJson(content) ? json : bytes;
}

function asPython(value: unknown, margin = ''): string {
  const inner = `${margin}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => asPython(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${asPython(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${margin}${close}`;
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
