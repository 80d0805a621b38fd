// The services that report what happened: webhooks, audit log, attestation, analytics, health.
import { createAnalyticsService } from '../resources/analytics/analytics.service.ts';
import { createAttestationService } from '../resources/attestation/attestation.service.ts';
import { openAttestationKeys } from '../resources/attestation/attestation-keys.ts';
import { createAuditService } from '../resources/audit/audit.service.ts';
import { createSystemService } from '../resources/system/system.service.ts';
import { createWebhooksService } from '../resources/webhooks/webhooks.service.ts';
import type { Foundation } from './foundation.ts';

export type Reports = Awaited<ReturnType<typeof createReports>>;

export async function createReports(foundation: Foundation) {
  const { name, publicUrl, database, keyValue, computePool, vault, outgoing, events, deliveries } = foundation;
  const { similarRecords, upgradeUrl } = foundation;
  const keys = await openAttestationKeys(database, vault);
  return {
    webhooks: createWebhooksService({ database, vault, outgoing, events, deliveries }),
    audit: createAuditService(database),
    attestations: createAttestationService({ environment: name, publicUrl, database, keys, events }),
    analytics: createAnalyticsService(database, upgradeUrl),
    system: createSystemService({
      environment: name,
      database,
      keyValue,
      computePool,
      isIndexLoaded: () => similarRecords.indexes.every(({ loaded }) => loaded),
    }),
  };
}
