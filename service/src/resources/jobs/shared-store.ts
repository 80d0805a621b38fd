// Whether this node uses the same JOB_STORE as the other nodes. A node with its own store would
// lose the parts and results that other nodes stored. Each store has a file whose name identifies
// it, and one store at a time has a lease in the database.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../adapters/database/database.ts';
import type { ObjectStore } from '../../adapters/object-store/object-store.ts';
import { takeLease } from '../../database/leases.ts';
import { fail } from '../../http/error-catalogue.ts';
import type { Logger } from '../../log.ts';

export interface SharedStoreParts {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly now?: () => number;
}

const identityStart = 'store-';
const leaseName = 'job-store';
/** Two checks can fail before another store takes the lease. */
const leaseMilliseconds = 150_000;
const fault =
  'This node uses another JOB_STORE than the other nodes. Set JOB_STORE to a folder or bucket that all nodes share.';

export type SharedStore = ReturnType<typeof createSharedStore>;

export function createSharedStore({ database, store, log, now = Date.now }: SharedStoreParts) {
  let latest: Promise<boolean> | undefined;

  async function listIdentities(): Promise<string[]> {
    return (await store.list(identityStart)).map(({ name }) => name);
  }

  async function hasLease(): Promise<boolean> {
    if ((await listIdentities()).length === 0) {
      await store.write(identityStart + randomBytes(16).toString('hex'), Buffer.from('JOB_STORE'));
    }
    // Two nodes that start at once can each write one. Either one identifies the store.
    for (const identity of await listIdentities()) {
      const until = now() + leaseMilliseconds;
      if (await database.transaction((queries) => takeLease(queries, leaseName, identity, now(), until))) return true;
    }
    log.error({ place: store.place }, fault);
    return false;
  }

  /** While the store or the database is away, the answer stays as it was. */
  function check(): Promise<boolean> {
    const before = latest;
    latest = hasLease().catch((problem) => {
      log.warn({ err: problem }, 'the storage for jobs could not be compared with the other nodes');
      return before ?? true;
    });
    return latest;
  }

  const isShared = () => latest ?? check();

  return {
    check,
    isShared,
    /** For what a caller stores or reads. */
    async expectShared(): Promise<void> {
      if (!(await isShared())) fail('service_unavailable', { message: fault }, { 'retry-after': '60' });
    },
  };
}
