// The checker on invented trees: every rule of the table finds its breach and ignores similar
// imports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkImports } from './check-imports.ts';
import { importRules } from './import-rules.ts';

const workspaces = [
  {
    folder: 'engine',
    name: '@provenance/engine',
    exports: { '.': './src/index.ts', './verdicts': './src/verdicts/index.ts' },
  },
  { folder: 'service', name: '@provenance/service', exports: {} },
  { folder: 'client', name: '@provenance/client', exports: { '.': './src/index.ts' } },
  { folder: 'dashboard', name: '@provenance/dashboard', exports: {} },
];

function check(tree: Readonly<Record<string, string>>): string[] {
  return checkImports(new Map(Object.entries(tree)), workspaces);
}

const rooms = 'service/src/resources';

/** Rule → an import that breaks it, and a similar one that does not: `file ← what it imports`. */
const examples: Readonly<Record<string, { readonly broken: string; readonly kept: string }>> = {
  'The engine imports no other workspace.': {
    broken: 'engine/src/sign.ts ← @provenance/client',
    kept: 'engine/src/sign.ts ← ./ports.ts',
  },
  'The engine reaches nothing outside but through ports.ts: no network, files, processes or databases.': {
    broken: 'engine/src/formats/png/png.ts ← node:fs/promises',
    kept: 'engine/src/formats/png/png.test.ts ← node:fs/promises',
  },
  'A format never imports another format.': {
    broken: 'engine/src/formats/png/png.ts ← ../webp/webp.ts',
    kept: 'engine/src/formats/png/png.ts ← ./chunks.ts',
  },
  'Containers, watermarks, fingerprints and signatures never import formats.': {
    broken: 'engine/src/containers/riff/riff.ts ← ../../formats/media-format.ts',
    kept: 'engine/src/formats/wav/wav.ts ← ../../containers/riff/riff.ts',
  },
  'Only the public entry imports the recipes sign.ts and verify.ts.': {
    broken: 'engine/src/c2pa/manifest.ts ← ../sign.ts',
    kept: 'engine/src/index.ts ← ./sign.ts',
  },
  'The service imports no workspace but the engine.': {
    broken: 'service/src/main.ts ← @provenance/client',
    kept: 'service/src/main.ts ← @provenance/engine',
  },
  'Routes call services: they import no store, database or adapter.': {
    broken: `${rooms}/keys/keys.routes.ts ← ./keys.store.ts`,
    kept: `${rooms}/keys/keys.routes.ts ← ./keys.service.ts`,
  },
  'A service never sees a request or a reply: of http it knows the error catalogue and timestamps alone.': {
    broken: `${rooms}/keys/keys.service.ts ← fastify`,
    kept: `${rooms}/keys/keys.service.ts ← ../../http/error-catalogue.ts`,
  },
  'A store holds no rules: it imports the database and nothing else of the service.': {
    broken: `${rooms}/keys/keys.store.ts ← ../../plans/plans.ts`,
    kept: `${rooms}/keys/keys.store.ts ← kysely`,
  },
  "A resource may import only another's .service.ts.": {
    broken: `${rooms}/sign/sign.service.ts ← ../records/records.store.ts`,
    kept: `${rooms}/sign/sign.service.ts ← ../records/records.service.ts`,
  },
  'What resources stand on never imports a resource.': {
    broken: `service/src/http/server.ts ← ../resources/auth/auth.service.ts`,
    kept: `service/src/environment/accounts.ts ← ../resources/auth/auth.service.ts`,
  },
  'Only service.ts, keys.ts and the operator choose adapters; the others know the interface.': {
    broken: 'service/src/environment/accounts.ts ← ../adapters/database/sqlite/sqlite-database.ts',
    kept: 'service/src/environment/accounts.ts ← ../adapters/database/database.ts',
  },
  'The dashboard and the client reach the service over HTTP.': {
    broken: 'dashboard/src/page.tsx ← @provenance/service/src/plans/plans.ts',
    kept: 'dashboard/src/page.tsx ← @provenance/client',
  },
  'What browsers load of the client imports neither the engine nor Node.': {
    broken: 'client/src/transport.ts ← @provenance/engine',
    kept: 'client/src/signing/canonical-bytes.ts ← @provenance/engine',
  },
  'The pages import of the engine only its entry for verdicts.': {
    broken: 'dashboard/src/page.tsx ← @provenance/engine',
    kept: 'dashboard/src/page.tsx ← @provenance/engine/verdicts',
  },
  'Verdicts run in browsers: they import nothing but each other.': {
    broken: 'engine/src/verdicts/verdict-table.ts ← ../signatures/sha3.ts',
    kept: 'engine/src/verdicts/verdict-table.ts ← ./verdict-name.ts',
  },
  'The transparency log runs in browsers: it imports only its own files, canonical JSON and noble.': {
    broken: 'engine/src/transparency/tiles.ts ← node:crypto',
    kept: 'engine/src/transparency/tiles.ts ← @noble/hashes/sha2.js',
  },
  'Canonical JSON runs in browsers: it imports only the errors of the engine, which import nothing.': {
    broken: 'engine/src/signatures/canonical-json.ts ← ./sha3.ts',
    kept: 'engine/src/signatures/canonical-json.ts ← ../engine-error.ts',
  },
  'Nobody imports training.': { broken: 'engine/src/sign.ts ← ../../training/x.ts', kept: 'training/y.ts ← ./x.ts' },
  'Nobody imports bench.': { broken: 'scripts/check.ts ← ../bench/run.ts', kept: 'bench/run.ts ← ./table.ts' },
  'Nobody imports scripts.': { broken: 'service/src/main.ts ← ../../scripts/test.ts', kept: 'scripts/a.ts ← ./b.ts' },
  'Nobody imports a test.': { broken: 'client/src/a.test.ts ← ./b.test.ts', kept: 'client/src/a.test.ts ← ./b.ts' },
  'Only tests import what supports tests.': {
    broken: 'service/src/main.ts ← ../test-support/account.ts',
    kept: 'service/src/main.test.ts ← ../test-support/account.ts',
  },
};

test('every rule of the table has an example', () => {
  assert.deepEqual(
    Object.keys(examples),
    importRules.map(({ rule }) => rule),
  );
});

for (const [rule, { broken, kept }] of Object.entries(examples)) {
  test(rule, () => {
    const breaches = checkLine(broken);
    assert.ok(
      breaches.some((breach) => breach.endsWith(rule)),
      `${broken} gave: ${breaches.join('\n')}`,
    );
    assert.deepEqual(checkLine(kept), []);
  });
}

function checkLine(line: string): string[] {
  const [file, specifier] = line.split(' ← ') as [string, string];
  return check({ [file]: `import { x } from '${specifier}';\n` });
}

test('another workspace can be imported only through its public entry', () => {
  for (const specifier of ['../../engine/src/index.ts', '@provenance/engine/src/index.ts', '@provenance/service']) {
    const [breach, ...others] = check({ 'client/src/node.ts': `import '${specifier}';` });
    assert.match(breach!, /^client\/src\/node\.ts:1 imports .* (public entry of its package|over HTTP)\.$/, specifier);
    assert.ok(others.length < 2);
  }
});

test('a rule that allows types allows only `import type`', () => {
  const store = `${rooms}/keys/keys.store.ts`;
  assert.deepEqual(check({ [store]: "import type { PlanName } from '../../plans/plans.ts';" }), []);
  assert.equal(check({ [store]: "import { type PlanName } from '../../plans/plans.ts';" }).length, 1);
});

test('a cycle of any length is found and named once', () => {
  const circle = check({
    'service/src/a.ts': "import './b.ts';",
    'service/src/b.ts': "export { c } from './c.ts';",
    'service/src/c.ts': "await import('./a.ts');",
    'service/src/d.ts': "import './a.ts';",
  });
  assert.deepEqual(circle, [
    'These import each other in a circle: service/src/a.ts, service/src/b.ts, service/src/c.ts.',
  ]);
});

test('a cycle through types counts too', () => {
  assert.deepEqual(
    check({ 'service/src/a.ts': "import './b.ts';", 'service/src/b.ts': "import type { A } from './a.ts';" }),
    ['These import each other in a circle: service/src/a.ts, service/src/b.ts.'],
  );
});
