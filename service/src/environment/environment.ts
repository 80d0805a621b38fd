// One environment, live or sandbox, put together. Both are the same program and share only the
// process.
import type { FastifyInstance } from 'fastify';
import type { EnvironmentName } from '../access/api-keys.ts';
import { createAuthenticate } from '../access/authenticate.ts';
import { startArchiving } from '../archive/start-archiving.ts';
import { migrate } from '../database/migrate.ts';
import { startRetention } from '../database/retention.ts';
import type { Route } from '../http/define-route.ts';
import { createIdempotency } from '../http/pipeline/idempotency.ts';
import { createRateLimiter } from '../http/pipeline/rate-limit.ts';
import { createServer } from '../http/pipeline/server.ts';
import { startKeyWarnings } from '../resources/account/api-key-warnings.ts';
import { apiKeyMails } from '../resources/account/api-keys.mails.ts';
import { startDomainRechecks } from '../resources/account/domain-rechecks.ts';
import { domainMails } from '../resources/account/domains.mails.ts';
import { authMails } from '../resources/auth/auth.mails.ts';
import { billingMails } from '../resources/billing/billing.mails.ts';
import { planRequestMails } from '../resources/billing/plan-requests.mails.ts';
import { startCertificateWarnings } from '../resources/c2pa/certificate-warnings.ts';
import { certificateMails } from '../resources/c2pa/signing-certificates.mails.ts';
import { teamMails } from '../resources/team/team.mails.ts';
import { webhookMails } from '../resources/webhooks/webhooks.mails.ts';
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
  /** Finishes accepted work, then releases everything. */
  stop(): Promise<void>;
}

export async function createEnvironment(parts: EnvironmentParts): Promise<Environment> {
  await migrate(parts.database);
  const foundation: Foundation = { ...parts, ...(await layFoundation(parts)) };
  const accounts = createAccounts(foundation);
  const content = await createContent(foundation, accounts);
  const reports = await createReports(foundation);
  const services = { accounts, content, reports, idempotency: createIdempotency(parts.database, foundation.vault) };
  const routes = routesOf(foundation, services);
  const server = openServer(foundation, services, routes);
  const background = startBackgroundWork(foundation, services);
  const { name, mailTransport, keyValue, database } = parts;
  return {
    name,
    server,
    routes,
    async stop() {
      await server.close();
      await background.stop();
      await foundation.keyUsage.stop();
      mailTransport.close();
      await keyValue.close();
      await database.close();
    },
  };
}

function openServer(foundation: Foundation, { accounts, idempotency }: Services, routes: readonly Route[]) {
  const { name, publicUrl, database, log, metrics, trustProxy, uploadRoom, upgradeUrl } = foundation;
  const { sessionTokens, apiKeyPepper, keyUsage, counters, addressLimits } = foundation;
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
      tracer: foundation.telemetry?.tracer,
      authenticate: createAuthenticate({ environment: name, database, sessionTokens, apiKeyPepper, keyUsage }),
      rateLimiter: createRateLimiter(counters, addressLimits),
      idempotency,
      uploadRoom,
    },
    routes,
  );
}

/** Background work between requests. */
function startBackgroundWork(foundation: Foundation, { accounts, content }: Services) {
  const { name, publicUrl, upgradeUrl, database, log, events, mailQueue, deliveryQueue } = foundation;
  mailQueue.start({
    ...authMails(database, publicUrl),
    ...teamMails(database, publicUrl),
    ...billingMails(publicUrl, upgradeUrl),
    ...planRequestMails({ environment: name, database, publicUrl, upgradeUrl }),
    ...domainMails(database, publicUrl),
    ...certificateMails(database, publicUrl),
    ...webhookMails(database, publicUrl),
    ...apiKeyMails(database, publicUrl),
  });
  deliveryQueue.start();
  foundation.transparency.start();
  const retention = startRetention(database, foundation.retention, log);
  const archiving = startArchiving(foundation);
  const domainRechecks = startDomainRechecks({ database, domains: accounts.domains, log });
  const certificateWarnings = startCertificateWarnings({ database, events, mailQueue, log });
  const keyWarnings = startKeyWarnings({ database, events, mailQueue, log });
  content.jobWorker.start();
  return {
    async stop() {
      await content.jobWorker.stop();
      await foundation.transparency.stop();
      await archiving.stop();
      await domainRechecks.stop();
      await certificateWarnings.stop();
      await deliveryQueue.stop();
      await keyWarnings.stop();
      await mailQueue.stop();
      await retention.stop();
    },
  };
}
