// Every setting of the service, declared once: its name in the environment, how a value is read, what applies without
// one. The reference page docs/reference/configuration.md is generated from this list.

import { isIP, isIPv4, isIPv6 } from 'node:net';
import { type Accelerator, accelerators } from '@content-provenance/engine';

export interface Setting<Value> {
  readonly name: string;
  readonly about: string;
  /** What applies when the variable is absent, in the words of the reference page. */
  readonly fallback: string;
  readonly secret: boolean;
  /** Reads the text of the variable; throws a BadValue that says what would be right. */
  readonly read: (text: string | undefined) => Value;
}

/** Completes the sentence "PORT must be …". */
export class BadValue extends Error {}

function setting<Value>(
  name: string,
  about: string,
  fallback: string,
  read: (text: string | undefined) => Value,
  secret = false,
): Setting<Value> {
  return { name, about, fallback, secret, read };
}

export const settings = {
  port: setting('PORT', 'Port of the live service; 0 takes a free one.', '8080', port(8080)),
  sandboxPort: setting('SANDBOX_PORT', 'Port of the sandbox; 0 takes a free one.', '8081', port(8081)),
  host: setting('HOST', 'Address to listen on.', '127.0.0.1', text('127.0.0.1')),
  publicUrl: setting(
    'PUBLIC_URL',
    'Address under which people reach the live service; links in mails start with it.',
    'http://HOST:PORT',
    address,
  ),
  sandboxPublicUrl: setting('SANDBOX_PUBLIC_URL', 'The same for the sandbox.', 'http://HOST:SANDBOX_PORT', address),
  dataDirectory: setting(
    'DATA_DIR',
    'Folder of the embedded databases, generated secrets and the mail outbox.',
    './data',
    text('./data'),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'PostgreSQL database of the live service (postgres://…).',
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
    'Streaming replicas of the live database, separated by commas, one server each: they answer public verification as far as they are not behind.',
    'the primary answers all',
    replicaUrls,
    true,
  ),
  sandboxDatabaseReplicaUrls: setting(
    'SANDBOX_DATABASE_REPLICA_URL',
    'The same for the sandbox.',
    'the primary answers all',
    replicaUrls,
    true,
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    'Most connections of this node to PostgreSQL, for each environment; to each replica there are eleven more. One is enough for everything to work; who finds all of them in use for five seconds is answered 503.',
    '10',
    connections,
  ),
  redisUrl: setting(
    'REDIS_URL',
    'Redis for state shared between nodes: rate limits and one-time codes (redis:// or rediss://).',
    'in the memory of the process',
    redisUrl,
    true,
  ),
  smtpUrl: setting(
    'SMTP_URL',
    'Mail server (smtp:// or smtps://, with user and password where needed).',
    '.eml files in DATA_DIR/outbox and one log line with the link',
    smtpUrl,
    true,
  ),
  mailFrom: setting('MAIL_FROM', 'Sender of every mail.', 'Content Provenance <no-reply@localhost>', mailFrom),
  masterKeys: setting(
    'MASTER_KEY',
    'Key that seals private keys and secrets at rest: 32 bytes in base64. Several, separated by commas: the first seals, all open.',
    'made once, kept in DATA_DIR with mode 0600',
    masterKeys,
    true,
  ),
  jwtSecret: setting(
    'JWT_SECRET',
    'Secret that signs session tokens: at least 32 characters.',
    'made once, kept in DATA_DIR with mode 0600',
    jwtSecret,
    true,
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'Whose X-Forwarded-For is believed: true, false, a number of hops, or addresses and ranges separated by commas.',
    'false',
    trustProxy,
  ),
  verifyLimitPerMinute: setting(
    'VERIFY_LIMIT_PER_MINUTE',
    'Verifications per minute and IPv4 address or IPv6 /64. A search of sound or video counts as five. 0 means no limit.',
    '60',
    count(60),
  ),
  accountLimitPerMinute: setting(
    'ACCOUNT_LIMIT_PER_MINUTE',
    'Registrations, logins, resets and other calls without credentials under /v1/auth, per minute and IPv4 address or IPv6 /64; 0 means no limit.',
    '300',
    count(300),
  ),
  publicLimitPerMinute: setting(
    'PUBLIC_LIMIT_PER_MINUTE',
    'Other calls without credentials per minute and IPv4 address or IPv6 /64; 0 means no limit.',
    '600',
    count(600),
  ),
  mediaDecoder: setting(
    'MEDIA_DECODER',
    'Whether video is decoded (FFmpeg, in processes of their own); without, video is signed and found by its token alone.',
    'true where the optional package node-av is installed',
    flag(true),
  ),
  neuralWatermark: setting(
    'NEURAL_WATERMARK',
    'Whether pictures, videos marked in band, and sounds where their networks are installed, carry the neural watermark, unless a request says no, and are searched for it; a search costs about half a second, of a video a second, of sounds up to two.',
    'true where the optional package onnxruntime-node is installed',
    flag(true),
  ),
  neuralAccelerator: setting(
    'NEURAL_ACCELERATOR',
    'What the networks run on: cuda (NVIDIA, Linux and Windows x64), coreml (macOS), dml (DirectML, Windows) or webgpu. You install the drivers and libraries that ONNX Runtime needs for it. If it cannot be used, the log says why and the networks run on the processor.',
    'the processor',
    accelerator,
  ),
  taskMostSeconds: setting(
    'TASK_MOST_SECONDS',
    'Longest time that work on one file may take, 1 to 3600; the caller then gets 503. A video marked in band may take three times as long. Time in which the service is paused does not count.',
    '60',
    seconds(60),
  ),
  inBandMostSeconds: setting(
    'IN_BAND_MOST_SECONDS',
    'Longest video that is encoded again for a mark in its pictures (in_band).',
    '60',
    count(60),
  ),
  inBandMostMegapixels: setting(
    'IN_BAND_MOST_MEGAPIXELS',
    'Most pixels of such a video, all frames together, in millions.',
    '700',
    count(700),
  ),
  webhookAllowPrivate: setting(
    'WEBHOOK_ALLOW_PRIVATE',
    'Lets webhooks and domain checks reach private addresses. For tests only.',
    'false',
    flag(false),
  ),
  dnsServers: setting(
    'DNS_SERVERS',
    'Name servers that resolve the hosts of webhooks and check domains: IP addresses, with a port where it is not 53, separated by commas (9.9.9.9,[2620:fe::fe]:53).',
    'those of the system',
    dnsServers,
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    'Bearer token that opens /metrics to callers beyond this machine (at least 16 characters).',
    '/metrics answers loopback only',
    metricsToken,
    true,
  ),
  logLevel: setting('LOG_LEVEL', 'trace, debug, info, warn, error, fatal or silent.', 'info', logLevel),
} as const;

export type Configuration = { readonly [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['read']> };

function text(fallback: string) {
  return (value: string | undefined) => value ?? fallback;
}

function port(fallback: number) {
  return (value: string | undefined) => wholeNumber(value, fallback, 65_535, 'a port between 0 and 65535');
}

function count(fallback: number) {
  return (value: string | undefined) => wholeNumber(value, fallback, 1_000_000_000, 'a whole number, 0 or more');
}

function connections(value: string | undefined): number {
  return positiveNumber(value, 10, 1_000, 'a whole number from 1 to 1000');
}

function positiveNumber(value: string | undefined, fallback: number, most: number, wanted: string): number {
  const number = wholeNumber(value, fallback, most, wanted);
  if (number === 0) throw new BadValue(wanted);
  return number;
}

function wholeNumber(value: string | undefined, fallback: number, most: number, wanted: string): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > most) throw new BadValue(wanted);
  return number;
}

function seconds(fallback: number) {
  return (value: string | undefined) => positiveNumber(value, fallback, 3_600, 'a whole number from 1 to 3600');
}

function accelerator(value: string | undefined): Accelerator | undefined {
  if (value === undefined) return undefined;
  const known = accelerators.find((each) => each === value);
  if (!known) throw new BadValue(`one of ${accelerators.join(', ')}`);
  return known;
}

function flag(fallback: boolean) {
  return (value: string | undefined): boolean => {
    if (value === undefined) return fallback;
    if (value !== 'true' && value !== 'false') throw new BadValue('true or false');
    return value === 'true';
  };
}

function urlOf(value: string | undefined, schemes: readonly string[], wanted: string): string | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol)) throw new BadValue(wanted);
  return value;
}

function address(value: string | undefined): string | undefined {
  return urlOf(value, ['http:', 'https:'], 'an address that starts with http:// or https://')?.replace(/\/+$/, '');
}

function postgresUrl(value: string | undefined): string | undefined {
  return urlOf(value, ['postgres:', 'postgresql:'], 'a PostgreSQL address that starts with postgres://');
}

function replicaUrls(value: string | undefined): readonly string[] {
  const schemes = ['postgres:', 'postgresql:'];
  const wanted = 'PostgreSQL addresses that start with postgres://, separated by commas';
  return value === undefined ? [] : value.split(',').map((each) => urlOf(each.trim(), schemes, wanted)!);
}

function dnsServers(value: string | undefined): readonly string[] {
  const servers = value?.split(',').map((each) => each.trim()) ?? [];
  const isServer = (text: string) => {
    if (isIP(text) !== 0) return true;
    const { host = '', port = '0' } = /^(?<host>\[[^\]]+\]|[^:]+):(?<port>\d{1,5})$/.exec(text)?.groups ?? {};
    return Number(port) <= 65_535 && (isIPv4(host) || (host.startsWith('[') && isIPv6(host.slice(1, -1))));
  };
  if (!servers.every(isServer)) throw new BadValue('IP addresses, with or without a port, separated by commas');
  return servers;
}

function redisUrl(value: string | undefined): string | undefined {
  return urlOf(value, ['redis:', 'rediss:'], 'a Redis address that starts with redis:// or rediss://');
}

function smtpUrl(value: string | undefined): string | undefined {
  return urlOf(value, ['smtp:', 'smtps:'], 'a mail server that starts with smtp:// or smtps://');
}

function mailFrom(value: string | undefined): string {
  const sender = value ?? 'Content Provenance <no-reply@localhost>';
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(sender))
    throw new BadValue('a sender such as "Name <name@example.org>"');
  return sender;
}

function masterKeys(value: string | undefined): readonly Buffer[] | undefined {
  if (value === undefined) return undefined;
  const keys = value.split(',').map((each) => Buffer.from(each.trim(), 'base64'));
  if (keys.some((key) => key.length !== 32)) throw new BadValue('32 bytes in base64 (several separated by commas)');
  return keys;
}

function jwtSecret(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 32) throw new BadValue('at least 32 characters long');
  return value;
}

function metricsToken(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 16) throw new BadValue('at least 16 characters long');
  return value;
}

function trustProxy(value: string | undefined): boolean | number | string[] {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const ranges = value.split(',').map((each) => each.trim());
  if (!ranges.every((each) => /^[0-9a-fA-F:.]+(\/\d{1,3})?$/.test(each))) {
    throw new BadValue('true, false, a number of hops, or addresses and ranges separated by commas');
  }
  return ranges;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

function logLevel(value: string | undefined): LogLevel {
  const level = logLevels.find((each) => each === (value ?? 'info'));
  if (!level) throw new BadValue(`one of ${logLevels.join(', ')}`);
  return level;
}
