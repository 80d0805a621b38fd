// Every route of an environment.
import type { Route } from '../http/define-route.ts';
import type { Idempotency } from '../http/pipeline/idempotency.ts';
import { accountRoutes } from '../resources/account/account.routes.ts';
import { apiKeysRoutes } from '../resources/account/api-keys.routes.ts';
import { domainsRoutes } from '../resources/account/domains.routes.ts';
import { storageConnectionsRoutes } from '../resources/account/storage-connections.routes.ts';
import { analyticsRoutes } from '../resources/analytics/analytics.routes.ts';
import { attestationRoutes } from '../resources/attestation/attestation.routes.ts';
import { auditRoutes } from '../resources/audit/audit.routes.ts';
import { authRoutes } from '../resources/auth/auth.routes.ts';
import { billingRoutes } from '../resources/billing/billing.routes.ts';
import { planRequestsRoutes } from '../resources/billing/plan-requests.routes.ts';
import { c2paRoutes } from '../resources/c2pa/c2pa.routes.ts';
import { signingCertificatesRoutes } from '../resources/c2pa/signing-certificates.routes.ts';
import { certificateRoutes } from '../resources/certificate/certificate.routes.ts';
import { docsRoutes } from '../resources/docs/docs.routes.ts';
import { generatorsRoutes } from '../resources/generators/generators.routes.ts';
import { jobsRoutes } from '../resources/jobs/jobs.routes.ts';
import { logFileRoutes, logRoutes } from '../resources/log/log.routes.ts';
import { receiptsRoutes } from '../resources/receipts/receipts.routes.ts';
import { recordListRoutes } from '../resources/records/record-list.routes.ts';
import { recordNotesRoutes } from '../resources/records/record-notes.routes.ts';
import { recordsRoutes } from '../resources/records/records.routes.ts';
import { discoveryRoutes } from '../resources/resolution/discovery.routes.ts';
import { repositoryRoutes } from '../resources/resolution/repository.routes.ts';
import { resolutionRoutes } from '../resources/resolution/resolution.routes.ts';
import { samplesRoutes } from '../resources/samples/samples.routes.ts';
import { signRoutes } from '../resources/sign/sign.routes.ts';
import { signBatchRoutes } from '../resources/sign/sign-batch.routes.ts';
import { descriptionRoutes, systemRoutes } from '../resources/system/system.routes.ts';
import { teamRoutes } from '../resources/team/team.routes.ts';
import { verifyRoutes } from '../resources/verify/verify.routes.ts';
import { webRoutes } from '../resources/web/web.routes.ts';
import { webhooksRoutes } from '../resources/webhooks/webhooks.routes.ts';
import type { Accounts } from './accounts.ts';
import type { Content } from './content.ts';
import type { Foundation } from './foundation.ts';
import type { Reports } from './reports.ts';

export interface Services {
  readonly accounts: Accounts;
  readonly content: Content;
  readonly reports: Reports;
  readonly idempotency: Idempotency;
}

export function routesOf(foundation: Foundation, { accounts, content, reports, idempotency }: Services): Route[] {
  const { name, publicUrl, otherUrl, pagesFolder, metrics, metricsToken } = foundation;
  const described = [
    ...authRoutes(accounts),
    ...accountRoutes(accounts.organizations, accounts.branding),
    ...apiKeysRoutes(accounts.apiKeys),
    ...domainsRoutes(accounts.domains),
    ...storageConnectionsRoutes(accounts.storageConnections),
    ...teamRoutes(accounts.members, accounts.invites, accounts.personalKeys),
    ...generatorsRoutes(accounts.generators),
    ...recordListRoutes(content.recordLists),
    ...recordsRoutes(content.records, content.bundles),
    ...recordNotesRoutes(content.recordNotes),
    ...logRoutes(content.log),
    ...c2paRoutes(content.c2pa),
    ...signingCertificatesRoutes(content.signingCertificates, content.claimKeys),
    ...resolutionRoutes(content.resolution, content.repository, content.references),
    ...repositoryRoutes(content.repository),
    ...discoveryRoutes({ publicUrl, resolvesReferences: content.references.enabled, system: reports.system }),
    ...signRoutes(content.signing, idempotency),
    ...signBatchRoutes(content.signing, idempotency, foundation.log),
    ...verifyRoutes(content.verification, content.records, content.recordLists),
    ...receiptsRoutes(content.receipts),
    ...jobsRoutes(content.jobs),
    ...billingRoutes(accounts.billing),
    ...planRequestsRoutes(accounts.planRequests),
    ...auditRoutes(reports.audit),
    ...attestationRoutes(reports.attestations),
    ...webhooksRoutes(reports.webhooks),
    ...analyticsRoutes(reports.analytics),
    ...systemRoutes(reports.system, metrics, metricsToken),
  ];
  return [
    ...described,
    ...certificateRoutes(content.certificates),
    ...logFileRoutes(content.log),
    ...samplesRoutes(content.samples),
    ...descriptionRoutes(described, publicUrl),
    ...docsRoutes(),
    ...webRoutes({ environment: name, publicUrl, otherUrl, folder: pagesFolder }),
  ];
}
