// Settings of where data is: databases, Redis, how long data is kept, the archive, jobs.
import { address, BadValue, days, positiveNumber, setting, urlOf, urlsOf, wholeNumber } from '../setting.ts';

export const storageSettings = {
  databaseUrl: setting(
    'DATABASE_URL',
    'PostgreSQL database of the live service (postgres://…). It can name several hosts, separated by commas, of which one accepts writes: postgres://user@one:5432,two:5432,three:5432/live?target_session_attrs=read-write.',
    'SQLite file live.sqlite in DATA_DIR',
    postgresUrl,
    true,
  ),
  sandboxDatabaseUrl: setting(
    'SANDBOX_DATABASE_URL',
    'PostgreSQL database of the sandbox.',
    'SQLite file sandbox.sqlite in DATA_DIR',
    postgresUrl,
    true,
  ),
  databaseReplicaUrls: setting(
    'DATABASE_REPLICA_URL',
    'Streaming replicas of the live database, separated by commas. Each URL must lead to one server. A replica serves public verification while it is up to date with the primary.',
    'the primary serves everything',
    replicaUrls,
    true,
  ),
  sandboxDatabaseReplicaUrls: setting(
    'SANDBOX_DATABASE_REPLICA_URL',
    'The same for the sandbox.',
    'the primary serves everything',
    replicaUrls,
    true,
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    'Maximum number of connections from this node to PostgreSQL, for each environment. The node opens eleven more to each replica, and one more to each host if DATABASE_URL names several. One connection is enough to work. If all connections are in use for five seconds, the service returns 503.',
    '10',
    connections,
  ),
  redisUrl: setting(
    'REDIS_URL',
    'Redis server for state that nodes share: rate limits and one-time codes (redis:// or rediss://). With Sentinel, name the Sentinels and the master: redis+sentinel://one:26379,two:26379,three:26379/mymaster.',
    'in process memory',
    redisUrl,
    true,
  ),
  webhookDeliveryDays: setting(
    'WEBHOOK_DELIVERY_DAYS',
    'Days for which the service keeps webhook deliveries with their payloads (1 to 3650).',
    '30',
    days(30),
  ),
  verificationMonths: setting(
    'VERIFICATION_MONTHS',
    'Months, besides the current one, for which the analytics of a record lists its single verifications. Counts and the audit log stay. 0: forever.',
    '0',
    months(0),
  ),
  activityMonths: setting(
    'ACTIVITY_MONTHS',
    'Months, besides the current one, for which the service keeps the daily counts behind analytics: 13 or more, because a plan can look back 365 days. 0: forever.',
    '0',
    months(13),
  ),
  archiveAfterMonths: setting(
    'ARCHIVE_AFTER_MONTHS',
    'Moves records to archive files when their month ended this many months ago (1 to 1200). Needs ARCHIVE_STORE. 0: never.',
    '0',
    months(1),
  ),
  archiveStore: setting(
    'ARCHIVE_STORE',
    'Place of the archive files: a folder that all nodes can read (folder:/path), or an S3-compatible bucket (s3://bucket or s3://bucket/prefix).',
    'no archive',
    storePlace,
  ),
  jobStore: setting(
    'JOB_STORE',
    'Place of the uploads and results of jobs: a folder that all nodes can read and write (folder:/path), or an S3-compatible bucket (s3://bucket or s3://bucket/prefix).',
    'jobs in DATA_DIR, which is enough for one node',
    storePlace,
  ),
  jobWorkers: setting(
    'JOB_WORKERS',
    'Maximum number of jobs that this node runs at once, for each environment. An organization never uses the last free worker of a node while one of its jobs runs there, so use 2 or more. 0: other nodes run the jobs.',
    '2',
    jobWorkers,
  ),
  jobKeptDays: setting(
    'JOB_KEPT_DAYS',
    'Days for which the service keeps a finished job with its result, and an upload that nobody continues (1 to 3650).',
    '7',
    days(7),
  ),
  jobStoredGigabytes: setting(
    'JOB_STORED_GB',
    'How many GB the jobs of one organization can store: uploads and results together (1 to 1000000).',
    '50',
    gigabytes,
  ),
  jobFreeGigabytes: setting(
    'JOB_FREE_GB',
    'How many GB jobs leave free on the disk of JOB_STORE, if it is a folder (0 to 1000000). With less, parts of uploads get 503. Jobs that run can use half of it.',
    '1',
    spareGigabytes,
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    'Address of the S3-compatible store of ARCHIVE_STORE and JOB_STORE (http:// or https://).',
    'Amazon S3 in S3_REGION',
    address,
  ),
  s3Region: setting('S3_REGION', 'Region of the store, as it appears in signatures.', 'us-east-1', s3Region),
  s3Addressing: setting(
    'S3_ADDRESSING',
    'Where requests name the bucket: path (endpoint/bucket) or host (bucket.endpoint).',
    'path with S3_ENDPOINT, otherwise host',
    addressing,
  ),
  s3AccessKeyId: setting('S3_ACCESS_KEY_ID', 'Access key of the store.', 'none; needed for s3://', s3Key),
  s3SecretAccessKey: setting(
    'S3_SECRET_ACCESS_KEY',
    'Secret of the access key.',
    'none; needed for s3://',
    s3Key,
    true,
  ),
};

function connections(value: string | undefined): number {
  return positiveNumber(value, 10, 1_000, 'a whole number from 1 to 1000');
}

function jobWorkers(value: string | undefined): number {
  return wholeNumber(value, 2, 64, 'a whole number from 0 to 64');
}

function gigabytes(value: string | undefined): number {
  return positiveNumber(value, 50, 1_000_000, 'a whole number from 1 to 1000000');
}

function spareGigabytes(value: string | undefined): number {
  return wholeNumber(value, 1, 1_000_000, 'a whole number from 0 to 1000000');
}

/** 0 (forever), or a number of months from `least`. */
function months(least: number) {
  return (value: string | undefined): number => {
    const wanted = least === 0 ? 'a whole number from 0 to 1200' : `0, or a whole number from ${least} to 1200`;
    const number = wholeNumber(value, 0, 1_200, wanted);
    if (number !== 0 && number < least) throw new BadValue(wanted);
    return number;
  };
}

export type StorePlace = { readonly folder: string } | { readonly bucket: string; readonly prefix: string };

function storePlace(value: string | undefined): StorePlace | undefined {
  if (value === undefined) return undefined;
  const [, folder] = /^folder:(.+)$/.exec(value) ?? [];
  if (folder !== undefined) return { folder };
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(value) ?? [];
  if (bucket === undefined || prefix.split('/').includes('..')) {
    throw new BadValue('folder:/path, s3://bucket or s3://bucket/prefix');
  }
  return { bucket, prefix: prefix.replaceAll(/^\/+|\/+$/g, '') };
}

/** Part of a header of every request. */
function s3Region(value = 'us-east-1'): string {
  if (!/^[a-z0-9-]{1,63}$/.test(value)) throw new BadValue('lower-case letters, digits and hyphens');
  return value;
}

function s3Key(value = ''): string {
  if (!/^[!-~]{0,512}$/.test(value)) throw new BadValue('printable ASCII characters without spaces');
  return value;
}

function addressing(value: string | undefined): 'path' | 'host' | undefined {
  if (value !== undefined && value !== 'path' && value !== 'host') throw new BadValue('path or host');
  return value;
}

function postgresUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const wanted = 'a PostgreSQL URL that starts with postgres://, with commas between hosts';
  const [first] = urlsOf(value, ['postgres:', 'postgresql:'], wanted);
  const attributes = first!.searchParams.get('target_session_attrs') ?? 'read-write';
  if (attributes !== 'read-write') {
    throw new BadValue('a PostgreSQL URL with target_session_attrs=read-write, because the service writes');
  }
  return value;
}

function replicaUrls(value: string | undefined): readonly string[] {
  const schemes = ['postgres:', 'postgresql:'];
  const wanted = 'PostgreSQL URLs that start with postgres://, separated by commas';
  return value === undefined ? [] : value.split(',').map((each) => urlOf(each.trim(), schemes, wanted)!);
}

function redisUrl(value: string | undefined): string | undefined {
  if (!value?.startsWith('redis+sentinel:')) {
    return urlOf(value, ['redis:', 'rediss:'], 'a Redis URL that starts with redis://, rediss:// or redis+sentinel://');
  }
  const wanted =
    'a URL with Sentinels and the name of the master, such as redis+sentinel://one:26379,two:26379/mymaster';
  const isComplete = ({ hostname, pathname }: URL) => hostname !== '' && /^\/[^/]+$/.test(pathname);
  if (!urlsOf(value, ['redis+sentinel:'], wanted).every(isComplete)) throw new BadValue(wanted);
  return value;
}
