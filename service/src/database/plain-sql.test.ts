// SQL stays plain enough for CockroachDB, YugabyteDB and Citus. Whatever one of them lacks, or runs
// in another way, has a row in docs/run/databases.md for each file that uses it. A new use fails
// here until the page says what each database needs.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** By the name in the page. SQL in the code is in upper case. Kysely's methods count, too. */
const notPlain: Readonly<Record<string, RegExp>> = {
  'advisory lock': /\bpg_(try_)?advisory_/,
  'server function': /\b(pg_\w+|current_setting|set_config)\(/,
  'storage option': /\bSET (STORAGE|COMPRESSION|STATISTICS)\b|\b(WITH|SET) \(\s*(fillfactor|autovacuum|toast)/,
  'session setting': /\bSET (LOCAL|SESSION) |['"`]SET [a-z_]+ (=|TO) /,
  notification: /\b(LISTEN|UNLISTEN|NOTIFY) [a-z"$]/,
  'code in the database':
    /\bDO \$|\bCREATE (OR REPLACE )?(CONSTRAINT )?(TRIGGER|FUNCTION|PROCEDURE|RULE)\b|\bplpgsql\b/,
  extension: /\bCREATE EXTENSION\b/,
  'row lock': /\bFOR (NO KEY )?(UPDATE|SHARE|KEY SHARE)\b|\.for(Update|Share|NoKeyUpdate|KeyShare)\(/,
  'rows that are skipped': /\bSKIP LOCKED\b|\.skipLocked\(/,
  'table lock': /\bLOCK TABLE\b/,
  'write in a WITH query': /\bAS (NOT )?(MATERIALIZED )?\(\s*(INSERT|UPDATE|DELETE)\b|\.with\(/,
  'bit count': /\bbit_count\(/,
  partition: /\bPARTITION (BY|OF) [^)]*\b(RANGE|LIST|HASH|FOR VALUES|DEFAULT)\b|\b(ATTACH|DETACH) PARTITION\b/,
  'work without a lock': /\bCONCURRENTLY\b/,
  'generated number': /\b(BIGSERIAL|SERIAL|GENERATED (ALWAYS|BY DEFAULT))\b/i,
  'kind of index': /\bUSING (gin|gist|spgist|brin|hash|bloom)\b/i,
  'temporary table': /\bCREATE (UNLOGGED|TEMP(ORARY)?) /,
  'bulk copy': /\bCOPY [a-z_"$]/,
  merge: /\bMERGE INTO\b/,
  'exclusion constraint': /\bEXCLUDE USING\b/,
  sample: /\bTABLESAMPLE\b/,
  'first row of each group': /\bDISTINCT ON\b|\.distinctOn\(/,
};

const root = join(import.meta.dirname, '../../..');

test('every statement that is not plain is in docs/run/databases.md, and every one there exists', () => {
  const used = Object.entries(notPlain).flatMap(([name, pattern]) =>
    files()
      .filter(({ code }) => pattern.test(code))
      .map(({ path }) => `${name}: ${path}`),
  );
  assert.deepEqual(used.sort(), documented().sort());
});

test('each pattern finds what it is for', () => {
  const examples: Readonly<Record<string, string>> = {
    'server function': 'SELECT pg_sleep(1)',
    'session setting': 'SET LOCAL statement_timeout = 0',
    notification: 'LISTEN events',
    'code in the database': 'DO $$ BEGIN END $$',
    'row lock': 'SELECT 1 FOR UPDATE',
    'write in a WITH query': 'WITH gone AS (DELETE FROM a RETURNING *) SELECT 1',
    partition: 'CREATE TABLE a (b bigint) PARTITION BY RANGE (b)',
    'work without a lock': 'ALTER TABLE a DETACH PARTITION b CONCURRENTLY',
    'bit count': 'SELECT bit_count(a # b)',
  };
  for (const [name, statement] of Object.entries(examples)) assert.match(statement, notPlain[name]!, name);
  const plain = 'SELECT a FROM b WHERE c = ANY($1) ORDER BY row_number() OVER (PARTITION BY d)';
  for (const [name, pattern] of Object.entries(notPlain)) assert.doesNotMatch(plain, pattern, name);
});

/** The code of the service, without tests and comments. SQLite has its own dialect. */
function files(): { path: string; code: string }[] {
  return globSync('service/src/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/database/sqlite/'))
    .map((path) => ({ path, code: readFileSync(join(root, path), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '') }));
}

function documented(): string[] {
  const page = readFileSync(join(root, 'docs/run/databases.md'), 'utf8');
  return page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => name !== undefined && name in notPlain)
    .flatMap(([, name, places]) => [...places!.matchAll(/`(service\/[^`]+)`/g)].map(([, path]) => `${name}: ${path}`));
}
