// The configuration: the defaults, how valid values are read, and one sentence for an invalid one.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { ConfigurationError, readConfiguration } from './read-configuration.ts';
import { settings } from './settings.ts';

test('no setting is required', () => {
  assert.deepEqual(readConfiguration({}), {
    port: 8080,
    sandboxPort: 8081,
    host: '127.0.0.1',
    publicUrl: undefined,
    sandboxPublicUrl: undefined,
    dataDirectory: './data',
    databaseUrl: undefined,
    sandboxDatabaseUrl: undefined,
    databaseReplicaUrls: [],
    databaseConnections: 10,
    sandboxDatabaseReplicaUrls: [],
    redisUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'Content Provenance <no-reply@localhost>',
    operatorEmail: undefined,
    masterKeys: undefined,
    jwtSecret: undefined,
    trustProxy: false,
    verifyLimitPerMinute: 60,
    accountLimitPerMinute: 300,
    publicLimitPerMinute: 600,
    mediaDecoder: true,
    neuralWatermark: true,
    neuralAccelerator: undefined,
    taskMostSeconds: 60,
    inBandMostSeconds: 60,
    inBandMostMegapixels: 700,
    webhookAllowPrivate: false,
    resolveReferences: false,
    timestampUrls: [],
    trustListPaths: [],
    dnsServers: [],
    metricsToken: undefined,
    logLevel: 'info',
  });
});

test('an empty variable counts as absent, and white space around a value does not count', () => {
  assert.equal(readConfiguration({ PORT: '' }).port, 8080);
  assert.equal(readConfiguration({ PORT: ' 9000 ' }).port, 9000);
});

test('valid values are read', () => {
  const keys = [randomBytes(32), randomBytes(32)];
  const good = [
    ['PORT', '0', 'port', 0],
    ['PUBLIC_URL', 'https://provenance.example/', 'publicUrl', 'https://provenance.example'],
    ['DATABASE_URL', 'postgresql://u:p@db/live', 'databaseUrl', 'postgresql://u:p@db/live'],
    ['DATABASE_CONNECTIONS', '1', 'databaseConnections', 1],
    ['REDIS_URL', 'rediss://cache:6380/1', 'redisUrl', 'rediss://cache:6380/1'],
    ['SMTP_URL', 'smtps://u:p@mail', 'smtpUrl', 'smtps://u:p@mail'],
    ['MAIL_FROM', 'mail@example.org', 'mailFrom', 'mail@example.org'],
    ['OPERATOR_EMAIL', 'me@example.org', 'operatorEmail', 'me@example.org'],
    ['MASTER_KEY', keys.map((key) => key.toString('base64')).join(', '), 'masterKeys', keys],
    ['NEURAL_ACCELERATOR', 'cuda', 'neuralAccelerator', 'cuda'],
    ['TRUST_PROXY', 'true', 'trustProxy', true],
    ['TRUST_PROXY', '2', 'trustProxy', 2],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', 'trustProxy', ['10.0.0.0/8', '::1']],
    ['WEBHOOK_ALLOW_PRIVATE', 'true', 'webhookAllowPrivate', true],
    ['RESOLVE_REFERENCES', 'true', 'resolveReferences', true],
    [
      'DNS_SERVERS',
      '9.9.9.9, 127.0.0.1:5353,2620:fe::fe,[2620:fe::fe]:53',
      'dnsServers',
      ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:53'],
    ],
    [
      'TIMESTAMP_URL',
      'http://time.example, https://tsa.example/tsr',
      'timestampUrls',
      ['http://time.example', 'https://tsa.example/tsr'],
    ],
    ['C2PA_TRUST_LISTS', '/etc/a.pem, b.pem', 'trustListPaths', ['/etc/a.pem', 'b.pem']],
    ['VERIFY_LIMIT_PER_MINUTE', '0', 'verifyLimitPerMinute', 0],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ] as const;
  for (const [name, text, key, value] of good) assert.deepEqual(readConfiguration({ [name]: text })[key], value, name);
});

const bad: Readonly<Record<string, readonly string[]>> = {
  PORT: ['eighty', '-1', '65536', '80.5', '0x50', '1e3'],
  SANDBOX_PORT: ['none', '70000'],
  PUBLIC_URL: ['provenance.example', 'ftp://provenance.example', '//provenance.example', 'http://'],
  SANDBOX_PUBLIC_URL: ['sandbox'],
  DATABASE_URL: ['mysql://db/live', '/var/lib/live.sqlite'],
  SANDBOX_DATABASE_URL: ['localhost:5432'],
  DATABASE_REPLICA_URL: ['localhost:5432', 'postgres://db-2/live,db-3', 'postgres://db-2/live,'],
  SANDBOX_DATABASE_REPLICA_URL: ['mysql://db-2/sandbox'],
  DATABASE_CONNECTIONS: ['0', '1001', 'many'],
  REDIS_URL: ['localhost:6379', 'http://cache'],
  SMTP_URL: ['mail.example.org', 'http://mail'],
  MAIL_FROM: ['nobody', 'Name <name>', 'a@b@c', 'Name <a@b', 'Name a@b', 'a@b\r\nBcc: c@d'],
  MASTER_KEY: ['short', randomBytes(31).toString('base64'), `${randomBytes(32).toString('base64')},AAAA`],
  JWT_SECRET: ['thirty-one characters, not more'],
  TRUST_PROXY: ['yes', '10.0.0.0/8;::1', 'proxy.local'],
  VERIFY_LIMIT_PER_MINUTE: ['-1', 'unlimited', '1.5'],
  ACCOUNT_LIMIT_PER_MINUTE: ['none'],
  PUBLIC_LIMIT_PER_MINUTE: ['99999999999'],
  MEDIA_DECODER: ['off', '1'],
  NEURAL_WATERMARK: ['on'],
  NEURAL_ACCELERATOR: ['gpu', 'CUDA', 'cpu'],
  TASK_MOST_SECONDS: ['0', '3601', '1.5'],
  IN_BAND_MOST_SECONDS: ['1.5'],
  IN_BAND_MOST_MEGAPIXELS: ['many'],
  WEBHOOK_ALLOW_PRIVATE: ['yes', '1', 'TRUE'],
  RESOLVE_REFERENCES: ['yes', '1', 'TRUE'],
  TIMESTAMP_URL: ['time.example', 'ftp://time.example', 'http://time.example,'],
  C2PA_TRUST_LISTS: ['a.pem,', Array(9).fill('a.pem').join(',')],
  DNS_SERVERS: ['dns.example', '9.9.9.9:70000', '9.9.9.9,', '2620:fe::zz', '[9.9.9.9]:53'],
  OPERATOR_EMAIL: ['nobody', 'a@b@c', 'Name <a@b.example>', 'a@b\r\nBcc: c@d'],
  METRICS_TOKEN: ['fifteen letters'],
  LOG_LEVEL: ['verbose', 'INFO'],
};

test('an invalid value gives one sentence that names the variable, with the value only if it is not a secret', () => {
  const all = Object.values(settings);
  for (const [name, values] of Object.entries(bad)) {
    const { secret } = all.find((setting) => setting.name === name)!;
    for (const value of values) {
      assert.throws(
        () => readConfiguration({ [name]: value }),
        (problem) => {
          assert.ok(problem instanceof ConfigurationError, `${name}=${value}`);
          assert.match(problem.message, new RegExp(`^${name} must be [^\\n]+\\.$`));
          assert.equal(problem.message.includes(JSON.stringify(value)), !secret, problem.message);
          return true;
        },
        `${name}=${value}`,
      );
    }
  }
});

test('every setting that can be wrong is among the invalid values above', () => {
  const anyTextIsGood = ['HOST', 'DATA_DIR'];
  const names = Object.values(settings).map(({ name }) => name);
  assert.deepEqual(names.filter((name) => !(name in bad)).sort(), anyTextIsGood.sort());
});

test('the two environments never share a port or a database', () => {
  assert.throws(
    () => readConfiguration({ PORT: '9000', SANDBOX_PORT: '9000' }),
    /^.*SANDBOX_PORT must be different from PORT \(9000\)\./,
  );
  assert.throws(() => readConfiguration({ PORT: '8081' }), /SANDBOX_PORT/);
  const url = 'postgres://u:hidden@db/one';
  assert.throws(
    () => readConfiguration({ DATABASE_URL: url, SANDBOX_DATABASE_URL: url }),
    (problem: Error) =>
      /SANDBOX_DATABASE_URL must be a different database/.test(problem.message) && !problem.message.includes('hidden'),
  );
  assert.equal(readConfiguration({ PORT: '0', SANDBOX_PORT: '0' }).sandboxPort, 0);
});

test('replica settings need PostgreSQL: alone they are refused, with a sentence that hides the address', () => {
  const urls = 'postgres://u:hidden@db-2/live, postgres://u:hidden@db-3/live';
  for (const name of ['DATABASE', 'SANDBOX_DATABASE']) {
    assert.throws(
      () => readConfiguration({ [`${name}_REPLICA_URL`]: urls }),
      (problem: Error) =>
        problem.message ===
          `${name}_REPLICA_URL needs ${name}_URL, because SQLite has no replicas. Set ${name}_URL too.` &&
        problem instanceof ConfigurationError,
    );
  }
  const settings = { DATABASE_URL: 'postgres://db-1/live', DATABASE_REPLICA_URL: urls };
  assert.deepEqual(readConfiguration(settings).databaseReplicaUrls, urls.split(', '));
});
