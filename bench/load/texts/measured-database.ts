// Measures what a search takes of its database: the time of all its statements, as the service
// waits for them, the processor time of this process meanwhile, which is the database's on SQLite,
// and the rows that they return.
import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../../service/src/adapters/database/database.ts';

export interface Use {
  readonly milliseconds: number;
  readonly processor: number;
  readonly rows: number;
}

export interface MeasuredDatabase {
  readonly database: Database;
  /** Since the last call. */
  take(): Use;
}

export function measured(database: Database): MeasuredDatabase {
  const starts = new WeakMap<object, { readonly time: number; readonly processor: number }>();
  let use: Use = { milliseconds: 0, processor: 0, rows: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ queryId, node }) {
      starts.set(queryId, { time: performance.now(), processor: processorTime() });
      return node;
    },
    async transformResult({ queryId, result }) {
      const start = starts.get(queryId)!;
      use = {
        milliseconds: use.milliseconds + performance.now() - start.time,
        processor: use.processor + processorTime() - start.processor,
        rows: use.rows + result.rows.length,
      };
      return result;
    },
  };
  return {
    database: { ...database, publicRead: database.publicRead.withPlugin(plugin) },
    take() {
      const taken = use;
      use = { milliseconds: 0, processor: 0, rows: 0 };
      return taken;
    },
  };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
