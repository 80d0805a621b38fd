// The scanner must find every import, and none that does not exist.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanImports } from './scan-imports.ts';

function specifiers(source: string): string[] {
  return scanImports(source).map(({ specifier, typeOnly }) => (typeOnly ? `type ${specifier}` : specifier));
}

test('every form of import and re-export is found', () => {
  const forms: readonly (readonly [source: string, found: string])[] = [
    [`import 'a';`, 'a'],
    [`import one from "a";`, 'a'],
    [`import one, { two as three } from 'a'`, 'a'],
    [`import * as all from 'a' with { type: 'json' };`, 'a'],
    [`import { type One } from 'a';`, 'a'],
    [`import type { One } from 'a';`, 'type a'],
    [`import type One from 'a';`, 'type a'],
    [`import type from 'a';`, 'a'],
    [`import {\n  one, // from 'b'\n  from,\n} from\n  'a';`, 'a'],
    [`export * from 'a';`, 'a'],
    [`export * as all from 'a';`, 'a'],
    [`export { one } from 'a';`, 'a'],
    [`export type { One } from 'a';`, 'type a'],
    [`const one = await import('a');`, 'a'],
    [`const text = \`\${(await import('a')).name} \${\`}\`}\`;`, 'a'],
    [`type One = typeof import('a');`, 'type a'],
  ];
  for (const [source, found] of forms) assert.deepEqual(specifiers(source), [found], source);
});

test('code that only looks like an import is ignored', () => {
  const sources = [
    `// import 'a';`,
    `/* import 'a';\n export * from 'b'; */`,
    `const text = "import 'a'";`,
    `const text = 'it\\'s import "a"';`,
    `const text = \`import 'a'; \${x} import 'b';\`;`,
    `const pattern = /import 'a'/;`,
    `const found = value.import('a');`,
    `const here = import.meta.url;`,
    `export const from = 'a';`,
    `export { one, two };\nconst from = 'a';`,
    `const load = (name: string) => import(name);`,
  ];
  for (const source of sources) assert.deepEqual(specifiers(source), [], source);
});

test('quotes in regular expressions and divisions do not confuse the scanner', () => {
  const source = `const quote = /['"\`]/g;\nconst half = (a + b) / 2; const rest = a / b / c;\nimport 'a';`;
  assert.deepEqual(scanImports(source), [{ specifier: 'a', line: 3, typeOnly: false }]);
});
