// Certificates that expire soon: owners get an email, and the audit log an event, 30 and 7 days
// ahead. Every node looks for them, and one node claims each warning. Certificates of the service
// are renewed automatically and need no warning.
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { type CertificateRow, claimWarning, listExpiring, listOwners } from './signing-certificates.store.ts';

export interface CertificateWarningsParts {
  readonly database: Database;
  readonly events: EventStream;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
}

const day = 24 * 60 * 60 * 1000;
const everyMilliseconds = 60 * 60 * 1000;
/** The nearest first: a certificate that expires in six days gets one warning, not two. */
const daysAhead = [7, 30];
const mostAtOnce = 50;

export function startCertificateWarnings(parts: CertificateWarningsParts): { stop(): Promise<void> } {
  const { log } = parts;
  const run = () =>
    warnOfExpiry(parts).catch((problem) => log.warn({ err: problem }, 'certificates could not be looked through'));
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

export async function warnOfExpiry(parts: CertificateWarningsParts): Promise<void> {
  const { database, now = Date.now } = parts;
  for (const days of daysAhead) {
    for (;;) {
      const rows = await listExpiring(database.read, now() + days * day, days, mostAtOnce);
      for (const row of rows) await warn(parts, row, days);
      if (rows.length < mostAtOnce) break;
    }
  }
}

async function warn({ database, events, mailQueue }: CertificateWarningsParts, row: CertificateRow, days: number) {
  await database.transaction(async (transaction) => {
    if (!(await claimWarning(transaction, row, days))) return;
    const { org_id, certificate_id, subject } = row;
    const not_after = new Date(row.not_after!).toISOString();
    await events.append(transaction, org_id, [
      { type: 'certificate_expiring', metadata: { certificate_id, subject, not_after } },
    ]);
    for (const to of await listOwners(transaction, org_id)) {
      await mailQueue.enqueue(transaction, { kind: 'certificate_expiring', to, code: certificate_id });
    }
  });
}
