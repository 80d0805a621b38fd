// The client: one object, its methods grouped by resource. It works in browsers and in Node.
import { accountOf, billingOf, brandingOf } from './resources/account.ts';
import { authOf } from './resources/auth.ts';
import { certificatesOf } from './resources/certificates.ts';
import { domainsOf } from './resources/domains.ts';
import { generatorsOf } from './resources/generators.ts';
import { jobsOf } from './resources/jobs.ts';
import { receiptsOf } from './resources/receipts.ts';
import { recordsOf } from './resources/records.ts';
import { analyticsOf, attestationOf, auditOf } from './resources/reports.ts';
import { resolutionOf } from './resources/resolution.ts';
import { signOf } from './resources/sign.ts';
import { signBatchOf } from './resources/sign-batch.ts';
import { storageConnectionsOf } from './resources/storage-connections.ts';
import { systemOf } from './resources/system.ts';
import { teamOf } from './resources/team.ts';
import { verifyOf } from './resources/verify.ts';
import { webhooksOf } from './resources/webhooks.ts';
import { type ClientOptions, createTransport } from './transport.ts';

export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const transport = createTransport(options);
  return {
    auth: authOf(transport),
    account: accountOf(transport),
    generators: generatorsOf(transport),
    records: recordsOf(transport),
    sign: signOf(transport),
    signBatch: signBatchOf(transport),
    jobs: jobsOf(transport),
    verify: verifyOf(transport),
    receipts: receiptsOf(transport),
    team: teamOf(transport),
    webhooks: webhooksOf(transport),
    audit: auditOf(transport),
    analytics: analyticsOf(transport),
    billing: billingOf(transport),
    branding: brandingOf(transport),
    domains: domainsOf(transport),
    storageConnections: storageConnectionsOf(transport),
    certificates: certificatesOf(transport),
    resolution: resolutionOf(transport),
    attestation: attestationOf(transport),
    system: systemOf(transport),
  };
}
