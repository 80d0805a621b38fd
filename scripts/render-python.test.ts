// The Python types of a small OpenAPI document: references, choices, null, optional fields, names
// that Python cannot spell, and operations whose ids change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenApiDocument } from '../service/src/http/documents/openapi.ts';
import { nameOfOperation } from './python-names.ts';
import { PythonTypes } from './python-types.ts';
import { renderPython } from './render-python.ts';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const record = { type: 'object', properties: { model: { type: 'string' } }, required: ['model'] };

function typesOf(schema: object): string {
  const types = new PythonTypes({ Record: record, 'Error.Detail': { type: 'string' } });
  types.add('Made', schema);
  return types.lines.join('\n').trim();
}

test('a reference is the name of the component, also in lists, next to null and in a merge', () => {
  assert.equal(typesOf(reference('Record')), "Made: TypeAlias = 'Record'");
  assert.equal(typesOf({ anyOf: [reference('Record'), { type: 'null' }] }), "Made: TypeAlias = 'Record | None'");
  assert.equal(typesOf({ type: 'array', items: reference('Error.Detail') }), "Made: TypeAlias = 'list[ErrorDetail]'");
  const merged = typesOf({
    allOf: [reference('Record'), { properties: { at: { type: 'integer' } }, required: ['at'] }],
  });
  assert.equal(merged, 'class Made(TypedDict):\n    model: str\n    at: int');
});

test('fields can be optional, nullable or have names that are not words of Python', () => {
  const schema = {
    type: 'object',
    properties: {
      one: { enum: ['a', "b'", null], type: ['string', 'null'] },
      two: { type: ['integer', 'null'], description: 'A "number"\nof things' },
    },
    required: ['one'],
  };
  assert.equal(
    typesOf(schema),
    [
      'class _MadeNeeded(TypedDict):',
      "    one: Literal['a', 'b\\''] | None",
      '',
      'class Made(_MadeNeeded, total=False):',
      '    #: A "number" of things',
      '    two: int | None',
    ].join('\n'),
  );
  const odd = typesOf({ type: 'object', properties: { from: { type: 'string' }, '@context': {} }, required: ['from'] });
  assert.match(odd, /_MadeNeeded = TypedDict\('_MadeNeeded', \{\n {4}'from': 'str',\n\}\)/);
  assert.match(odd, /'@context': 'Any',\n\}, total=False\)/);
});

test('several objects in one place have different names', () => {
  const choices = [record, { type: 'object', properties: { ok: { const: true } }, required: ['ok'] }];
  assert.match(
    typesOf({ anyOf: choices }),
    /class Made2\(TypedDict\):\n {4}ok: Literal\[True\]\n\nMade: TypeAlias = 'Made1 \| Made2'/,
  );
});

test('names of operations come from method and path, and a missing operation is named', () => {
  assert.equal(nameOfOperation('GET /v1/records/{record_id}'), 'GET_RECORDS_RECORD_ID');
  assert.equal(nameOfOperation('POST /v1/c2pa/matches/byContent'), 'POST_C2PA_MATCHES_BY_CONTENT');
  const empty = { paths: {}, components: {} } as unknown as OpenApiDocument;
  assert.throws(() => renderPython(empty), /has no POST \/v1\/verify/);
});
