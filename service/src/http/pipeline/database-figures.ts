// Figures of PostgreSQL: the connections of this node, whether it has a primary, and its replicas.
// SQLite has no values.
import type { Registry } from 'prom-client';
import type { PoolUse, ReplicaUse } from '../../adapters/database/database.ts';
import { addCounter, addGauge, type Reading } from './collected-figures.ts';

export interface DatabaseSources {
  readonly replicaUse?: (() => ReplicaUse) | undefined;
  readonly poolUse?: (() => PoolUse) | undefined;
}

export function addDatabaseFigures(registry: Registry, { replicaUse, poolUse }: DatabaseSources): void {
  const ofPool = (value: (use: PoolUse) => number) => (): Reading[] => (poolUse ? [[{}, value(poolUse())]] : []);
  addGauge(registry, {
    name: 'service_database_primary',
    help: 'Whether this node has a primary of the database',
    read: ofPool(({ hasPrimary }) => Number(hasPrimary)),
  });
  addCounter(registry, {
    name: 'service_database_moves_total',
    help: 'How often another host became the primary of the database',
    read: ofPool(({ moves }) => moves),
  });
  addGauge(registry, {
    name: 'service_database_connections',
    help: 'Connections to the primary, by state',
    labels: ['state'],
    read() {
      if (!poolUse) return [];
      const { busy, idle } = poolUse();
      return [
        [{ state: 'busy' }, busy],
        [{ state: 'idle' }, idle],
      ];
    },
  });
  addGauge(registry, {
    name: 'service_database_waiting',
    help: 'Calls that wait for a connection to the primary',
    read: ofPool(({ waiting }) => waiting),
  });
  addGauge(registry, {
    name: 'service_replica_well',
    help: 'Whether a database replica serves public reads, by its position in DATABASE_REPLICA_URL',
    labels: ['replica'],
    read: () =>
      replicaUse?.().replicas.map(({ state }, place) => [{ replica: place + 1 }, Number(state === 'ok')]) ?? [],
  });
  addCounter(registry, {
    name: 'service_public_reads_total',
    help: 'Reads for public verification, by the server that served them',
    labels: ['server'],
    read() {
      if (!replicaUse) return [];
      const { replicas, primaryReads } = replicaUse();
      const ofReplicas = replicas.map(({ reads }, place): Reading => [{ server: `replica-${place + 1}` }, reads]);
      return [[{ server: 'primary' }, primaryReads], ...ofReplicas];
    },
  });
}
