// The embedded key-value store: a map in the memory of one process.
import type { KeyValueStore } from './key-value-store.ts';

interface Entry {
  value: string | number;
  expiresAt: number;
}

const sweepMilliseconds = 10_000;
/**
 * Limits the memory that an attacker with many addresses can use (about 100 MB). The oldest entries
 * are removed first.
 */
const mostEntries = 500_000;

export function createMemoryStore(now: () => number = Date.now): KeyValueStore {
  const entries = new Map<string, Entry>();
  const sweeper = setInterval(sweep, sweepMilliseconds).unref();

  function sweep(): void {
    const time = now();
    for (const [key, entry] of entries) if (entry.expiresAt <= time) entries.delete(key);
  }

  function live(key: string, time: number): Entry | undefined {
    const entry = entries.get(key);
    return entry && entry.expiresAt > time ? entry : undefined;
  }

  function put(key: string, entry: Entry): void {
    if (entries.size >= mostEntries && !entries.has(key)) {
      const oldest = entries.keys().next().value;
      if (oldest !== undefined) entries.delete(oldest);
    }
    entries.set(key, entry);
  }

  return {
    async get(key) {
      const value = live(key, now())?.value;
      return value === undefined ? undefined : String(value);
    },
    async set(key, value, milliseconds) {
      put(key, { value, expiresAt: now() + milliseconds });
    },
    async delete(key) {
      entries.delete(key);
    },
    async increment(key, by, milliseconds) {
      const time = now();
      let entry = live(key, time);
      if (!entry) {
        entry = { value: 0, expiresAt: time + milliseconds };
        put(key, entry);
      }
      entry.value = Number(entry.value) + by;
      return { value: entry.value, expiresIn: entry.expiresAt - time };
    },
    async ping() {},
    async close() {
      clearInterval(sweeper);
      entries.clear();
    },
  };
}
