// The key-value store that several nodes share: Redis through ioredis. If Redis is away, calls fail
// at once instead of piling up. The connection is restored automatically. With Sentinel, it follows
// the master.
import { Redis } from 'ioredis';
import { splitHosts } from '../host-list.ts';
import { type KeyValueStore, KeyValueStoreUnavailable } from './key-value-store.ts';

const commandTimeoutMilliseconds = 1_000;
const longestReconnectPause = 1_000;

// One step on the server, so that a counter always gets its expiry.
const incrementScript = `
local value = redis.call('INCRBY', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
return {value, left}`;

const pauseBefore = (attempt: number) => Math.min(attempt * 50, longestReconnectPause);

interface ScriptedRedis extends Redis {
  incrementWithEnd(key: string, by: number, milliseconds: number): Promise<[number, number]>;
}

export interface RedisStoreOptions {
  readonly url: string;
  /** Keeps environments apart in one Redis. */
  readonly prefix: string;
  onConnectionError(problem: Error): void;
}

export function createRedisStore({ url, prefix, onConnectionError }: RedisStoreOptions): KeyValueStore {
  const common = {
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMilliseconds,
    connectTimeout: commandTimeoutMilliseconds,
    retryStrategy: pauseBefore,
    scripts: { incrementWithEnd: { numberOfKeys: 1, lua: incrementScript } },
  };
  const redis = (
    url.startsWith('redis+sentinel:') ? new Redis({ ...common, ...masterOf(url) }) : new Redis(url, common)
  ) as ScriptedRedis;
  redis.on('error', onConnectionError);
  return {
    get: async (key) => (await answered(redis.get(key))) ?? undefined,
    set: async (key, value, milliseconds) => void (await answered(redis.set(key, value, 'PX', milliseconds))),
    delete: async (key) => void (await answered(redis.del(key))),
    async increment(key, by, milliseconds) {
      const [value, expiresIn] = await answered(redis.incrementWithEnd(key, by, milliseconds));
      return { value, expiresIn };
    },
    ping: async () => void (await answered(redis.ping())),
    close: async () => redis.disconnect(),
  };
}

/** User and password are those of the master, `sentinel_password` is that of the Sentinels. */
function masterOf(url: string) {
  const sentinels = splitHosts(url).map((each) => new URL(each));
  const { username, password, pathname, searchParams } = sentinels[0]!;
  return {
    name: decodeURIComponent(pathname.slice(1)),
    sentinels: sentinels.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 26_379) })),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(searchParams.has('sentinel_password') && { sentinelPassword: searchParams.get('sentinel_password')! }),
    sentinelCommandTimeout: commandTimeoutMilliseconds,
    sentinelRetryStrategy: pauseBefore,
    // A former master can keep the connection open: without a response, or as a replica.
    failoverDetector: true,
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  };
}

async function answered<Result>(command: Promise<Result>): Promise<Result> {
  try {
    return await command;
  } catch (problem) {
    throw new KeyValueStoreUnavailable(problem);
  }
}
