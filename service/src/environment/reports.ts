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
  const { name, publicUrl, database, keyValue, computePool, custody, vault, outgoing, events, deliveries } = foundation;
  const { deliveryQueue, upgradeUrl } = foundation;
  const { lookup } = foundation.archive;
  const keys = await openAttestationKeys(database, vault);
  return {
    webhooks: createWebhooksService({ database, vault, outgoing, events, deliveries, queue: deliveryQueue }),
    audit: createAuditService(database),
    attestations: createAttestationService({ environment: name, publicUrl, database, lookup, keys, events }),
    analytics: createAnalyticsService({ database, lookup, upgradeUrl }),
    system: createSystemService({ environment: name, database, keyValue, computePool, custody }),
  };
}
