// A PostgreSQL database whose replicas serve public reads in turn. The primary serves a read if no
// replica can. Everything else, including migrations, goes to the primary.
import { CompiledQuery, sql } from 'kysely';
import type { Database, ReplicaState } from '../database.ts';
import { inReadSpan } from '../database-span.ts';
import { type Connection, postgresQueries } from './postgres-queries.ts';
import { type Mark, markOfPrimary, Replica } from './replica.ts';

export interface ReplicasOptions {
  readonly urls: readonly string[];
  /** `replica` is the position in the setting, counted from 1. */
  onChange(change: { readonly replica: number; readonly state: ReplicaState; readonly err?: unknown }): void;
}

export function readFromReplicas(primary: Database, { urls, onChange }: ReplicasOptions): Database {
  const askPrimary = async () => (await sql.raw<Mark>(markOfPrimary).execute(primary.read)).rows[0]!;
  const replicas = urls.map(
    (url, place) =>
      new Replica({ url, askPrimary, onChange: (state, err) => onChange({ replica: place + 1, state, err }) }),
  );
  let turn = 0;
  let primaryReads = 0;

  const connection: Connection = {
    async query(text, parameters) {
      const well = replicas.filter(({ state }) => state === 'ok');
      turn += 1;
      const replica = well[turn % well.length];
      const answer = replica && (await inReadSpan('postgres', () => replica.query(text, parameters)));
      if (answer) return answer;
      primaryReads += 1;
      const { rows } = await primary.read.executeQuery(CompiledQuery.raw(text, [...parameters]));
      return { rows, rowCount: rows.length, command: 'SELECT' };
    },
    release: () => undefined,
  };

  return {
    ...primary,
    publicRead: postgresQueries(async () => connection),
    replicaUse: () => ({ replicas, primaryReads }),
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
      await primary.close();
    },
  };
}
