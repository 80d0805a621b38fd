// Every setting of the service, declared once: its name in the environment, how a value is read,
// and its default. The reference page docs/reference/configuration.md is generated from this list.

import { isIP, isIPv4, isIPv6 } from 'node:net';
import { type Accelerator, accelerators } from '@content-provenance/engine';

export interface Setting<Value> {
  readonly name: string;
  readonly about: string;
  /** The default, in the words of the reference page. */
  readonly fallback: string;
  readonly secret: boolean;
  /** Reads the text of the variable. Throws a BadValue that says which values are valid. */
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
  port: setting('PORT', 'Port of the live service. 0: any free port.', '8080', port(8080)),
  sandboxPort: setting('SANDBOX_PORT', 'Port of the sandbox. 0: any free port.', '8081', port(8081)),
  host: setting('HOST', 'Address to listen on.', '127.0.0.1', text('127.0.0.1')),
  publicUrl: setting(
    'PUBLIC_URL',
    'Public URL of the live service. Links in emails start with it.',
    'http://HOST:PORT',
    address,
  ),
  sandboxPublicUrl: setting('SANDBOX_PUBLIC_URL', 'The same for the sandbox.', 'http://HOST:SANDBOX_PORT', address),
  dataDirectory: setting(
    'DATA_DIR',
    'Folder for the embedded databases, generated secrets and the email outbox.',
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
    'Maximum number of connections from this node to PostgreSQL, for each environment. The node opens eleven more to each replica. One connection is enough to work. If all connections are in use for five seconds, the service returns 503.',
    '10',
    connections,
  ),
  redisUrl: setting(
    'REDIS_URL',
    'Redis server for state that nodes share: rate limits and one-time codes (redis:// or rediss://).',
    'in process memory',
    redisUrl,
    true,
  ),
  smtpUrl: setting(
    'SMTP_URL',
    'Mail server (smtp:// or smtps://, with user and password if needed).',
    '.eml files in DATA_DIR/outbox, and one log line with the link',
    smtpUrl,
    true,
  ),
  mailFrom: setting('MAIL_FROM', 'Sender of all emails.', 'Content Provenance <no-reply@localhost>', mailFrom),
  operatorEmail: setting(
    'OPERATOR_EMAIL',
    'Your email address as the operator. The service sends requests for another plan to it. You can also list them with `npm run operator -- plan-requests`.',
    'no email; requests are only listed',
    emailAddress,
  ),
  masterKeys: setting(
    'MASTER_KEY',
    'Key that encrypts private keys and secrets at rest: 32 bytes in base64. You can set several keys, separated by commas. The first key encrypts, and all keys decrypt.',
    'generated once and stored in DATA_DIR with mode 0600',
    masterKeys,
    true,
  ),
  jwtSecret: setting(
    'JWT_SECRET',
    'Secret that signs session tokens: at least 32 characters.',
    'generated once and stored in DATA_DIR with mode 0600',
    jwtSecret,
    true,
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'Proxies whose X-Forwarded-For header the service trusts: true, false, a number of hops, or addresses and ranges separated by commas.',
    'false',
    trustProxy,
  ),
  verifyLimitPerMinute: setting(
    'VERIFY_LIMIT_PER_MINUTE',
    'Maximum number of verifications per minute for each IPv4 address or IPv6 /64. An audio or video search counts as five. 0: no limit.',
    '60',
    count(60),
  ),
  accountLimitPerMinute: setting(
    'ACCOUNT_LIMIT_PER_MINUTE',
    'Maximum number of requests without credentials under /v1/auth (registrations, logins, password resets) per minute for each IPv4 address or IPv6 /64. 0: no limit.',
    '300',
    count(300),
  ),
  publicLimitPerMinute: setting(
    'PUBLIC_LIMIT_PER_MINUTE',
    'Maximum number of other requests without credentials per minute for each IPv4 address or IPv6 /64. 0: no limit.',
    '600',
    count(600),
  ),
  mediaDecoder: setting(
    'MEDIA_DECODER',
    'Whether the service decodes video (with FFmpeg, in separate processes). Without it, the service signs and finds video by its token only.',
    'true if the optional package node-av is installed',
    flag(true),
  ),
  neuralWatermark: setting(
    'NEURAL_WATERMARK',
    'Whether the service writes and searches the neural watermark: in images, in videos signed with in_band, and in audio if the audio networks are installed. A request can turn it off. A search takes about 0.5 s for an image, 1 s for a video, and up to 2 s for audio.',
    'true if the optional package onnxruntime-node is installed',
    flag(true),
  ),
  neuralAccelerator: setting(
    'NEURAL_ACCELERATOR',
    'Accelerator for the neural networks: cuda (NVIDIA, Linux and Windows x64), coreml (macOS), dml (DirectML, Windows) or webgpu. Install the drivers and libraries that ONNX Runtime needs for it. If the accelerator does not work, the log says why and the networks run on the processor.',
    'the processor',
    accelerator,
  ),
  taskMostSeconds: setting(
    'TASK_MOST_SECONDS',
    'Maximum time to process one file, in seconds (1 to 3600). After that, the service returns 503. A video signed with in_band can take three times as long. Time in which the service is paused does not count.',
    '60',
    seconds(60),
  ),
  inBandMostSeconds: setting(
    'IN_BAND_MOST_SECONDS',
    'Maximum duration of a video signed with in_band, in seconds. The service encodes such a video again to add a watermark to its frames.',
    '60',
    count(60),
  ),
  inBandMostMegapixels: setting(
    'IN_BAND_MOST_MEGAPIXELS',
    'Maximum number of pixels in all frames of a video signed with in_band, in millions.',
    '700',
    count(700),
  ),
  webhookAllowPrivate: setting(
    'WEBHOOK_ALLOW_PRIVATE',
    'Lets webhooks and domain checks reach private addresses. For tests only.',
    'false',
    flag(false),
  ),
  resolveReferences: setting(
    'RESOLVE_REFERENCES',
    'Whether POST /v1/c2pa/matches/byReference fetches assets from https:// URLs that callers name. Only public addresses are reached.',
    'false',
    flag(false),
  ),
  timestampUrls: setting(
    'TIMESTAMP_URL',
    'Time stamp authorities (RFC 3161) for classical C2PA manifests, separated by commas and tried in order: http:// or https://, public addresses. A manifest without a time stamp is valid no longer than its certificate.',
    'manifests have no time stamp',
    timestampUrls,
  ),
  trustListPaths: setting(
    'C2PA_TRUST_LISTS',
    'Files with certificates of authorities (PEM), separated by commas, at most 8. Manifests that were signed under one of them read as `trusted`, and the result names the list: the file name without its ending.',
    'no signer is trusted',
    trustListPaths,
  ),
  dnsServers: setting(
    'DNS_SERVERS',
    'DNS servers for webhooks and domain checks: IP addresses separated by commas, with a port if it is not 53 (9.9.9.9,[2620:fe::fe]:53).',
    'DNS servers of the system',
    dnsServers,
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    'Bearer token that gives other machines access to /metrics (at least 16 characters).',
    '/metrics is available on loopback only',
    metricsToken,
    true,
  ),
  logLevel: setting('LOG_LEVEL', 'Log level: trace, debug, info, warn, error, fatal or silent.', 'info', logLevel),
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
  return urlOf(value, ['http:', 'https:'], 'a URL that starts with http:// or https://')?.replace(/\/+$/, '');
}

function postgresUrl(value: string | undefined): string | undefined {
  return urlOf(value, ['postgres:', 'postgresql:'], 'a PostgreSQL URL that starts with postgres://');
}

function replicaUrls(value: string | undefined): readonly string[] {
  const schemes = ['postgres:', 'postgresql:'];
  const wanted = 'PostgreSQL URLs that start with postgres://, separated by commas';
  return value === undefined ? [] : value.split(',').map((each) => urlOf(each.trim(), schemes, wanted)!);
}

function timestampUrls(value: string | undefined): readonly string[] {
  const wanted = 'addresses that start with http:// or https://, separated by commas';
  return value === undefined ? [] : value.split(',').map((each) => urlOf(each.trim(), ['http:', 'https:'], wanted)!);
}

function trustListPaths(value: string | undefined): readonly string[] {
  const paths = value?.split(',').map((each) => each.trim()) ?? [];
  if (paths.length > 8 || paths.includes('')) throw new BadValue('paths of at most 8 files, separated by commas');
  return paths;
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
  return urlOf(value, ['redis:', 'rediss:'], 'a Redis URL that starts with redis:// or rediss://');
}

function smtpUrl(value: string | undefined): string | undefined {
  return urlOf(value, ['smtp:', 'smtps:'], 'a mail server URL that starts with smtp:// or smtps://');
}

function mailFrom(value: string | undefined): string {
  const sender = value ?? 'Content Provenance <no-reply@localhost>';
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(sender))
    throw new BadValue('a sender such as "Name <name@example.org>"');
  return sender;
}

function emailAddress(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[^\s<>@]+@[^\s<>@]+$/.test(value)) {
    throw new BadValue('an email address such as operator@example.org');
  }
  return value;
}

function masterKeys(value: string | undefined): readonly Buffer[] | undefined {
  if (value === undefined) return undefined;
  const keys = value.split(',').map((each) => Buffer.from(each.trim(), 'base64'));
  if (keys.some((key) => key.length !== 32))
    throw new BadValue('32 bytes in base64 (separate several keys with commas)');
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
