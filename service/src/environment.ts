// One environment, live or sandbox, put together: its adapters, its secrets, its rooms and its server. Both environments
// are the same program; they share nothing but the process.
import { hkdfSync } from 'node:crypto';
import type { MarkLimits } from '@content-provenance/engine';
import type { FastifyInstance } from 'fastify';
import type { EnvironmentName } from './access/api-keys.ts';
import { createAuthenticate } from './access/authenticate.ts';
import { createSessionTokens } from './access/session-tokens.ts';
import type { ComputePool } from './adapters/compute-pool/compute-pool.ts';
import type { Database } from './adapters/database/database.ts';
import type { KeyValueStore } from './adapters/key-value/key-value-store.ts';
import { createPatientCounters } from './adapters/key-value/patient-counters.ts';
import { createKeyVault, type MasterKeys } from './adapters/key-vault/key-vault.ts';
import type { MailTransport } from './adapters/mail/mail-transport.ts';
import type { OutgoingHttps } from './adapters/outgoing-https/outgoing-https.ts';
import type { FindTexts } from './adapters/outgoing-https/resolve-host.ts';
import { migrate } from './database/migrate.ts';
import { startRetention } from './database/retention.ts';
import { readOrMakeServiceSecret } from './database/service-secrets.ts';
import { createEventStream } from './events/event-stream.ts';
import type { Route } from './http/define-route.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics } from './http/metrics.ts';
import { type AddressLimits, createRateLimiter } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import type { UploadRoom } from './http/upload-room.ts';
import type { Logger } from './log.ts';
import { createMailQueue } from './mail/mail-queue.ts';
import { accountRoutes } from './resources/account/account.routes.ts';
import { createApiKeysService } from './resources/account/api-keys.service.ts';
import { createBrandingService } from './resources/account/branding.service.ts';
import { startDomainRechecks } from './resources/account/domain-rechecks.ts';
import { domainMails } from './resources/account/domains.mails.ts';
import { domainsRoutes } from './resources/account/domains.routes.ts';
import { createDomainsService } from './resources/account/domains.service.ts';
import { createOrganizationService } from './resources/account/organization.service.ts';
import { analyticsRoutes } from './resources/analytics/analytics.routes.ts';
import { createAnalyticsService } from './resources/analytics/analytics.service.ts';
import { countActivity } from './resources/analytics/count-activity.ts';
import { attestationRoutes } from './resources/attestation/attestation.routes.ts';
import { createAttestationService } from './resources/attestation/attestation.service.ts';
import { openAttestationKeys } from './resources/attestation/attestation-keys.ts';
import { auditRoutes } from './resources/audit/audit.routes.ts';
import { createAuditService } from './resources/audit/audit.service.ts';
import { authMails } from './resources/auth/auth.mails.ts';
import { authRoutes } from './resources/auth/auth.routes.ts';
import { createAuthService } from './resources/auth/auth.service.ts';
import { createLoginGuard } from './resources/auth/login-guard.ts';
import { createOtpStore } from './resources/auth/otp-store.ts';
import { createPasswordResetService } from './resources/auth/password-reset.service.ts';
import { createTwoFactorService } from './resources/auth/two-factor.service.ts';
import { billingMails } from './resources/billing/billing.mails.ts';
import { billingRoutes } from './resources/billing/billing.routes.ts';
import { createBillingService } from './resources/billing/billing.service.ts';
import { createQuotaService } from './resources/billing/quota.service.ts';
import { c2paRoutes } from './resources/c2pa/c2pa.routes.ts';
import { createC2paService } from './resources/c2pa/c2pa.service.ts';
import { openCertificateAuthority } from './resources/c2pa/certificate-authority.ts';
import { certificateRoutes } from './resources/certificate/certificate.routes.ts';
import { createCertificateService } from './resources/certificate/certificate.service.ts';
import { generatorsRoutes } from './resources/generators/generators.routes.ts';
import { createGeneratorsService } from './resources/generators/generators.service.ts';
import { createBundlesService } from './resources/records/bundles.service.ts';
import { createRecordAdmission } from './resources/records/record-admission.ts';
import { openRecordTokens } from './resources/records/record-tokens.ts';
import { recordsRoutes } from './resources/records/records.routes.ts';
import { createRecordsService } from './resources/records/records.service.ts';
import { samplesRoutes } from './resources/samples/samples.routes.ts';
import { createSamplesService } from './resources/samples/samples.service.ts';
import { signRoutes } from './resources/sign/sign.routes.ts';
import { createSignService } from './resources/sign/sign.service.ts';
import { descriptionRoutes, systemRoutes } from './resources/system/system.routes.ts';
import { createSystemService } from './resources/system/system.service.ts';
import { createInvitesService } from './resources/team/invites.service.ts';
import { createMembersService } from './resources/team/members.service.ts';
import { createPersonalKeysService } from './resources/team/personal-keys.service.ts';
import { createSeatsService } from './resources/team/seats.service.ts';
import { teamMails } from './resources/team/team.mails.ts';
import { teamRoutes } from './resources/team/team.routes.ts';
import { createSimilarRecords } from './resources/verify/similar-records.ts';
import { createSoundRecords } from './resources/verify/sound-records.ts';
import { verifyRoutes } from './resources/verify/verify.routes.ts';
import { createVerifyService } from './resources/verify/verify.service.ts';
import { webRoutes } from './resources/web/web.routes.ts';
import { createDeliveryService } from './resources/webhooks/delivery.service.ts';
import { webhooksRoutes } from './resources/webhooks/webhooks.routes.ts';
import { createWebhooksService } from './resources/webhooks/webhooks.service.ts';

export interface EnvironmentParts {
  readonly name: EnvironmentName;
  readonly publicUrl: string;
  /** Of the other environment: the pages of each link to those of the other. */
  readonly otherUrl: string;
  /** The web application, built. */
  readonly pagesFolder: string;
  readonly database: Database;
  readonly keyValue: KeyValueStore;
  readonly mailTransport: MailTransport;
  readonly outgoing: OutgoingHttps;
  readonly findTexts: FindTexts;
  /** Shared by both environments: the machine has its cores and its memory once. */
  readonly computePool: ComputePool;
  readonly uploadRoom: UploadRoom;
  readonly masterKeys: MasterKeys;
  readonly inBandLimits: MarkLimits;
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
  /** Resolves when likeness can be searched; until then `/health` says that the service is not ready. */
  readonly indexLoaded: Promise<void>;
  /** Finishes what was accepted, then lets go of everything. */
  stop(): Promise<void>;
}

export async function createEnvironment(parts: EnvironmentParts): Promise<Environment> {
  const { name, publicUrl, database, keyValue, mailTransport, outgoing, computePool, log } = parts;
  await migrate(database);

  const vault = createKeyVault(parts.masterKeys, name);
  const apiKeyPepper = await readOrMakeServiceSecret(database, vault, 'api-key-pepper');
  const auditKey = await readOrMakeServiceSecret(database, vault, 'audit-key');
  const otpPepper = await readOrMakeServiceSecret(database, vault, 'otp-pepper');
  // Derived for each environment: a session of one means nothing to the other.
  const sessionSecret = new Uint8Array(
    hkdfSync('sha256', parts.jwtSecret, '', `content-provenance/session/${name}`, 32),
  );
  const sessionTokens = createSessionTokens(sessionSecret);
  const counters = createPatientCounters(keyValue);
  const metrics = createMetrics(name, {
    lanes: computePool.lanes,
    uploads: parts.uploadRoom,
    indexes: () => similarRecords.indexes,
    countMails: () => mailQueue.count(),
    deliveries: () => deliveries.queue,
    replicaUse: database.replicaUse,
  });
  const mailQueue = createMailQueue({ database, vault, transport: mailTransport, log, countMail: metrics.countMail });

  const issuer = name === 'live' ? 'Content Provenance' : 'Content Provenance (sandbox)';
  const otpStore = createOtpStore(keyValue);
  const events = createEventStream(auditKey);
  const deliveries = createDeliveryService({
    database,
    vault,
    outgoing,
    events,
    log,
    countDelivery: metrics.countDelivery,
  });
  events.follow(countActivity);
  events.follow(deliveries.follow);
  const twoFactor = createTwoFactorService({ database, vault, otpStore, mailQueue, events, pepper: otpPepper, issuer });
  const guard = createLoginGuard({ database, counters, pepper: otpPepper });
  const auth = createAuthService({ database, counters, guard, sessionTokens, mailQueue, twoFactor, events });
  const apiKeys = createApiKeysService({ environment: name, database, pepper: apiKeyPepper, events });
  const generators = createGeneratorsService({ database, vault, events });
  const passwordReset = createPasswordResetService({ database, events, guard, apiKeys, generators });
  const organizations = createOrganizationService(database, events);
  const branding = createBrandingService(database, events);
  const domains = createDomainsService({ database, findTexts: parts.findTexts, outgoing, events, mailQueue });
  const upgradeUrl = `${publicUrl}/billing`;
  const seats = createSeatsService(database, upgradeUrl);
  const members = createMembersService({ database, events, upgradeUrl });
  const invites = createInvitesService({ database, counters, sessionTokens, mailQueue, events, seats, upgradeUrl });
  const personalKeys = createPersonalKeysService({ environment: name, database, pepper: apiKeyPepper, events });
  const billing = createBillingService(database, upgradeUrl);
  const quota = createQuotaService({ database, mailQueue, upgradeUrl, counts: name === 'live' });
  const tokens = await openRecordTokens(name, database, vault);
  const admission = createRecordAdmission({ database, quota, events });
  const records = createRecordsService({ database, generators, admission, tokens });
  const certificates = createCertificateService({ publicUrl, records, generators });
  const authority = await openCertificateAuthority(name, database, vault);
  const c2pa = createC2paService({ database, computePool, records, generators, authority, events });
  const signing = createSignService({
    computePool,
    generators,
    admission,
    tokens,
    inBandLimits: parts.inBandLimits,
    c2pa,
    upgradeUrl,
  });
  const samples = createSamplesService({
    database,
    generators,
    signing,
    secret: await readOrMakeServiceSecret(database, vault, 'sample-marks'),
  });
  const similarRecords = createSimilarRecords(database);
  const soundRecords = createSoundRecords(database);
  const verification = createVerifyService({
    database,
    computePool,
    tokens,
    similarRecords,
    soundRecords,
    events,
    generators,
    certificateRoots: authority.roots,
    countVerification: metrics.countVerification,
  });
  const bundles = createBundlesService({ environment: name, publicUrl, records, generators, authority });
  const webhooks = createWebhooksService({ database, vault, outgoing, events, deliveries });
  const idempotency = createIdempotency(database);
  const audit = createAuditService(database);
  const attestations = createAttestationService({
    environment: name,
    publicUrl,
    database,
    keys: await openAttestationKeys(database, vault),
    events,
  });
  const analytics = createAnalyticsService(database, upgradeUrl);
  const system = createSystemService({
    environment: name,
    database,
    keyValue,
    computePool,
    isIndexLoaded: () => similarRecords.indexes.every(({ loaded }) => loaded),
  });

  const resourceRoutes = [
    ...authRoutes(auth, passwordReset, twoFactor),
    ...accountRoutes(organizations, apiKeys, branding),
    ...domainsRoutes(domains),
    ...teamRoutes(members, invites, personalKeys),
    ...generatorsRoutes(generators),
    ...recordsRoutes(records, bundles),
    ...c2paRoutes(c2pa),
    ...signRoutes(signing, idempotency),
    ...verifyRoutes(verification, records),
    ...billingRoutes(billing),
    ...auditRoutes(audit),
    ...attestationRoutes(attestations),
    ...webhooksRoutes(webhooks),
    ...analyticsRoutes(analytics),
    ...systemRoutes(system, metrics, parts.metricsToken),
  ];
  const routes = [
    ...resourceRoutes,
    ...certificateRoutes(certificates),
    ...samplesRoutes(samples),
    ...descriptionRoutes(resourceRoutes, publicUrl),
    ...webRoutes({ environment: name, publicUrl, otherUrl: parts.otherUrl, folder: parts.pagesFolder }),
  ];

  const server = createServer(
    {
      environment: name,
      publicUrl,
      trustProxy: parts.trustProxy,
      upgradeUrl,
      findQuotaRefusal: quota.findRefusal,
      findSeatRefusal: seats.findRefusal,
      log,
      metrics,
      authenticate: createAuthenticate({ environment: name, database, sessionTokens, apiKeyPepper }),
      rateLimiter: createRateLimiter(counters, parts.addressLimits),
      idempotency,
      uploadRoom: parts.uploadRoom,
    },
    routes,
  );

  mailQueue.start({
    ...authMails(database, publicUrl),
    ...teamMails(database, publicUrl),
    ...billingMails(publicUrl, upgradeUrl),
    ...domainMails(database, publicUrl),
  });
  const retention = startRetention(database, log);
  const domainRechecks = startDomainRechecks({ database, domains, log });
  const indexLoaded = similarRecords.start(log);

  return {
    name,
    server,
    routes,
    indexLoaded,
    async stop() {
      await server.close();
      await similarRecords.stop();
      await domainRechecks.stop();
      await mailQueue.stop();
      await retention.stop();
      mailTransport.close();
      await keyValue.close();
      await database.close();
    },
  };
}
