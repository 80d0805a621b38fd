// What the service says about itself: its health and its release.

import type { EnvironmentName } from '../../access/api-keys.ts';
import type { ComputePool } from '../../adapters/compute-pool/compute-pool.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyCustody } from '../../adapters/key-custody/key-custody.ts';
import type { KeyValueStore } from '../../adapters/key-value/key-value-store.ts';
import { fail } from '../../http/error-catalogue.ts';
import { release } from '../../release.ts';

export interface SystemParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly keyValue: KeyValueStore;
  readonly computePool: ComputePool;
  readonly custody: KeyCustody;
}

const checkMilliseconds = 2_000;
/**
 * The first process, or the first after a quiet minute, must start, which takes seconds on a busy
 * machine.
 */
const startMilliseconds = 10_000;

export type SystemService = ReturnType<typeof createSystemService>;

export function createSystemService(parts: SystemParts) {
  const { environment, database, keyValue, computePool, custody } = parts;
  async function examine() {
    const [databaseState, cacheState, workersState] = await Promise.all([
      stateOf(database.ping()),
      stateOf(keyValue.ping()),
      stateOf(computePool.ping(), startMilliseconds),
    ]);
    // Optional, so their absence is reported and is not a failure.
    const decoder = computePool.decodes ? ('ok' as const) : ('absent' as const);
    const neural = await computePool.examineNetworks('image');
    const neural_audio = await computePool.examineNetworks('audio');
    // The primary serves requests for those that are not healthy.
    const replicas = database.replicaUse?.().replicas.map(({ state }) => state);
    const custodyStates = custody.states();
    const checks = {
      database: databaseState,
      ...(replicas && { replicas }),
      cache: cacheState,
      workers: workersState,
      decoder,
      neural,
      neural_audio,
      // Everything else works without them, so their absence is not a failure either.
      ...(Object.keys(custodyStates).length > 0 && { key_custody: custodyStates }),
    };
    const states: unknown[] = Object.values(checks);
    return { checks, isHealthy: !states.includes('failing') };
  }

  return {
    version: () => ({ version: release, environment, api: 'v1' as const }),

    async health() {
      const { checks, isHealthy } = await examine();
      if (!isHealthy) fail('service_unavailable', { status: 'failing', checks });
      return { status: 'ok' as const, checks };
    },

    /** The same in one word. */
    async state(): Promise<'ok' | 'degraded' | 'down'> {
      const { checks, isHealthy } = await examine();
      if (isHealthy) return 'ok';
      return checks.database === 'failing' ? 'down' : 'degraded';
    },
  };
}

/** A part that does not respond in time fails. */
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
