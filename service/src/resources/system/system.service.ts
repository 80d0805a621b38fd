// What the service says about itself: whether it is well, and which release answers.

import type { EnvironmentName } from '../../access/api-keys.ts';
import type { ComputePool } from '../../adapters/compute-pool/compute-pool.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyValueStore } from '../../adapters/key-value/key-value-store.ts';
import { fail } from '../../http/error-catalogue.ts';
import { release } from '../../release.ts';

export interface SystemParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly keyValue: KeyValueStore;
  readonly computePool: ComputePool;
  /** Whether likeness can be searched without waiting for what is still being read. */
  readonly isIndexLoaded: () => boolean;
}

const checkMilliseconds = 2_000;
/**
 * The first process, or the first after a quiet minute, has to start; on a busy machine that takes
 * seconds.
 */
const startMilliseconds = 10_000;

export type SystemService = ReturnType<typeof createSystemService>;

export function createSystemService(parts: SystemParts) {
  const { environment, database, keyValue, computePool, isIndexLoaded } = parts;
  async function examine() {
    const [databaseState, cacheState, workersState] = await Promise.all([
      stateOf(database.ping()),
      stateOf(keyValue.ping()),
      stateOf(computePool.ping(), startMilliseconds),
    ]);
    // Optional, so their absence is told and is no failure.
    const decoder = computePool.decodes ? ('ok' as const) : ('absent' as const);
    const neural = await computePool.examineNetworks('image');
    const neural_audio = await computePool.examineNetworks('audio');
    // The primary answers for those that are not well.
    const replicas = database.replicaUse?.().replicas.map(({ state }) => state);
    const checks = {
      database: databaseState,
      ...(replicas && { replicas }),
      cache: cacheState,
      workers: workersState,
      index: isIndexLoaded() ? ('ok' as const) : ('loading' as const),
      decoder,
      neural,
      neural_audio,
    };
    const states: unknown[] = Object.values(checks);
    return { checks, isWell: !states.includes('failing') && !states.includes('loading') };
  }

  return {
    version: () => ({ version: release, environment, api: 'v1' as const }),

    async health() {
      const { checks, isWell } = await examine();
      if (!isWell) fail('service_unavailable', { status: 'failing', checks });
      return { status: 'ok' as const, checks };
    },

    /** The same in one word. */
    async state(): Promise<'ok' | 'degraded' | 'down'> {
      const { checks, isWell } = await examine();
      if (isWell) return 'ok';
      return checks.database === 'failing' ? 'down' : 'degraded';
    },
  };
}

/** A part that does not answer in time fails. */
async function stateOf(check: Promise<void>, milliseconds = checkMilliseconds): Promise<'ok' | 'failing'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'failing'>((resolve) => {
    timer = setTimeout(() => resolve('failing'), milliseconds);
  });
  const answered = await Promise.race([
    check.then(
      () => 'ok' as const,
      () => 'failing' as const,
    ),
    late,
  ]);
  clearTimeout(timer);
  return answered;
}
