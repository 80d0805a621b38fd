// A real S3-compatible store for tests: OpenStack Swift with its S3 API, private, on its own ports,
// with one bucket. A test can stop and restart it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { S3Place } from '../src/adapters/object-store/s3-store.ts';
import { signRequest } from '../src/adapters/object-store/signature-v4.ts';
import { endProgram, endWithThisProcess, findProgram, takeFreePort, untilItAnswers } from './private-program.ts';

export interface SwiftServer {
  readonly place: S3Place;
  /** Starts it again on the same ports, with its data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const swiftAbsent = 'Swift is not here: install swift-proxy, swift-account, swift-container and swift-object';
const backends = ['object', 'container', 'account'] as const;

export function isSwiftHere(): boolean {
  const programs = ['swift-ring-builder', ...['proxy', ...backends].map((kind) => `swift-${kind}-server`)];
  return programs.every((program) => findProgram(program));
}

export async function startSwift(): Promise<SwiftServer> {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-swift-'));
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true });
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n',
  );
  for (const kind of backends) await configureBackend(folder, kind, await takeFreePort());
  const port = await takeFreePort();
  writeFileSync(join(folder, 'proxy.conf'), proxyConfiguration(folder, port));
  let programs: ChildProcess[] = [];

  async function start(): Promise<void> {
    programs = [...backends, 'proxy'].map((kind) => {
      const program = spawn(findProgram(`swift-${kind}-server`)!, [join(folder, `${kind}.conf`)], { stdio: 'ignore' });
      endWithThisProcess(program, folder);
      return program;
    });
    await untilItAnswers(() => makeBucket(place), 120_000);
  }

  const place: S3Place = {
    endpoint: `http://127.0.0.1:${port}`,
    addressing: 'path',
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing-secret',
    bucket: 'archive',
    prefix: 'some/prefix',
  };
  await start();
  return {
    place,
    start,
    async stop() {
      await Promise.all(programs.map((program) => endProgram(program, 'SIGKILL')));
    },
  };
}

async function makeBucket(place: S3Place): Promise<void> {
  const url = new URL(`${place.endpoint}/${place.bucket}`);
  const request = { method: 'PUT', url, headers: {}, body: new Uint8Array() } as const;
  const response = await fetch(url, { method: 'PUT', headers: signRequest(request, place, new Date()) });
  // 409: the bucket is ours already.
  if (!response.ok && response.status !== 409) throw new Error(`${response.status} ${await response.text()}`);
}

async function configureBackend(folder: string, kind: string, port: number): Promise<void> {
  const build = (...words: string[]) =>
    promisify(execFile)(findProgram('swift-ring-builder')!, [join(folder, `${kind}.builder`), ...words]);
  // 16 partitions, one copy, no pause between changes.
  await build('create', '4', '1', '0');
  await build('add', `r1z1-127.0.0.1:${port}/disk`, '1');
  await build('rebalance');
  const text = `${commonConfiguration(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
  writeFileSync(join(folder, `${kind}.conf`), text);
}

function commonConfiguration(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
workers = 0
user = ${userInfo().username}`;
}

function proxyConfiguration(folder: string, port: number): string {
  const filters = ['catch_errors', 'gatekeeper', 'memcache', 's3api', 'tempauth', 'copy', 'slo', 'dlo'];
  const options: Record<string, string> = {
    // There is no memcached at this address, which is fine for one process.
    memcache: 'memcache_servers = 127.0.0.1:1',
    s3api: 's3_acl = false\nstorage_domain = localhost',
    tempauth: 'user_test_tester = testing-secret .admin',
  };
  const parts = filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n${options[name] ?? ''}\n`);
  return `${commonConfiguration(folder, port)}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# The proxy can be the first that is ready. It must not avoid the others for a minute.
error_suppression_interval = 1
${parts.join('')}`;
}
