// Adds `afterCommit` to the transactions of a database. The hooks of an attempt that fails or is
// repeated are dropped.
import type { Database, DatabaseOptions, Hook, Queries } from './database.ts';

type RunTransaction = <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>;

export function withHooks(run: RunTransaction, { onProblem }: DatabaseOptions): Database['transaction'] {
  return async (work) => {
    let hooks: Hook[] = [];
    const result = await run((queries) => {
      hooks = [];
      return work(Object.assign(queries, { afterCommit: (hook: Hook) => void hooks.push(hook) }));
    });
    await Promise.all(hooks.map((hook) => hook().catch((problem) => onProblem(problem, 'work after a commit failed'))));
    return result;
  };
}
