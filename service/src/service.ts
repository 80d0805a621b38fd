// The whole service from its configuration: chooses the adapters, creates both environments,
// listens.
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
import type { MasterKeys } from './adapters/key-vault/key-vault.ts';
import { masterKeysFromFile, readOrMakeSecret } from './adapters/key-vault/secret-files.ts';
import type { MailTransport } from './adapters/mail/mail-transport.ts';
import { createOutboxTransport } from './adapters/mail/outbox-transport.ts';
import { createSmtpTransport } from './adapters/mail/smtp-transport.ts';
import { createOutgoingHttps } from './adapters/outgoing-https/outgoing-https.ts';
import { createFindTexts, createResolve, createResolver } from './adapters/outgoing-https/resolve-host.ts';
import { readTrustLists } from './configuration/read-trust-lists.ts';
import type { Configuration } from './configuration/settings.ts';
import { createEnvironment, type Environment } from './environment/environment.ts';
import type { EnvironmentParts } from './environment/environment-parts.ts';
import { createUploadRoom } from './http/uploads/upload-room.ts';
import type { Logger } from './log.ts';

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
const firstAnswerMilliseconds = 2_000;
/** The output of dashboard/build.ts. For the service it is files, not code. */
const pagesFolder = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

type SharedParts = Pick<EnvironmentParts, 'computePool' | 'uploadRoom' | 'trustLists'>;

export async function startService(configuration: Configuration, log: Logger): Promise<Service> {
  const trustLists = readTrustLists(configuration.trustListPaths);
  const computePool = createComputePool({
    ...(!configuration.mediaDecoder && { decodes: false }),
    neural: configuration.neuralWatermark,
    accelerator: configuration.neuralAccelerator,
    taskMilliseconds: configuration.taskMostSeconds * 1_000,
  });
  // The first process starts while the databases open, so that the service can work when it says
  // that it is ready.
  const warm = computePool.ping().catch(() => undefined);
  const shared = { computePool, uploadRoom: createUploadRoom(uploadRoom), trustLists };
  const [live, sandbox] = await Promise.allSettled([
    startEnvironment('live', configuration, shared, log),
    startEnvironment('sandbox', configuration, shared, log),
    warm,
  ]);
  if (live.status === 'rejected' || sandbox.status === 'rejected') {
    await Promise.all([live, sandbox].map((each) => each.status === 'fulfilled' && each.value.stop()));
    await computePool.close();
    throw live.status === 'rejected' ? live.reason : (sandbox as PromiseRejectedResult).reason;
  }
  return {
    live: live.value,
    sandbox: sandbox.value,
    async stop() {
      await Promise.all([live.value.stop(), sandbox.value.stop()]);
      await computePool.close();
    },
  };
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
    masterKeys: openMasterKeys(configuration),
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
    await inTime(environment.indexLoaded);
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

export function openMasterKeys(configuration: Configuration): MasterKeys {
  const { masterKeys, dataDirectory } = configuration;
  return masterKeys ? () => masterKeys : masterKeysFromFile(dataDirectory);
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
 * A small index is complete before the first caller arrives. A large one does not delay listening.
 */
async function inTime(ready: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = pause(firstAnswerMilliseconds, undefined, timer).catch(() => undefined);
  await Promise.race([ready, late]);
  timer.abort();
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
