// The real program as a separate process, with an organization that signs and verifies content
// through it, and the resources that it and its processes use.
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { createLog } from '../src/log.ts';
import { openDatabase, startService } from '../src/service.ts';
import { createClient } from './http-client.ts';
import { outboxOf } from './mail-server.ts';
import { processorMilliseconds, residentBytes } from './process-tree.ts';
import { type DatabaseKind, removeData, settingsFor } from './running-service.ts';
import { makeSigningAccount, registerGenerator } from './signing-client.ts';
import { type SpawnedService, spawnService } from './spawned-service.ts';
import { countStored, type StoredCounts } from './stored-counts.ts';

export interface MediaAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export interface SpawnedSigner {
  readonly service: SpawnedService;
  /** An API key of the organization, and its generator. */
  readonly key: string;
  readonly generatorId: string;
  sign(content: Uint8Array, fields?: Readonly<Record<string, string>>): Promise<MediaAnswer>;
  verify(content: Uint8Array): Promise<MediaAnswer>;
  /** The memory of the service and the processes that it started. */
  residentBytes(): number;
  /** The same. Undefined if the system does not tell. */
  processorMilliseconds(): number | undefined;
  /** What the database has about the organization. */
  countStored(): Promise<StoredCounts>;
  /** Resolves with the exit code. */
  stop(): Promise<number | null>;
}

export async function spawnSigner(
  own: Readonly<Record<string, string>> = {},
  { database = 'sqlite', ownGroup = false }: { database?: DatabaseKind; ownGroup?: boolean } = {},
): Promise<SpawnedSigner> {
  const settings = await settingsFor({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0', ...own } });
  const { key, generatorId, orgId } = await makeOrganization(settings);
  const service = await spawnService(settings, ownGroup);
  // A test that fails before it stops the service must not leave it running.
  process.once('exit', () => service.process.kill('SIGKILL'));
  const authorization = `Bearer ${key}`;
  return {
    service,
    key,
    generatorId,
    sign: (content, fields = {}) =>
      send(
        `${service.liveUrl}/v1/sign`,
        { content, model: 'studio-3', generator_id: generatorId, ...fields },
        { authorization },
      ),
    verify: (content) => send(`${service.liveUrl}/v1/verify`, { content }),
    residentBytes: () => residentBytes(service.process.pid!),
    processorMilliseconds: () => processorMilliseconds(service.process.pid!),
    async countStored() {
      const stored = openDatabase('live', readConfiguration(settings), createLog('silent'));
      return countStored(stored, orgId).finally(() => stored.close());
    },
    async stop() {
      const code = await service.stop();
      await removeData(settings);
      return code;
    },
  };
}

async function send(
  url: string,
  fields: Readonly<Record<string, string | Uint8Array>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<MediaAnswer> {
  const { body, contentType } = encodeForm(fields);
  const response = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': contentType }, body });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/**
 * One buffer, so that its length is known and nothing is copied twice: large forms made by the
 * platform cost more than the service.
 */
export function encodeForm(fields: Readonly<Record<string, string | Uint8Array>>): {
  body: Buffer;
  contentType: string;
} {
  const boundary = 'a-boundary-that-no-test-file-holds';
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="upload"'}\r\n\r\n`,
    ),
    typeof value === 'string' ? Buffer.from(value) : value,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** Without limits, created by a service in this process that ends before the other starts. */
async function makeOrganization(settings: Readonly<Record<string, string>>) {
  const configuration = readConfiguration(settings);
  const log = createLog('silent');
  const inner = await startService(configuration, log);
  const live = createClient(() => inner.live);
  const database = openDatabase('live', configuration, log);
  const outbox = outboxOf(settings.DATA_DIR!);
  const { key, orgId } = await makeSigningAccount({ live, database, outbox }, 'enterprise');
  const generatorId = await registerGenerator(live, key);
  await database.close();
  await inner.stop();
  return { key, generatorId, orgId };
}
