// What the resources of one environment share: secrets, counters, metrics, email, events and
// webhook deliveries.
import { hkdfSync } from 'node:crypto';
import { createKeyUsage } from '../access/key-usage.ts';
import { createSessionTokens } from '../access/session-tokens.ts';
import { createPatientCounters } from '../adapters/key-value/patient-counters.ts';
import { createKeyVault } from '../adapters/key-vault/key-vault.ts';
import { shareCalls } from '../adapters/shared-call.ts';
import { openArchive } from '../archive/archive.ts';
import { sumStoredArchives } from '../archive/archives.store.ts';
import { readOrMakeServiceSecret } from '../database/service-secrets.ts';
import { createEventStream } from '../events/event-stream.ts';
import { createMetrics } from '../http/pipeline/metrics.ts';
import { createMailQueue } from '../mail/mail-queue.ts';
import { countActivity } from '../resources/analytics/count-activity.ts';
import { createSwitchTickets } from '../resources/auth/switch-tickets.ts';
import { createTimestamps } from '../resources/c2pa/timestamps.ts';
import { createDeliveryService } from '../resources/webhooks/delivery.service.ts';
import { createDeliveryQueue } from '../resources/webhooks/delivery-queue.ts';
import { createSendDelivery } from '../resources/webhooks/send-delivery.ts';
import { openTransparency } from '../transparency/transparency.ts';
import type { EnvironmentParts } from './environment-parts.ts';

export type Foundation = EnvironmentParts & Awaited<ReturnType<typeof layFoundation>>;

export async function layFoundation(parts: EnvironmentParts) {
  const { name, publicUrl, database, keyValue, mailTransport, outgoing, computePool, log, telemetry } = parts;
  const vault = createKeyVault(parts.masterKeys, name);
  const secret = (secretName: string) => readOrMakeServiceSecret(database, vault, secretName);
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', parts.jwtSecret, '', `content-provenance/${purpose}`, 32));
  const metrics = createMetrics(name, {
    lanes: computePool.lanes,
    uploads: parts.uploadRoom,
    lookAtMails: shareCalls(() => mailQueue.look()),
    deliveries: () => deliveries.queue,
    measureQueuedDeliveries: shareCalls(() => deliveryQueue.measure()),
    measureLog: shareCalls(() => transparency.measure()),
    sumArchives: shareCalls(() => sumStoredArchives(database.read)),
    replicaUse: database.replicaUse,
    poolUse: database.poolUse,
    exportCounts: telemetry?.counts,
  });
  telemetry?.follow(metrics.families);
  const mailQueue = createMailQueue({
    database,
    vault,
    transport: mailTransport,
    log,
    countMail: metrics.countMail,
    tracer: telemetry?.tracer,
  });
  const events = createEventStream(await secret('audit-key'));
  const { countDelivery, countArchiveRead: countRead } = metrics;
  const deliveryParts = { database, events, send: createSendDelivery({ vault, outgoing }), log, countDelivery };
  const deliveryQueue = createDeliveryQueue({ ...deliveryParts, mailQueue });
  const deliveries = createDeliveryService({ ...deliveryParts, queue: deliveryQueue });
  const archive = await openArchive({ environment: name, database, vault, store: parts.archiveStore, log, countRead });
  const keyUsage = createKeyUsage({ database });
  const timestamps = createTimestamps({ urls: parts.timestampUrls, outgoing, log });
  const transparency = await openTransparency({
    ...{ database, vault, publicUrl, outgoing, timestamps, log },
    mark: name === 'sandbox' && publicUrl === parts.otherUrl ? name : undefined,
    policy: parts.logPolicy,
    appender: parts.logAppender,
  });
  events.follow(countActivity);
  events.follow(deliveries.follow);
  events.follow(keyUsage.follow);
  return {
    vault,
    metrics,
    mailQueue,
    events,
    archive,
    deliveries,
    deliveryQueue,
    keyUsage,
    timestamps,
    transparency,
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
