// Counters that continue while the shared store is away: each node then counts alone. A limit that
// is too lenient for a while is better than no service.
import type { KeyValueStore } from './key-value-store.ts';
import { createMemoryStore } from './memory-store.ts';

export type Counters = Pick<KeyValueStore, 'increment'>;

export function createPatientCounters(shared: KeyValueStore): Counters {
  const local = createMemoryStore();
  return {
    increment: (key, by, milliseconds) =>
      shared.increment(key, by, milliseconds).catch(() => local.increment(key, by, milliseconds)),
  };
}
