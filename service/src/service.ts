// The whole service from its configuration: chooses the adapters, creates both environments,
// listens.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LARGEST_DELIVERED } from '@content-provenance/engine';
import type { EnvironmentName } from './access/api-keys.ts';
import { createComputePool } from './adapters/compute-pool/compute-pool.ts';
import type { Database } from './adapters/database/database.ts';
import { openPostgresDatabase } from './adapters/database/postgres/postgres-database.ts';
import { readFromReplicas } from './adapters/database/postgres/read-from-replicas.ts';
import { openSqliteDatabase } from './adapters/database/sqlite/sqlite-database.ts';
import type { KeyValueStore } from './adapters/key-value/key-value-store.ts';
import { createMemoryStore } from './adapters/key-value/memory-store.ts';
import { createRedisStore } from './adapters/key-value/redis-store.ts';
import { readOrMakeSecret } from './adapters/key-vault/secret-files.ts';
import type { MailTransport } from './adapters/mail/mail-transport.ts';
import { createOutboxTransport } from './adapters/mail/outbox-transport.ts';
import { createSmtpTransport } from './adapters/mail/smtp-transport.ts';
import { createFolderStore } from './adapters/object-store/folder-store.ts';
import type { ObjectStore } from './adapters/object-store/object-store.ts';
import { createS3Store } from './adapters/object-store/s3-store.ts';
import { createOutgoingHttps } from './adapters/outgoing-https/outgoing-https.ts';
import { createFindTexts, createResolve, createResolver } from './adapters/outgoing-https/resolve-host.ts';
import { readLogPolicy } from './configuration/read-log-policy.ts';
import { readTrustLists } from './configuration/read-trust-lists.ts';
import type { Configuration, StorePlace } from './configuration/settings.ts';
import { createEnvironment, type Environment } from './environment/environment.ts';
import type { EnvironmentParts } from './environment/environment-parts.ts';
import { createUploadRoom } from './http/uploads/upload-room.ts';
import { openKeyCustody, openMasterKeys } from './keys.ts';
import type { Logger } from './log.ts';
import { startTelemetry, type Telemetry } from './telemetry/telemetry.ts';

export interface Service {
  readonly live: RunningEnvironment;
  readonly sandbox: RunningEnvironment;
  stop(): Promise<void>;
}

export interface RunningEnvironment extends Environment {
  /** Where it really listens, even if the system chose the port. */
  readonly url: string;
}

/**
 * Memory for uploads in progress, how many can wait for it, and how long: half of the time that a
 * request has to arrive.
 */
const uploadRoom = {
  capacity: 300 * 1024 * 1024,
  mostWaiting: 200,
  longestWaitMilliseconds: 30_000,
  arrivalWindowMilliseconds: 5_000,
};
/** For jobs: two hours of 4K video with 60 pictures a second. */
const jobInBandLimits = { seconds: 2 * 60 * 60, pixels: 2 * 60 * 60 * 60 * 3840 * 2160, bytes: 2 * 5 * 1024 ** 3 };
const firstAnswerMilliseconds = 2_000;
/** The output of dashboard/build.ts. For the service it is files, not code. */
const pagesFolder = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

type SharedParts = Pick<
  EnvironmentParts,
  'computePool' | 'uploadRoom' | 'trustLists' | 'logPolicy' | 'logAppender' | 'masterKeys' | 'custody' | 'telemetry'
>;

export async function startService(
  configuration: Configuration,
  log: Logger,
  replaced: Pick<EnvironmentParts, 'logAppender'> = {},
): Promise<Service> {
  const trustLists = readTrustLists(configuration.trustListPaths);
  const logPolicy = readLogPolicy(configuration.logPolicyPath);
  const masterKeys = await openMasterKeys(configuration);
  const custody = openKeyCustody(configuration, log);
  const computePool = createComputePool({
    ...(!configuration.mediaDecoder && { decodes: false }),
    neural: configuration.neuralWatermark,
    accelerator: configuration.neuralAccelerator,
    taskMilliseconds: configuration.taskMostSeconds * 1_000,
  });
  // The first process starts while the databases open, so that the service can work when it says
  // that it is ready.
  const warm = computePool.ping().catch(() => undefined);
  const telemetry = openTelemetry(configuration, log);
  const room = createUploadRoom(uploadRoom);
  const shared = { computePool, uploadRoom: room, trustLists, logPolicy, masterKeys, custody, telemetry, ...replaced };
  const [live, sandbox] = await Promise.allSettled([
    startEnvironment('live', configuration, shared, log),
    startEnvironment('sandbox', configuration, shared, log),
    warm,
  ]);
  if (live.status === 'rejected' || sandbox.status === 'rejected') {
    await Promise.all([live, sandbox].map((each) => each.status === 'fulfilled' && each.value.stop()));
    custody.close();
    await computePool.close();
    await telemetry?.stop();
    throw live.status === 'rejected' ? live.reason : (sandbox as PromiseRejectedResult).reason;
  }
  return {
    live: live.value,
    sandbox: sandbox.value,
    async stop() {
      await Promise.all([live.value.stop(), sandbox.value.stop()]);
      custody.close();
      await computePool.close();
      await telemetry?.stop();
    },
  };
}

function openTelemetry(configuration: Configuration, log: Logger): Telemetry | undefined {
  const { otlpEndpoint: endpoint, otlpHeaders: headers, tracesRatio: ratio, tracesSampler } = configuration;
  if (endpoint === undefined) return undefined;
  return startTelemetry({
    endpoint,
    headers,
    serviceName: configuration.otlpServiceName,
    sampler: { ratio, followsParent: tracesSampler === 'parentbased_traceidratio' },
    spanMilliseconds: configuration.spanExportMilliseconds,
    metricMilliseconds: configuration.metricExportMilliseconds,
    log,
  });
}

async function startEnvironment(
  name: EnvironmentName,
  configuration: Configuration,
  shared: SharedParts,
  log: Logger,
): Promise<RunningEnvironment> {
  const { host } = configuration;
  const port = name === 'live' ? configuration.port : configuration.sandboxPort;
  const environmentLog = log.child({ environment: name });
  const keyValue = openKeyValueStore(name, configuration, environmentLog);
  const resolver = createResolver(configuration.dnsServers);
  const environment = await createEnvironment({
    ...shared,
    name,
    publicUrl: publicUrlOf(name, configuration),
    otherUrl: publicUrlOf(name === 'live' ? 'sandbox' : 'live', configuration),
    pagesFolder,
    database: withReplicas(openDatabase(name, configuration, environmentLog), name, configuration, environmentLog),
    retention: {
      deliveryDays: configuration.webhookDeliveryDays,
      verificationMonths: configuration.verificationMonths,
      activityMonths: configuration.activityMonths,
    },
    keyValue,
    mailTransport: openMailTransport(configuration, environmentLog),
    operatorEmail: configuration.operatorEmail,
    timestampUrls: configuration.timestampUrls,
    resolveReferences: configuration.resolveReferences,
    outgoing: createOutgoingHttps({
      resolve: createResolve(resolver),
      ...(configuration.webhookAllowPrivate && { isAllowed: () => true }),
    }),
    findTexts: createFindTexts(resolver),
    generatorCustody: configuration.generatorCustody,
    archiveStore: openArchiveStore(configuration),
    archiveAfterMonths: configuration.archiveAfterMonths,
    jobStore: openJobStore(configuration),
    jobFolder: resolve(join(configuration.dataDirectory, 'job-work', name)),
    jobLimits: {
      storedBytes: configuration.jobStoredGigabytes * 1024 ** 3,
      keptMilliseconds: configuration.jobKeptDays * 24 * 60 * 60 * 1_000,
      spareBytes: configuration.jobFreeGigabytes * 1024 ** 3,
    },
    jobWorkers: configuration.jobWorkers,
    jobInBandLimits,
    jwtSecret: configuration.jwtSecret ?? readOrMakeSecret(configuration.dataDirectory, 'jwt-secret'),
    addressLimits: {
      public: configuration.publicLimitPerMinute,
      account: configuration.accountLimitPerMinute,
      verify: configuration.verifyLimitPerMinute,
    },
    inBandLimits: {
      seconds: configuration.inBandMostSeconds,
      pixels: configuration.inBandMostMegapixels * 1_000_000,
      // With its token it can still be verified.
      bytes: LARGEST_DELIVERED - 1024,
    },
    trustProxy: configuration.trustProxy,
    metricsToken: configuration.metricsToken,
    log: environmentLog,
  });
  try {
    await untilItAnswers(keyValue);
    const url = await environment.server.listen({ host, port });
    return { ...environment, url };
  } catch (problem) {
    await environment.stop();
    throw problem;
  }
}

function publicUrlOf(name: EnvironmentName, { host, ...configuration }: Configuration): string {
  const [url, port] =
    name === 'live'
      ? [configuration.publicUrl, configuration.port]
      : [configuration.sandboxPublicUrl, configuration.sandboxPort];
  return url ?? `http://${host}:${port}`;
}

export function openDatabase(name: EnvironmentName, configuration: Configuration, log: Logger): Database {
  const url = name === 'live' ? configuration.databaseUrl : configuration.sandboxDatabaseUrl;
  const onProblem = (problem: unknown, what: string) => log.warn({ err: problem }, what);
  if (url === undefined) {
    return openSqliteDatabase(resolve(join(configuration.dataDirectory, `${name}.sqlite`)), { onProblem });
  }
  return openPostgresDatabase({
    url,
    connections: configuration.databaseConnections,
    onProblem,
    onMove: (host) => log.info({ host }, 'this host is the primary of the database'),
  });
}

function withReplicas(primary: Database, name: EnvironmentName, configuration: Configuration, log: Logger): Database {
  const urls = name === 'live' ? configuration.databaseReplicaUrls : configuration.sandboxDatabaseReplicaUrls;
  if (urls.length === 0) return primary;
  return readFromReplicas(primary, {
    urls,
    onChange(change) {
      if (change.state === 'ok') log.info(change, 'a database replica serves public reads');
      else log.warn(change, 'a database replica is left out');
    },
  });
}

export function openArchiveStore(configuration: Configuration): ObjectStore | undefined {
  return configuration.archiveStore && openStore(configuration.archiveStore, configuration);
}

/** Both environments share it, because the names of jobs are random. */
function openJobStore(configuration: Configuration): ObjectStore {
  return openStore(configuration.jobStore ?? { folder: join(configuration.dataDirectory, 'jobs') }, configuration);
}

function openStore(place: StorePlace, configuration: Configuration): ObjectStore {
  const { s3Endpoint: endpoint, s3Addressing } = configuration;
  if ('folder' in place) return createFolderStore(resolve(place.folder));
  return createS3Store({
    ...place,
    endpoint,
    addressing: s3Addressing ?? (endpoint === undefined ? 'host' : 'path'),
    region: configuration.s3Region,
    accessKeyId: configuration.s3AccessKeyId,
    secretAccessKey: configuration.s3SecretAccessKey,
  });
}

function openKeyValueStore(name: EnvironmentName, { redisUrl }: Configuration, log: Logger): KeyValueStore {
  if (redisUrl === undefined) return createMemoryStore();
  return createRedisStore({
    url: redisUrl,
    prefix: `provenance:${name}:`,
    onConnectionError: (problem) => log.warn({ err: problem }, 'Redis does not answer'),
  });
}

/**
 * So that the first caller does not wait for a connection. A store that stays away does not stop
 * the start.
 */
async function untilItAnswers(keyValue: KeyValueStore): Promise<void> {
  for (const end = Date.now() + firstAnswerMilliseconds; Date.now() < end; ) {
    const answers = await keyValue.ping().then(
      () => true,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function openMailTransport({ smtpUrl, mailFrom, dataDirectory }: Configuration, log: Logger): MailTransport {
  if (smtpUrl !== undefined) return createSmtpTransport(smtpUrl, mailFrom);
  return createOutboxTransport({
    folder: resolve(join(dataDirectory, 'outbox')),
    from: mailFrom,
    onMail: (note) => log.info(note, 'email written to the outbox'),
  });
}
