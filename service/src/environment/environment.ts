// One environment, live or sandbox, put together. Both are the same program and share only the
// process.
import type { FastifyInstance } from 'fastify';
import type { EnvironmentName } from '../access/api-keys.ts';
import { createAuthenticate } from '../access/authenticate.ts';
import { migrate } from '../database/migrate.ts';
import { startRetention } from '../database/retention.ts';
import type { Route } from '../http/define-route.ts';
import { createIdempotency } from '../http/pipeline/idempotency.ts';
import { createRateLimiter } from '../http/pipeline/rate-limit.ts';
import { createServer } from '../http/pipeline/server.ts';
import { startDomainRechecks } from '../resources/account/domain-rechecks.ts';
import { domainMails } from '../resources/account/domains.mails.ts';
import { authMails } from '../resources/auth/auth.mails.ts';
import { billingMails } from '../resources/billing/billing.mails.ts';
import { planRequestMails } from '../resources/billing/plan-requests.mails.ts';
import { startCertificateWarnings } from '../resources/c2pa/certificate-warnings.ts';
import { certificateMails } from '../resources/c2pa/signing-certificates.mails.ts';
import { teamMails } from '../resources/team/team.mails.ts';
import { createAccounts } from './accounts.ts';
import { createContent } from './content.ts';
import type { EnvironmentParts } from './environment-parts.ts';
import { type Foundation, layFoundation } from './foundation.ts';
import { createReports } from './reports.ts';
import { routesOf, type Services } from './routes.ts';

export interface Environment {
  readonly name: EnvironmentName;
  readonly server: FastifyInstance;
  readonly routes: readonly Route[];
  /**
   * Resolves when a search by likeness is possible. Until then, `/health` says that the service is
   * not ready.
   */
  readonly indexLoaded: Promise<void>;
  /** Finishes accepted work, then releases everything. */
  stop(): Promise<void>;
}

export async function createEnvironment(parts: EnvironmentParts): Promise<Environment> {
  await migrate(parts.database);
  const foundation: Foundation = { ...parts, ...(await layFoundation(parts)) };
  const accounts = createAccounts(foundation);
  const content = await createContent(foundation, accounts);
  const reports = await createReports(foundation);
  const services = { accounts, content, reports, idempotency: createIdempotency(parts.database) };
  const routes = routesOf(foundation, services);
  const server = openServer(foundation, services, routes);
  const background = startBackgroundWork(foundation, services);
  const { name, mailTransport, keyValue, database } = parts;
  return {
    name,
    server,
    routes,
    indexLoaded: background.indexLoaded,
    async stop() {
      await server.close();
      await background.stop();
      mailTransport.close();
      await keyValue.close();
      await database.close();
    },
  };
}

function openServer(foundation: Foundation, { accounts, idempotency }: Services, routes: readonly Route[]) {
  const { name, publicUrl, database, log, metrics, trustProxy, uploadRoom, upgradeUrl } = foundation;
  const { sessionTokens, apiKeyPepper, counters, addressLimits } = foundation;
  return createServer(
    {
      environment: name,
      publicUrl,
      trustProxy,
      upgradeUrl,
      findQuotaRefusal: accounts.quota.findRefusal,
      findSeatRefusal: accounts.seats.findRefusal,
      log,
      metrics,
      authenticate: createAuthenticate({ environment: name, database, sessionTokens, apiKeyPepper }),
      rateLimiter: createRateLimiter(counters, addressLimits),
      idempotency,
      uploadRoom,
    },
    routes,
  );
}

/** Background work between requests. */
function startBackgroundWork(foundation: Foundation, { accounts }: Services) {
  const { name, publicUrl, upgradeUrl, database, log, events, mailQueue, similarRecords } = foundation;
  mailQueue.start({
    ...authMails(database, publicUrl),
    ...teamMails(database, publicUrl),
    ...billingMails(publicUrl, upgradeUrl),
    ...planRequestMails({ environment: name, database, publicUrl, upgradeUrl }),
    ...domainMails(database, publicUrl),
    ...certificateMails(database, publicUrl),
  });
  const retention = startRetention(database, log);
  const domainRechecks = startDomainRechecks({ database, domains: accounts.domains, log });
  const certificateWarnings = startCertificateWarnings({ database, events, mailQueue, log });
  return {
    indexLoaded: similarRecords.start(log),
    async stop() {
      await similarRecords.stop();
      await domainRechecks.stop();
      await certificateWarnings.stop();
      await mailQueue.stop();
      await retention.stop();
    },
  };
}
