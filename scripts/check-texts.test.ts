// The checker on small invented files: each rule finds its example, the style page and the rules
// agree, and code and names are ignored.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkTexts, type TextAreas } from './check-texts.ts';
import { root } from './repository.ts';
import { commentRules, findBreaches, styleRules } from './style-rules.ts';

const areas: TextAreas = { checked: ['manual/', 'texts/'], notRewritten: ['old/'] };

function check(files: Readonly<Record<string, string>>) {
  return checkTexts(new Map(Object.entries(files)), areas);
}

for (const { pattern, example } of styleRules) {
  test(`a text is refused for ${pattern}`, () => {
    const { problems } = check({ 'texts/page.ts': `export const words = { title: '${example}' };` });
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0]!, /^texts\/page\.ts:1 says ".+"\. Use: .+\.$/);
  });
}

for (const { pattern, example } of commentRules) {
  test(`a comment and a test name are refused for ${pattern}, and a text is not`, () => {
    const comment = `// Why: this is so. ${example}\n`;
    assert.equal(check({ 'code/page.ts': comment }).problems.length, 1);
    assert.equal(check({ 'code/page.test.ts': `test('${example}', () => undefined);` }).problems.length, 1);
    assert.deepEqual(check({ 'texts/page.ts': `export const words = '${example}';` }).problems, []);
  });
}

/** The first column of a table of the style page, without remarks in parentheses. */
function wordsToAvoid(heading: string): string[] {
  const page = readFileSync(join(root, 'docs/style.md'), 'utf8');
  const [, table] = new RegExp(`\\| ${heading} \\| Use \\|\\n\\|---\\|---\\|\\n((?:\\|.*\\n)+)`).exec(page)!;
  return table!
    .trim()
    .split('\n')
    .flatMap((row) => row.split('|')[1]!.split(','))
    .map((words) => words.replace(/\(.*\)/, '').trim());
}

test('every word that the style page forbids has a rule', () => {
  const words = wordsToAvoid('Avoid');
  assert.ok(words.length > 20, words.join());
  for (const word of words) assert.notDeepEqual(findBreaches(`It ${word} it.`), [], word);
  const inComments = wordsToAvoid('Avoid in comments and test names');
  assert.ok(inComments.length > 8, inComments.join());
  for (const word of inComments) assert.notDeepEqual(findBreaches(`It ${word} it.`, commentRules), [], word);
});

test('the recommendations of the style page pass', () => {
  const page = readFileSync(join(root, 'docs/style.md'), 'utf8');
  const examples = /\| Do not write \| Write \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page)![1]!.trim().split('\n');
  for (const row of examples) assert.deepEqual(findBreaches(row.split('|')[2]!), [], row);
});

test('a text is found with its line, in strings and in templates', () => {
  const source = `const one = 'A key of mine.';\nconst two = \`\${one}\nThe key holds \${'anew it is'}.\`;\n`;
  const { problems } = check({ 'texts/page.ts': source });
  assert.deepEqual(problems.map((problem) => / *:(\d+) says "(\w+)"/.exec(problem)!.slice(1).join(' ')).sort(), [
    '3 anew',
    '3 holds',
  ]);
});

test('names, regular expressions and code in backticks are not texts', () => {
  const source = [
    "const name = 'invite_cancelled';",
    'const pattern = /it holds a (key|token)/;',
    "const words = 'The field `cancelled` is true.';",
  ].join('\n');
  assert.deepEqual(check({ 'texts/page.ts': source }).problems, []);
  assert.deepEqual(
    check({ 'manual/page.md': 'Run this:\n\n```\necho it holds\n```\n\n<!-- holds -->\n' }).problems,
    [],
  );
});

test('Markdown is refused with its line', () => {
  const { problems } = check({ 'manual/page.md': '# Keys\n\n```\ncode\n```\n\nA bundle holds the key.\n' });
  assert.deepEqual(problems, ['manual/page.md:7 says "holds". Use: contains, has, carries, manages.']);
});

test('a file outside the checked folders is ignored', () => {
  const { problems, files } = check({ 'elsewhere/file.ts': "const words = 'It holds it.';" });
  assert.deepEqual([problems, files], [[], 0]);
});

test('a comment is refused for its words, except in folders that are not rewritten', () => {
  const source = '/** The cache holds the key. */\n';
  assert.deepEqual(check({ 'code/page.ts': source }).problems, [
    'code/page.ts:1 says "holds". Use: contains, has, carries, manages.',
  ]);
  assert.deepEqual(check({ 'old/page.ts': source }).problems, []);
});

test('a test name is refused with its line, and other literals of a test are not', () => {
  const source = "const input = 'It holds it.';\ntest('the endpoint is told at once', () => undefined);\n";
  assert.deepEqual(check({ 'texts/page.test.ts': source }).problems, [
    'texts/page.test.ts:2 says "is told". Use: receives, gets.',
  ]);
  assert.deepEqual(check({ 'old/page.test.ts': source }).problems, []);
});

test('a comment wider than 100 columns is refused everywhere', () => {
  const narrow = `// ${'a'.repeat(97)}\n`;
  const wide = `const one = 1;\n/**\n * ${'a'.repeat(98)}\n */\n`;
  const code = `const words = '${'a'.repeat(120)}';\n`;
  assert.deepEqual(check({ 'texts/page.ts': narrow + code }).problems, []);
  assert.deepEqual(check({ 'texts/page.ts': wide }).problems, [
    'texts/page.ts:3 has a comment wider than 100 columns. Wrap it.',
  ]);
  assert.equal(check({ 'elsewhere/page.ts': wide, 'elsewhere/other.ts': narrow }).problems.length, 1);
});
