// Runs a suite on SQLite and on real servers. `npm test` runs the SQLite half, `npm run test:long`
// the half that needs a server, and `npm test -- words` both. Files named `*.long.test.ts` run both
// halves in the long run.
import { describe } from 'node:test';
import { haproxyAbsent, isHaproxyHere } from './haproxy-server.ts';
import { isNginxHere, nginxAbsent } from './nginx-server.ts';
import { isPatroniHere, patroniAbsent } from './patroni-cluster.ts';
import { isPostgresHere, postgresAbsent } from './postgres-server.ts';
import { isRedisHere, redisAbsent } from './redis-server.ts';
import type { DatabaseKind } from './running-service.ts';
import { isSentinelHere, sentinelAbsent } from './sentinel-cluster.ts';
import { isSwiftHere, swiftAbsent } from './swift-server.ts';
import { describeLong, runsShortPart } from './test-run.ts';

export function onEachDatabase(suite: (database: DatabaseKind) => void): void {
  if (runsShortPart) describe('on SQLite', { concurrency: 1 }, () => suite('sqlite'));
  withPostgres(() => suite('postgres'));
}

/**
 * For suites that mostly wait: both databases at the same time, each suite's tests still one after
 * another.
 */
export function onEachDatabaseAtOnce(suite: (database: DatabaseKind) => void): void {
  describe('on each database', { concurrency: true }, () => onEachDatabase(suite));
}

export function withPostgres(suite: () => void): void {
  describeLong(isPostgresHere(), postgresAbsent, 'on PostgreSQL', suite);
}

export function withRedis(suite: () => void): void {
  describeLong(isRedisHere(), redisAbsent, 'with Redis', suite);
}

export function withPatroni(suite: () => void): void {
  describeLong(isPatroniHere(), patroniAbsent, 'under Patroni', suite);
}

export function withHaproxy(suite: () => void): void {
  describeLong(isHaproxyHere(), haproxyAbsent, 'behind HAProxy', suite);
}

export function withSentinel(suite: () => void): void {
  describeLong(isSentinelHere(), sentinelAbsent, 'with Redis Sentinel', suite);
}

export function withNginx(suite: () => void): void {
  describeLong(isNginxHere(), nginxAbsent, 'behind nginx', suite);
}

export function withSwift(suite: () => void): void {
  describeLong(isSwiftHere(), swiftAbsent, 'with an S3-compatible store', suite);
}
