// API keys that expire soon: the owners of the organization, or the member of a personal key, get
// an email, and the audit log an event, 7 days and 1 day ahead. Every node looks for them, and one
// node claims each warning.
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { claimWarning, type ExpiringKey, listExpiring, listRecipients } from './api-key-warnings.store.ts';

export interface KeyWarningsParts {
  readonly database: Database;
  readonly events: EventStream;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
}

const day = 24 * 60 * 60 * 1000;
const everyMilliseconds = 60 * 60 * 1000;
/** The nearest first: a key that expires in half a day gets one warning, not two. */
const daysAhead = [1, 7];
const mostAtOnce = 50;

export function startKeyWarnings(parts: KeyWarningsParts): { stop(): Promise<void> } {
  const { log } = parts;
  const run = () =>
    warnOfKeys(parts).catch((problem) => log.warn({ err: problem }, 'API keys could not be looked through'));
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMilliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function warnOfKeys(parts: KeyWarningsParts): Promise<void> {
  const { database, now = Date.now } = parts;
  for (const days of daysAhead) {
    for (;;) {
      const time = now();
      const rows = await listExpiring(database.read, { time, days, before: time + days * day }, mostAtOnce);
      for (const row of rows) await warn(parts, row, days);
      if (rows.length < mostAtOnce) break;
    }
  }
}

async function warn({ database, events, mailQueue }: KeyWarningsParts, row: ExpiringKey, days: number) {
  const { key_id, org_id, user_id, name } = row;
  await database.transaction(async (transaction) => {
    if (!(await claimWarning(transaction, org_id, key_id, days))) return;
    for (const to of await listRecipients(transaction, org_id, user_id)) {
      await mailQueue.enqueue(transaction, { kind: 'api_key_expiring', to, code: key_id });
    }
    const metadata = { key_id, name, expires_at: new Date(row.expires_at!).toISOString() };
    await events.append(transaction, org_id, [
      { type: 'api_key_expiring', metadata: { ...metadata, ...(user_id !== null && { user_id }) } },
    ]);
  });
}
