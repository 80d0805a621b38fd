// The only list of migrations, oldest first. Forward only: a migration that has landed is never
// edited.
import type { Database, Queries } from '../../adapters/database/database.ts';
import { accounts } from './0001-accounts.ts';
import { records } from './0002-records.ts';
import { team } from './0003-team.ts';
import { webhooksAndAnalytics } from './0004-webhooks-and-analytics.ts';
import { landmarks } from './0005-landmarks.ts';
import { c2paCertificates } from './0006-c2pa-certificates.ts';
import { exactFormat } from './0007-exact-format.ts';
import { accountProtection } from './0008-account-protection.ts';
import { domains } from './0009-domains.ts';
import { c2paManifests } from './0010-c2pa-manifests.ts';
import { signingCertificates } from './0011-signing-certificates.ts';
import { manifestRepository } from './0012-manifest-repository.ts';
import { recordNotes } from './0013-record-notes.ts';
import { teamAndDeliveries } from './0014-team-and-deliveries.ts';
import { planRequests } from './0015-plan-requests.ts';
import { liveTwins } from './0016-live-twins.ts';
import { partitionAll, partitions } from './0017-partitions.ts';
import { perceptualHashes } from './0018-perceptual-hashes.ts';
import { convertLandmarks, triples } from './0019-triples.ts';
import { archive } from './0020-archive.ts';
import { sealedReplays } from './0021-sealed-replays.ts';
import { jobs } from './0022-jobs.ts';
import { apiKeySettings } from './0023-api-key-settings.ts';
import { webhookQueue } from './0024-webhook-queue.ts';
import { transparencyLog } from './0025-transparency-log.ts';
import { textFingerprints } from './0026-text-fingerprints.ts';

export interface Migration {
  readonly name: string;
  /** Portable SQL, one statement each. What only one kind of database needs is under its name. */
  readonly statements: readonly (string | { readonly postgres?: string; readonly sqlite?: string })[];
  /** Runs after the statements, for what depends on the time or on what is stored. */
  run?(transaction: Queries, kind: Database['kind']): Promise<void>;
}

export const migrations: readonly Migration[] = [
  { name: '0001-accounts', statements: accounts },
  { name: '0002-records', statements: records },
  { name: '0003-team', statements: team },
  { name: '0004-webhooks-and-analytics', statements: webhooksAndAnalytics },
  { name: '0005-landmarks', statements: landmarks },
  { name: '0006-c2pa-certificates', statements: c2paCertificates },
  { name: '0007-exact-format', statements: exactFormat },
  { name: '0008-account-protection', statements: accountProtection },
  { name: '0009-domains', statements: domains },
  { name: '0010-c2pa-manifests', statements: c2paManifests },
  { name: '0011-signing-certificates', statements: signingCertificates },
  { name: '0012-manifest-repository', statements: manifestRepository },
  { name: '0013-record-notes', statements: recordNotes },
  { name: '0014-team-and-deliveries', statements: teamAndDeliveries },
  { name: '0015-plan-requests', statements: planRequests },
  { name: '0016-live-twins', statements: liveTwins },
  { name: '0017-partitions', statements: partitions, run: partitionAll },
  { name: '0018-perceptual-hashes', statements: perceptualHashes },
  { name: '0019-triples', statements: triples, run: convertLandmarks },
  { name: '0020-archive', statements: archive },
  { name: '0021-sealed-replays', statements: sealedReplays },
  { name: '0022-jobs', statements: jobs },
  { name: '0023-api-key-settings', statements: apiKeySettings },
  { name: '0024-webhook-queue', statements: webhookQueue },
  { name: '0025-transparency-log', statements: transparencyLog },
  { name: '0026-text-fingerprints', statements: textFingerprints },
];
