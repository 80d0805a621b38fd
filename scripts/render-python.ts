// The operations and types of the Python client, from the OpenAPI document: one typed constant for
// each operation (generated/operations.py), and a TypedDict for each object (generated/types.py).
// Names come from method and path, so a new operation id changes nothing. A component schema keeps
// its name.
import type { OpenApiDocument } from '../service/src/http/documents/openapi.ts';
import { nameOfOperation, type Operation, type Place, type Schema, successOf, typeName } from './python-names.ts';
import { PythonTypes } from './python-types.ts';
import { webhookPayloads } from './render-operations.ts';

const header = '# Generated from the OpenAPI document of the service by npm run generate; do not edit.';

/** Names for what the client takes and returns most often: places in an answer or a body. */
const aliases: Readonly<Record<string, readonly [name: string, part: 'Answer' | 'Body', ...place: Place[]]>> = {
  VerificationResult: ['POST /v1/verify', 'Answer'],
  TokenStatus: ['GET /v1/verify/status/{token}', 'Answer'],
  ProvenanceRecord: ['GET /v1/records/{record_id}', 'Answer'],
  Generator: ['GET /v1/generators/{generator_id}', 'Answer'],
  StoredRecord: ['POST /v1/records', 'Answer'],
  ListedRecord: ['GET /v1/records', 'Answer', { field: 'records' }, 'item'],
  AuditEvent: ['GET /v1/audit', 'Answer', { field: 'events' }, 'item'],
  GivenPublicKey: ['POST /v1/generators', 'Body', { field: 'public_keys' }, 'item'],
};

export interface PythonFiles {
  readonly operations: string;
  readonly types: string;
}

export function renderPython(document: OpenApiDocument): PythonFiles {
  const components = (document.components as { schemas?: Readonly<Record<string, Schema>> }).schemas ?? {};
  const types = new PythonTypes(components);
  for (const name of Object.keys(components)) types.addComponent(name);
  const rows: string[] = [];
  for (const [name, operation] of operationsOf(document)) rows.push(...renderOperation(types, name, operation));
  return {
    operations: [
      header,
      '"""Every operation: its method, its path and the type of its answer."""',
      'from __future__ import annotations',
      '',
      'from typing import TYPE_CHECKING, Any',
      '',
      'from ..operation import Operation',
      '',
      'if TYPE_CHECKING:',
      '    from . import types',
      '',
      ...rows,
      '',
    ].join('\n'),
    types: [
      header,
      '"""The bodies, queries and answers of the operations, for type checkers."""',
      'from __future__ import annotations',
      '',
      'from typing import Any, Literal, TypeAlias, TypedDict',
      '',
      ...types.lines,
      '# Names for what the client takes and returns most often.',
      ...renderAliases(types, document),
      `WebhookPayload: TypeAlias = '${webhookPayloads(document).join(' | ')}'`,
      '',
    ].join('\n'),
  };
}

function* operationsOf(document: OpenApiDocument): Generator<[string, Operation]> {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      yield [`${method.toUpperCase()} ${path}`, operation as unknown as Operation];
    }
  }
}

function renderOperation(types: PythonTypes, name: string, operation: Operation): string[] {
  const [method, path] = name.split(' ') as [string, string];
  const base = typeName(name);
  const query = (operation.parameters ?? []).filter((each) => each.in === 'query');
  if (query.length > 0) {
    const properties = Object.fromEntries(query.map((each) => [each.name, each.schema]));
    const required = query.filter((each) => each.required).map((each) => each.name);
    types.add(`${base}Query`, { type: 'object', properties, required });
  }
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body) types.add(`${base}Body`, body);
  const answer = successOf(operation)['application/json']?.schema;
  if (answer) types.add(`${base}Answer`, answer);
  const kind = answer ? `Operation[types.${base}Answer]` : 'Operation[Any]';
  return [`#: ${operation.summary}`, `${nameOfOperation(name)}: ${kind} = Operation('${method}', '${path}')`];
}

function renderAliases(types: PythonTypes, document: OpenApiDocument): string[] {
  const all = new Map(operationsOf(document));
  return Object.entries(aliases).flatMap(([alias, [name, part, ...places]]) => {
    const operation = all.get(name);
    if (!operation) throw new Error(`The OpenAPI document has no ${name}, which the Python client names ${alias}.`);
    const content = part === 'Answer' ? successOf(operation) : operation.requestBody!.content;
    const found = types.typeAt(`${typeName(name)}${part}`, content['application/json']!.schema, places);
    // A component can have the same name.
    return types.has(alias) ? [] : [`${alias}: TypeAlias = '${found}'`];
  });
}
