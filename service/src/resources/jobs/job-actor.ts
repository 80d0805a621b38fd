// Who created a job must still be allowed to do its work when it runs.
import { readRestrictions } from '../../access/stored-restrictions.ts';
import type { Queries } from '../../adapters/database/database.ts';
import { fail } from '../../http/error-catalogue.ts';
import { signOptionsOf } from './job-options.ts';
import { findActorKey, isMember, type JobRow } from './jobs.store.ts';

export async function expectActor(queries: Queries, job: JobRow, time: number): Promise<void> {
  const { org_id, actor, kind } = job;
  if (await isMember(queries, org_id, actor)) return;
  const key = await findActorKey(queries, org_id, actor);
  if (!key || (key.expires_at !== null && key.expires_at <= time)) {
    fail('unauthorized', {
      message:
        'The member or the API key that created the job no longer exists, or the key expired. Create the job again.',
    });
  }
  const { scopes, generatorIds } = readRestrictions(key);
  // The kinds of jobs are named like the scopes that they need.
  if (scopes?.includes(kind) === false) {
    fail('insufficient_scope', { message: `The API key that created the job no longer has the scope ${kind}.` });
  }
  if (kind === 'sign' && generatorIds?.includes(signOptionsOf(job).generatorId) === false) {
    fail('generator_not_allowed', {
      message: 'The API key that created the job is no longer allowed to use this generator.',
    });
  }
}
