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
    webhookDeliveryDays: 30,
    verificationMonths: 0,
    activityMonths: 0,
    redisUrl: undefined,
    smtpUrl: undefined,
    mailFrom: 'Content Provenance <no-reply@localhost>',
    operatorEmail: undefined,
    masterKeys: undefined,
    masterKeyFile: undefined,
    masterKeyCommand: undefined,
    masterKeyWrappedFile: undefined,
    masterKeyKmsKey: undefined,
    kmsUrl: undefined,
    kmsToken: undefined,
    kmsAuthorityFile: undefined,
    kmsCertificateFile: undefined,
    kmsKeyFile: undefined,
    generatorCustody: 'database',
    pkcs11Module: undefined,
    pkcs11Token: undefined,
    pkcs11PinFile: undefined,
    pkcs11Helper: undefined,
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
    logPolicyPath: undefined,
    archiveAfterMonths: 0,
    archiveStore: undefined,
    jobStore: undefined,
    jobWorkers: 2,
    jobKeptDays: 7,
    jobStoredGigabytes: 50,
    jobFreeGigabytes: 1,
    s3Endpoint: undefined,
    s3Region: 'us-east-1',
    s3Addressing: undefined,
    s3AccessKeyId: '',
    s3SecretAccessKey: '',
    dnsServers: [],
    metricsToken: undefined,
    otlpEndpoint: undefined,
    otlpProtocol: 'http/json',
    otlpHeaders: {},
    otlpServiceName: 'content-provenance-service',
    tracesSampler: 'parentbased_traceidratio',
    tracesRatio: 1,
    spanExportMilliseconds: 5_000,
    metricExportMilliseconds: 60_000,
    logLevel: 'info',
  });
});

test('an empty variable counts as absent, and white space around a value does not count', () => {
  assert.equal(readConfiguration({ PORT: '' }).port, 8080);
  assert.equal(readConfiguration({ PORT: ' 9000 ' }).port, 9000);
});

test('valid values are read', () => {
  const keys = [randomBytes(32), randomBytes(32)];
  const listed = 'postgres://u:p@one:5432,two,[::1]:5433/live?target_session_attrs=read-write';
  const good = [
    ['PORT', '0', 'port', 0],
    ['PUBLIC_URL', 'https://provenance.example/', 'publicUrl', 'https://provenance.example'],
    ['DATABASE_URL', 'postgresql://u:p@db/live', 'databaseUrl', 'postgresql://u:p@db/live'],
    ['DATABASE_URL', listed, 'databaseUrl', listed],
    ['DATABASE_CONNECTIONS', '1', 'databaseConnections', 1],
    ['REDIS_URL', 'rediss://cache:6380/1', 'redisUrl', 'rediss://cache:6380/1'],
    ['REDIS_URL', 'redis+sentinel://:p@a:26379,b/mymaster', 'redisUrl', 'redis+sentinel://:p@a:26379,b/mymaster'],
    ['SMTP_URL', 'smtps://u:p@mail', 'smtpUrl', 'smtps://u:p@mail'],
    ['MAIL_FROM', 'mail@example.org', 'mailFrom', 'mail@example.org'],
    ['OPERATOR_EMAIL', 'me@example.org', 'operatorEmail', 'me@example.org'],
    ['MASTER_KEY', keys.map((key) => key.toString('base64')).join(', '), 'masterKeys', keys],
    ['KMS_URL', 'https://10.0.0.8/keys/', 'kmsUrl', 'https://10.0.0.8/keys'],
    ['NEURAL_ACCELERATOR', 'cuda', 'neuralAccelerator', 'cuda'],
    ['TRUST_PROXY', 'true', 'trustProxy', true],
    ['TRUST_PROXY', '2', 'trustProxy', 2],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', 'trustProxy', ['10.0.0.0/8', '::1']],
    ['WEBHOOK_ALLOW_PRIVATE', 'true', 'webhookAllowPrivate', true],
    ['RESOLVE_REFERENCES', 'true', 'resolveReferences', true],
    ['ARCHIVE_STORE', 'folder:/mnt/archive', 'archiveStore', { folder: '/mnt/archive' }],
    ['S3_ENDPOINT', 'http://objects.example:9000/', 's3Endpoint', 'http://objects.example:9000'],
    ['S3_ADDRESSING', 'host', 's3Addressing', 'host'],
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
    ['LOG_POLICY', '/etc/policy', 'logPolicyPath', '/etc/policy'],
    ['C2PA_TRUST_LISTS', '/etc/a.pem, b.pem', 'trustListPaths', ['/etc/a.pem', 'b.pem']],
    ['VERIFY_LIMIT_PER_MINUTE', '0', 'verifyLimitPerMinute', 0],
    ['WEBHOOK_DELIVERY_DAYS', '7', 'webhookDeliveryDays', 7],
    ['VERIFICATION_MONTHS', '1', 'verificationMonths', 1],
    ['ACTIVITY_MONTHS', '13', 'activityMonths', 13],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/', 'otlpEndpoint', 'http://collector:4318'],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'Authorization=Bearer%20a%3Db, x-tenant = one',
      'otlpHeaders',
      { authorization: 'Bearer a=b', 'x-tenant': 'one' },
    ],
    ['OTEL_TRACES_SAMPLER', 'traceidratio', 'tracesSampler', 'traceidratio'],
    ['OTEL_TRACES_SAMPLER_ARG', '0.01', 'tracesRatio', 0.01],
    ['OTEL_METRIC_EXPORT_INTERVAL', '15000', 'metricExportMilliseconds', 15_000],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ] as const;
  for (const [name, text, key, value] of good) assert.deepEqual(readConfiguration({ [name]: text })[key], value, name);
});

const bad: Readonly<Record<string, readonly string[]>> = {
  PORT: ['eighty', '-1', '65536', '80.5', '0x50', '1e3'],
  SANDBOX_PORT: ['none', '70000'],
  PUBLIC_URL: [
    'provenance.example',
    'ftp://provenance.example',
    '//provenance.example',
    'http://',
    'https://provenance.example/a+b',
    'https://provenance.example/a b',
    `https://provenance.example/${'é'.repeat(100)}`,
  ],
  SANDBOX_PUBLIC_URL: ['sandbox', 'https://provenance.example/sand+box'],
  DATABASE_URL: [
    'mysql://db/live',
    '/var/lib/live.sqlite',
    'postgres://one,,two/live',
    'postgres://one:port,two/live',
    'postgres://one,two/live?target_session_attrs=any',
  ],
  SANDBOX_DATABASE_URL: ['localhost:5432'],
  DATABASE_REPLICA_URL: ['localhost:5432', 'postgres://db-2/live,db-3', 'postgres://db-2/live,'],
  SANDBOX_DATABASE_REPLICA_URL: ['mysql://db-2/sandbox'],
  DATABASE_CONNECTIONS: ['0', '1001', 'many'],
  WEBHOOK_DELIVERY_DAYS: ['0', '3651', 'a month'],
  VERIFICATION_MONTHS: ['-1', '1201', 'never'],
  ACTIVITY_MONTHS: ['12', '1.5', '1201'],
  REDIS_URL: ['localhost:6379', 'http://cache', 'redis+sentinel://one,two', 'redis+sentinel://one,,two/mymaster'],
  SMTP_URL: ['mail.example.org', 'http://mail'],
  MAIL_FROM: ['nobody', 'Name <name>', 'a@b@c', 'Name <a@b', 'Name a@b', 'a@b\r\nBcc: c@d'],
  MASTER_KEY: ['short', randomBytes(31).toString('base64'), `${randomBytes(32).toString('base64')},AAAA`],
  KMS_URL: ['kms.example', 'http://kms.example'],
  KMS_TOKEN: ['a token', 'token\r\nx: y'],
  GENERATOR_CUSTODY: ['pkcs11', 'KMS'],
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
  ARCHIVE_AFTER_MONTHS: ['-1', '1201', 'year'],
  JOB_STORE: ['/mnt/jobs', 's3://', 's3://bucket/../other'],
  JOB_WORKERS: ['-1', '65', 'many'],
  JOB_KEPT_DAYS: ['0', '3651'],
  JOB_STORED_GB: ['0', 'all'],
  JOB_FREE_GB: ['-1', 'some'],
  ARCHIVE_STORE: ['/mnt/archive', 'folder:', 's3://', 's3://Bucket', 's3://bucket/../other', 'https://bucket'],
  S3_ENDPOINT: ['objects.example', 'ftp://objects.example'],
  S3_ADDRESSING: ['both'],
  S3_REGION: ['EU', 'a b'],
  S3_ACCESS_KEY_ID: ['an id', 'id\r\nx: y'],
  S3_SECRET_ACCESS_KEY: ['a secret', 'größe'],
  DNS_SERVERS: ['dns.example', '9.9.9.9:70000', '9.9.9.9,', '2620:fe::zz', '[9.9.9.9]:53'],
  OPERATOR_EMAIL: ['nobody', 'a@b@c', 'Name <a@b.example>', 'a@b\r\nBcc: c@d'],
  METRICS_TOKEN: ['fifteen letters'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    'collector:4318',
    'grpc://collector:4317',
    'http://user:password@collector:4318',
    'http://collector/?key=a',
  ],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc', 'http/protobuf'],
  OTEL_EXPORTER_OTLP_HEADERS: ['no value', 'a=', '=b', 'a b=c', 'a=b,', 'a=%0d%0aevil:%201', 'a=%zz', 'a=%C3%A9'],
  OTEL_TRACES_SAMPLER: ['always_on', 'RATIO'],
  OTEL_TRACES_SAMPLER_ARG: ['-0.1', '1.1', '1e-2', 'half', '.'],
  OTEL_BSP_SCHEDULE_DELAY: ['99', 'often'],
  OTEL_METRIC_EXPORT_INTERVAL: ['999', '3600001', '1m'],
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
  const anyTextIsGood = [
    'HOST',
    'DATA_DIR',
    'MASTER_KEY_FILE',
    'MASTER_KEY_COMMAND',
    'MASTER_KEY_WRAPPED_FILE',
    'MASTER_KEY_KMS_KEY',
    'KMS_CA_FILE',
    'KMS_CERTIFICATE_FILE',
    'KMS_KEY_FILE',
    'PKCS11_MODULE',
    'PKCS11_TOKEN',
    'PKCS11_PIN_FILE',
    'PKCS11_HELPER',
    'OTEL_SERVICE_NAME',
    'LOG_POLICY',
  ];
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

test('settings of keys in custody that need others are refused alone', () => {
  const key = randomBytes(32).toString('base64');
  const incomplete: [Record<string, string>, RegExp][] = [
    [{ MASTER_KEY: key, MASTER_KEY_FILE: '/run/key' }, /Set only one of MASTER_KEY, MASTER_KEY_FILE/],
    [{ MASTER_KEY_FILE: '/run/key', MASTER_KEY_COMMAND: 'print-key' }, /Set only one of/],
    [{ MASTER_KEY_WRAPPED_FILE: '/run/key', KMS_URL: 'https://kms' }, /needs KMS_URL and MASTER_KEY_KMS_KEY/],
    [{ GENERATOR_CUSTODY: 'kms' }, /GENERATOR_CUSTODY=kms needs KMS_URL/],
    [{ KMS_CERTIFICATE_FILE: '/run/certificate' }, /belong together/],
    [{ PKCS11_MODULE: '/usr/lib/hsm.so', PKCS11_TOKEN: 'one' }, /PKCS11_MODULE needs PKCS11_TOKEN and PKCS11_PIN_FILE/],
  ];
  for (const [environment, sentence] of incomplete) {
    assert.throws(
      () => readConfiguration(environment),
      (problem: Error) => problem instanceof ConfigurationError && sentence.test(problem.message),
    );
  }
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

test('an archive needs a place, and a bucket needs keys', () => {
  const bucket = { ARCHIVE_STORE: 's3://bucket/some/prefix/' };
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'the-secret' };
  assert.throws(() => readConfiguration({ ARCHIVE_AFTER_MONTHS: '12' }), /needs ARCHIVE_STORE/);
  assert.throws(() => readConfiguration(bucket), /needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/);
  assert.throws(() => readConfiguration({ JOB_STORE: 's3://bucket' }), /JOB_STORE .* needs S3_ACCESS_KEY_ID/);
  assert.throws(
    () => readConfiguration({ ...bucket, S3_SECRET_ACCESS_KEY: 'the-secret' }),
    (problem: Error) => !problem.message.includes('the-secret'),
  );
  const { archiveStore } = readConfiguration({ ...bucket, ...keys });
  assert.deepEqual(archiveStore, { bucket: 'bucket', prefix: 'some/prefix' });
});
