// Runs a suite on SQLite and on a real PostgreSQL; and says what happens where a program that tests need is absent: the
// suite is skipped with a sentence, but in CI it fails.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isNginxHere, nginxAbsent } from './nginx-server.ts';
import { isPostgresHere, postgresAbsent } from './postgres-server.ts';
import { isRedisHere, redisAbsent } from './redis-server.ts';
import type { DatabaseKind } from './running-service.ts';

export function onEachDatabase(suite: (database: DatabaseKind) => void): void {
  describe('on SQLite', { concurrency: 1 }, () => suite('sqlite'));
  withPostgres(() => suite('postgres'));
}

/** For suites that mostly wait: both databases at the same time, each suite's tests still one after another. */
export function onEachDatabaseAtOnce(suite: (database: DatabaseKind) => void): void {
  describe('on each database', { concurrency: true }, () => onEachDatabase(suite));
}

export function withPostgres(suite: () => void): void {
  describeWhere(isPostgresHere(), postgresAbsent, 'on PostgreSQL', suite);
}

export function withRedis(suite: () => void): void {
  describeWhere(isRedisHere(), redisAbsent, 'with Redis', suite);
}

export function withNginx(suite: () => void): void {
  describeWhere(isNginxHere(), nginxAbsent, 'behind nginx', suite);
}

export function describeWhere(present: boolean, absence: string, name: string, suite: () => void): void {
  if (present) describe(name, { concurrency: 1 }, suite);
  else if (process.env.CI === 'true') test(name, () => assert.fail(absence));
  else test(name, { skip: absence });
}
