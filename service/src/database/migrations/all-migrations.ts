// The only list of migrations, oldest first. Forward only: a migration that has landed is never
// edited.
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

export interface Migration {
  readonly name: string;
  /** Portable SQL, one statement each; what the kinds of database need differently names them. */
  readonly statements: readonly (string | { readonly postgres: string; readonly sqlite?: string })[];
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
];
