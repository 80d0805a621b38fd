// The key-value store that several nodes share: Redis through ioredis. If Redis is away, calls fail
// at once instead of piling up. The connection is restored automatically.
import { Redis } from 'ioredis';
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

interface ScriptedRedis extends Redis {
  incrementWithEnd(key: string, by: number, milliseconds: number): Promise<[number, number]>;
}

export interface RedisOptions {
  readonly url: string;
  /** Keeps environments apart in one Redis. */
  readonly prefix: string;
  onConnectionError(problem: Error): void;
}

export function createRedisStore({ url, prefix, onConnectionError }: RedisOptions): KeyValueStore {
  const redis = new Redis(url, {
    keyPrefix: prefix,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMilliseconds,
    connectTimeout: commandTimeoutMilliseconds,
    retryStrategy: (attempt) => Math.min(attempt * 50, longestReconnectPause),
    scripts: { incrementWithEnd: { numberOfKeys: 1, lua: incrementScript } },
  }) as ScriptedRedis;
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

async function answered<Result>(command: Promise<Result>): Promise<Result> {
  try {
    return await command;
  } catch (problem) {
    throw new KeyValueStoreUnavailable(problem);
  }
}
