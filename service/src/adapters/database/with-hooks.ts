// Adds `afterCommit` to the transactions of a database. The hooks of an attempt that fails or is
// repeated are dropped.
import { inSpan } from '../../telemetry/tracing.ts';
import type { Database, DatabaseOptions, Hook, Queries } from './database.ts';
import { databaseSpan } from './database-span.ts';

type RunTransaction = <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;

export function withHooks(
  kind: Database['kind'],
  run: RunTransaction,
  { onProblem }: DatabaseOptions,
): Database['transaction'] {
  const span = databaseSpan(kind);
  return async (work) => {
    let hooks: Hook[] = [];
    const runOnce = () =>
      run((queries) => {
        hooks = [];
        return work(Object.assign(queries, { afterCommit: (hook: Hook) => void hooks.push(hook) }));
      });
    const result = await inSpan('database transaction', span, runOnce);
    await Promise.all(hooks.map((hook) => hook().catch((problem) => onProblem(problem, 'work after a commit failed'))));
    return result;
  };
}
