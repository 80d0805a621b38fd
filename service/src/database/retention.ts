// Rows that are no longer needed are removed at the start and then every ten minutes. Every node
// can do it: removing twice does no harm.
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../adapters/database/database.ts';

const everyMilliseconds = 10 * 60 * 1_000;
/**
 * How long an old invite still responds that it has expired, instead of as if it had never existed.
 */
const inviteMilliseconds = 30 * 24 * 60 * 60 * 1_000;
/** Specification, delivery rules. */
const deliveriesKeptMilliseconds = 30 * 24 * 60 * 60 * 1_000;
/** Longer than a vacation. After it, a network counts as new again. */
const knownNetworksMilliseconds = 90 * 24 * 60 * 60 * 1_000;

/** Twice the longest range by the hour. Days keep the same counts. */
const hoursKeptMilliseconds = 48 * 60 * 60 * 1_000;

export function startRetention(database: Database, log: Pick<FastifyBaseLogger, 'warn'>): { stop(): Promise<void> } {
  const remove = () =>
    removeExpired(database, Date.now()).catch((problem) => log.warn({ err: problem }, 'retention failed'));
  let running = remove();
  const timer = setInterval(() => {
    running = running.then(remove);
  }, everyMilliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function removeExpired(database: Database, time: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.deleteFrom('revoked_sessions').where('expires_at', '<=', time).execute();
    await transaction.deleteFrom('mailed_tokens').where('expires_at', '<=', time).execute();
    await transaction
      .deleteFrom('invites')
      .where('expires_at', '<=', time - inviteMilliseconds)
      .execute();
    await transaction
      .deleteFrom('known_networks')
      .where('last_login_at', '<=', time - knownNetworksMilliseconds)
      .execute();
    await transaction.deleteFrom('idempotency_keys').where('expires_at', '<=', time).execute();
    await transaction
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<=', time - deliveriesKeptMilliseconds)
      .execute();
    await transaction
      .deleteFrom('hourly_activity')
      .where('hour', '<', new Date(time - hoursKeptMilliseconds).toISOString().slice(0, 13))
      .execute();
  });
}
