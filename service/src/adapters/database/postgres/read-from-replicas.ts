// A PostgreSQL database whose public reads are answered by replicas in turn, and by the primary wherever none can. All
// else, migrations included, goes to the primary.
import { CompiledQuery } from 'kysely';
import type { Database, ReplicaState } from '../database.ts';
import { postgresLanguage, queriesOver, type StatementAnswer } from '../queries-over.ts';
import { type Mark, markOfPrimary, Replica } from './replica.ts';

export interface ReplicasOptions {
  readonly urls: readonly string[];
  /** `replica` counts from 1, as the setting names them. */
  onChange(change: { readonly replica: number; readonly state: ReplicaState; readonly err?: unknown }): void;
}

export function readFromReplicas(primary: Database, { urls, onChange }: ReplicasOptions): Database {
  const askPrimary = async () => (await primary.read.run!<Mark>(markOfPrimary, []))[0]!;
  const replicas = urls.map(
    (url, place) =>
      new Replica({ url, askPrimary, onChange: (state, err) => onChange({ replica: place + 1, state, err }) }),
  );
  let turn = 0;
  let primaryReads = 0;

  async function askReplica(sql: string, parameters: readonly unknown[], isHot: boolean) {
    const well = replicas.filter(({ state }) => state === 'ok');
    turn += 1;
    return well[turn % well.length]?.run(sql, parameters, isHot);
  }

  async function askPrimaryInstead(sql: string, parameters: readonly unknown[], isHot: boolean) {
    primaryReads += 1;
    if (isHot) return { rows: await primary.read.run!(sql, parameters), changes: 0 };
    const { rows } = await primary.read.executeQuery(CompiledQuery.raw(sql, [...parameters]));
    return { rows, changes: 0 };
  }

  return {
    ...primary,
    publicRead: queriesOver(postgresLanguage, {
      run: async (sql, parameters, isHot = false): Promise<StatementAnswer> =>
        (await askReplica(sql, parameters, isHot)) ?? askPrimaryInstead(sql, parameters, isHot),
    }),
    replicaUse: () => ({ replicas, primaryReads }),
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
      await primary.close();
    },
  };
}
