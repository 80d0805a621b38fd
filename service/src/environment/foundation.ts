// What the resources of one environment share: secrets, counters, metrics, email, events and
// webhook deliveries.
import { hkdfSync } from 'node:crypto';
import { createSessionTokens } from '../access/session-tokens.ts';
import { createPatientCounters } from '../adapters/key-value/patient-counters.ts';
import { createKeyVault } from '../adapters/key-vault/key-vault.ts';
import { readOrMakeServiceSecret } from '../database/service-secrets.ts';
import { createEventStream } from '../events/event-stream.ts';
import { createMetrics } from '../http/pipeline/metrics.ts';
import { createMailQueue } from '../mail/mail-queue.ts';
import { countActivity } from '../resources/analytics/count-activity.ts';
import { createSwitchTickets } from '../resources/auth/switch-tickets.ts';
import { createSimilarRecords } from '../resources/verify/similar-records.ts';
import { createDeliveryService } from '../resources/webhooks/delivery.service.ts';
import type { EnvironmentParts } from './environment-parts.ts';

export type Foundation = EnvironmentParts & Awaited<ReturnType<typeof layFoundation>>;

export async function layFoundation(parts: EnvironmentParts) {
  const { name, publicUrl, database, keyValue, mailTransport, outgoing, computePool, log } = parts;
  const vault = createKeyVault(parts.masterKeys, name);
  const secret = (secretName: string) => readOrMakeServiceSecret(database, vault, secretName);
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', parts.jwtSecret, '', `content-provenance/${purpose}`, 32));
  const similarRecords = createSimilarRecords(database);
  const metrics = createMetrics(name, {
    lanes: computePool.lanes,
    uploads: parts.uploadRoom,
    indexes: () => similarRecords.indexes,
    countMails: () => mailQueue.count(),
    deliveries: () => deliveries.queue,
    replicaUse: database.replicaUse,
  });
  const mailQueue = createMailQueue({ database, vault, transport: mailTransport, log, countMail: metrics.countMail });
  const events = createEventStream(await secret('audit-key'));
  const { countDelivery } = metrics;
  const deliveries = createDeliveryService({ database, vault, outgoing, events, log, countDelivery });
  events.follow(countActivity);
  events.follow(deliveries.follow);
  return {
    vault,
    similarRecords,
    metrics,
    mailQueue,
    events,
    deliveries,
    counters: createPatientCounters(keyValue),
    // Derived for each environment: a session of one is invalid in the other.
    sessionTokens: createSessionTokens(derive(`session/${name}`)),
    // The same for both, which read each other's tickets.
    switchTickets: createSwitchTickets(derive('environment-switch')),
    apiKeyPepper: await secret('api-key-pepper'),
    otpPepper: await secret('otp-pepper'),
    sampleSecret: await secret('sample-marks'),
    upgradeUrl: `${publicUrl}/billing`,
  };
}
