// Checks proven domains again every day. Every node looks for domains that are due, and one of them
// takes each domain. It also examines names that were not examined before
// (identity/public-names.ts).
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../adapters/database/database.ts';
import { mendNames } from '../../identity/public-names.ts';
import type { DomainsService } from './domains.service.ts';
import { claimCheck, listDueDomains } from './domains.store.ts';

const everyMilliseconds = 10 * 60 * 1_000;
/** If a node dies during a check, another one takes the domain after this time. */
const leaseMilliseconds = 10 * 60 * 1_000;
const checksAtOnce = 8;

export interface RecheckParts {
  readonly database: Database;
  readonly domains: DomainsService;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => number;
}

export function startDomainRechecks({ database, domains, log, now = Date.now }: RecheckParts): {
  stop(): Promise<void>;
} {
  let stopped = false;

  async function checkDue(): Promise<void> {
    await mendNames(database);
    for (;;) {
      const due = await listDueDomains(database.read, now(), checksAtOnce);
      if (due.length === 0 || stopped) return;
      await Promise.all(due.map(checkOne));
    }
  }

  async function checkOne(row: Parameters<typeof claimCheck>[1]): Promise<void> {
    const until = now() + leaseMilliseconds;
    if (!(await database.transaction((transaction) => claimCheck(transaction, row, until)))) return;
    await domains
      .recheck(row)
      .catch((problem) => log.warn({ err: problem, domain: row.domain }, 'a domain could not be checked'));
  }

  const run = () => checkDue().catch((problem) => log.warn({ err: problem }, 'domains could not be checked'));
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMilliseconds).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
