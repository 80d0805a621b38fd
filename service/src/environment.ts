// One environment, live or sandbox, put together: its adapters, its secrets, its rooms and its server. Both environments
// are the same program; they share nothing but the process.
import { hkdfSync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EnvironmentName } from './access/api-keys.ts';
import { createAuthenticate } from './access/authenticate.ts';
import { createSessionTokens } from './access/session-tokens.ts';
import type { Database } from './adapters/database/database.ts';
import { createKeyVault, type MasterKeys } from './adapters/key-vault/key-vault.ts';
import type { KeyValueStore } from './adapters/key-value/key-value-store.ts';
import { createPatientCounters } from './adapters/key-value/patient-counters.ts';
import type { MailTransport } from './adapters/mail/mail-transport.ts';
import { migrate } from './database/migrate.ts';
import { startRetention } from './database/retention.ts';
import { readOrMakeServiceSecret } from './database/service-secrets.ts';
import type { Route } from './http/define-route.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics } from './http/metrics.ts';
import { type AddressLimits, createRateLimiter } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import type { Logger } from './log.ts';
import { createMailQueue } from './mail/mail-queue.ts';
import { accountRoutes } from './resources/account/account.routes.ts';
import { createApiKeysService } from './resources/account/api-keys.service.ts';
import { authMails } from './resources/auth/auth.mails.ts';
import { authRoutes } from './resources/auth/auth.routes.ts';
import { createAuthService } from './resources/auth/auth.service.ts';
import { createOtpStore } from './resources/auth/otp-store.ts';
import { createTwoFactorService } from './resources/auth/two-factor.service.ts';
import { descriptionRoutes, systemRoutes } from './resources/system/system.routes.ts';
import { createSystemService } from './resources/system/system.service.ts';

export interface EnvironmentParts {
  readonly name: EnvironmentName;
  readonly publicUrl: string;
  readonly database: Database;
  readonly keyValue: KeyValueStore;
  readonly mailTransport: MailTransport;
  readonly masterKeys: MasterKeys;
  readonly jwtSecret: string;
  readonly addressLimits: AddressLimits;
  readonly trustProxy: boolean | number | string[];
  readonly metricsToken: string | undefined;
  readonly log: Logger;
}

export interface Environment {
  readonly name: EnvironmentName;
  readonly server: FastifyInstance;
  readonly routes: readonly Route[];
  /** Finishes what was accepted, then lets go of everything. */
  stop(): Promise<void>;
}

export async function createEnvironment(parts: EnvironmentParts): Promise<Environment> {
  const { name, publicUrl, database, keyValue, mailTransport, log } = parts;
  await migrate(database);

  const vault = createKeyVault(parts.masterKeys, name);
  const apiKeyPepper = await readOrMakeServiceSecret(database, vault, 'api-key-pepper');
  const otpPepper = await readOrMakeServiceSecret(database, vault, 'otp-pepper');
  // Derived for each environment: a session of one means nothing to the other.
  const sessionSecret = new Uint8Array(hkdfSync('sha256', parts.jwtSecret, '', `content-provenance/session/${name}`, 32));
  const sessionTokens = createSessionTokens(sessionSecret);
  const counters = createPatientCounters(keyValue);
  const metrics = createMetrics(name);
  const mailQueue = createMailQueue({ database, vault, transport: mailTransport, log, countMail: metrics.countMail });

  const issuer = name === 'live' ? 'Content Provenance' : 'Content Provenance (sandbox)';
  const otpStore = createOtpStore(keyValue);
  const twoFactor = createTwoFactorService({ database, vault, otpStore, mailQueue, pepper: otpPepper, issuer });
  const auth = createAuthService({ database, counters, sessionTokens, mailQueue, twoFactor });
  const apiKeys = createApiKeysService({ environment: name, database, pepper: apiKeyPepper });
  const system = createSystemService({ environment: name, database, keyValue });

  const resourceRoutes = [
    ...authRoutes(auth, twoFactor),
    ...accountRoutes(apiKeys),
    ...systemRoutes(system, metrics, parts.metricsToken),
  ];
  const routes = [...resourceRoutes, ...descriptionRoutes(resourceRoutes, publicUrl)];

  const server = createServer(
    {
      environment: name,
      publicUrl,
      trustProxy: parts.trustProxy,
      upgradeUrl: `${publicUrl}/billing`,
      log,
      metrics,
      authenticate: createAuthenticate({ environment: name, database, sessionTokens, apiKeyPepper }),
      rateLimiter: createRateLimiter(counters, parts.addressLimits),
      idempotency: createIdempotency(database),
    },
    routes,
  );

  mailQueue.start({ ...authMails(database, publicUrl) });
  const retention = startRetention(database, log);

  return {
    name,
    server,
    routes,
    async stop() {
      await server.close();
      await mailQueue.stop();
      await retention.stop();
      mailTransport.close();
      await keyValue.close();
      await database.close();
    },
  };
}
