// Published vectors of RFC 8785, and JSONTestSuite as a source of awkward documents. Its n_ files
// (188) only test a parser, and the parser is not ours.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { testWithShared } from '../../test-support/shared-folder.ts';
import { CanonicalJsonError, canonicalJson, canonicalJsonBytes } from './canonical-json.ts';

const suite = 'vectors/json-parsing';

testWithShared('the documents published with RFC 8785 give the published bytes', (shared) => {
  const folder = 'vectors/rfc8785-jcs';
  const names = shared.names(`${folder}/input`);
  assert.equal(names.length, 6);
  for (const name of names) {
    const bytes = canonicalJsonBytes(shared.json(`${folder}/input/${name}`));
    const hex = shared.text(`${folder}/outhex/${name.replace('.json', '.txt')}`).replaceAll(/\s/g, '');
    assert.deepEqual(bytes, shared.bytes(`${folder}/output/${name}`), name);
    assert.equal(Buffer.from(bytes).toString('hex'), hex, name);
  }
});

testWithShared('10,000 published numbers are written as RFC 8785 prescribes', (shared) => {
  const lines = shared.text('vectors/rfc8785-jcs/es6numbers-10k.txt').trimEnd().split('\n');
  assert.equal(lines.length, 10_000);
  const double = new DataView(new ArrayBuffer(8));
  for (const line of lines) {
    const [bits, expected] = line.split(',');
    double.setBigUint64(0, BigInt(`0x${bits}`));
    assert.equal(canonicalJson(double.getFloat64(0)), expected, line);
  }
});

testWithShared('each valid document of JSONTestSuite keeps its meaning and has one stable form', (shared) => {
  const names = shared.names(`${suite}/test_parsing`).filter((name) => name.startsWith('y_'));
  assert.equal(names.length, 95);
  for (const name of names) {
    const value = shared.json(`${suite}/test_parsing/${name}`);
    const text = canonicalJson(value);
    // As text, −0 becomes 0: the one difference that RFC 8785 makes.
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)), name);
    assert.equal(canonicalJson(JSON.parse(text)), text, name);
  }
});

// Lone surrogates, numbers beyond the doubles, and 500 levels of nesting.
const withoutSafeForm = [
  'i_number_huge_exp.json',
  'i_number_neg_int_huge_exp.json',
  'i_number_pos_double_huge_exp.json',
  'i_number_real_neg_overflow.json',
  'i_number_real_pos_overflow.json',
  'i_object_key_lone_2nd_surrogate.json',
  'i_string_1st_surrogate_but_2nd_missing.json',
  'i_string_1st_valid_surrogate_2nd_invalid.json',
  'i_string_incomplete_surrogate_and_escape_valid.json',
  'i_string_incomplete_surrogate_pair.json',
  'i_string_incomplete_surrogates_escape_valid.json',
  'i_string_invalid_lonely_surrogate.json',
  'i_string_invalid_surrogate.json',
  'i_string_inverted_surrogates_U+1D11E.json',
  'i_string_lone_second_surrogate.json',
  'i_structure_500_nested_arrays.json',
  'string_1_escaped_invalid_codepoint.json',
  'string_2_escaped_invalid_codepoints.json',
  'string_3_escaped_invalid_codepoints.json',
];

testWithShared('of the documents that parsers disagree on, those without a safe form are refused', (shared) => {
  const paths = [
    ...shared
      .names(`${suite}/test_parsing`)
      .filter((name) => name.startsWith('i_'))
      .map((name) => `test_parsing/${name}`),
    ...shared.names(`${suite}/test_transform`).map((name) => `test_transform/${name}`),
  ];
  const outcomes = Object.groupBy(paths, (path) => outcomeOf(shared.bytes(`${suite}/${path}`)));
  assert.deepEqual(
    outcomes.refused?.map((path) => basename(path)),
    withoutSafeForm,
  );
  assert.equal(outcomes.written?.length, 21);
  assert.equal(outcomes['not JSON in UTF-8']?.length, 17);
});

function outcomeOf(bytes: Buffer): 'written' | 'refused' | 'not JSON in UTF-8' {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return 'not JSON in UTF-8';
  }
  try {
    canonicalJson(value);
    return 'written';
  } catch (error) {
    assert.ok(error instanceof CanonicalJsonError);
    return 'refused';
  }
}

testWithShared('naughty strings survive as values and as names', (shared) => {
  const strings = shared.json<string[]>('vectors/text/blns.json');
  assert.ok(strings.length > 500);
  for (const text of strings) {
    assert.equal(JSON.parse(canonicalJson(text)), text);
    assert.equal(JSON.parse(canonicalJson({ [`_${text}`]: 1 }))[`_${text}`], 1);
  }
});
