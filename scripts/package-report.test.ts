// The bill of materials names every package of the lock. An audit fails only for serious findings.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeMaterials, judgeAudit, type Lock } from './package-report.ts';
import { root } from './repository.ts';

test('every package of the lock is in the bill of materials, with its hash and its place', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const bill = describeMaterials(lock) as {
    components: {
      name: string;
      version: string;
      scope: string;
      purl: string;
      hashes?: { alg: string; content: string }[];
    }[];
  };
  const locked = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  for (const [path, { name, version }] of locked) {
    const wanted = name ?? path.split('node_modules/').at(-1);
    assert.ok(
      bill.components.some((each) => each.name === wanted && each.version === version),
      path,
    );
  }
  assert.equal(new Set(bill.components.map(({ purl }) => purl)).size, bill.components.length);
  const fastify = bill.components.find(({ name }) => name === 'fastify')!;
  assert.equal(fastify.scope, 'required');
  assert.match(fastify.hashes![0]!.content, /^[0-9a-f]{128}$/);
  assert.equal(bill.components.find(({ name }) => name === 'typescript')!.scope, 'excluded');
});

test('an audit names serious findings, counts minor ones, and quotes a registry that refuses', () => {
  const finding = (name: string, severity: string) => ({ name, severity, range: '<2.0.0' });
  const report = (...found: { name: string }[]) =>
    JSON.stringify({ vulnerabilities: Object.fromEntries(found.map((each) => [each.name, each])) });
  assert.deepEqual(judgeAudit(report()), { grave: [], others: 0 });
  assert.deepEqual(judgeAudit(report(finding('a', 'high'), finding('b', 'low'), finding('c', 'critical'))), {
    grave: ['a <2.0.0: high', 'c <2.0.0: critical'],
    others: 1,
  });
  assert.deepEqual(judgeAudit('{"message": "405 Method Not Allowed"}'), { unanswered: '405 Method Not Allowed' });
  assert.deepEqual(judgeAudit(''), { unanswered: 'no answer' });
});
