// The tables as the queries see them, one file per area. Portable on purpose: text, whole numbers
// and JSON as text, so that SQLite, PostgreSQL and compatible databases all work. Times are
// milliseconds since 1970, in UTC.
import type {
  ApiKeysTable,
  InvitesTable,
  KnownNetworksTable,
  MailedTokensTable,
  OrganizationsTable,
  PlanRequestsTable,
  RecoveryCodesTable,
  RevokedSessionsTable,
  UsersTable,
} from './tables/accounts.ts';
import type {
  DailyActivityTable,
  HourlyActivityTable,
  RecordActivityTable,
  RecordRankingTable,
  RecordVerificationsTable,
} from './tables/activity.ts';
import type { ArchivedCountsTable, ArchivesTable, LeasesTable } from './tables/archive.ts';
import type {
  C2paBindingsTable,
  C2paCertificatesTable,
  C2paManifestsTable,
  C2paSigningCertificatesTable,
  C2paStoredManifestsTable,
} from './tables/c2pa.ts';
import type { EventHeadsTable, EventsTable } from './tables/events.ts';
import type {
  PerceptualHashesTable,
  ShinglesTable,
  TextsTable,
  TracksTable,
  TriplesTable,
} from './tables/fingerprints.ts';
import type { OrganizationDomainsTable, PublicNamesTable, VerifiedNamesTable } from './tables/identity.ts';
import type { JobPartsTable, JobsTable, StorageConnectionsTable } from './tables/jobs.ts';
import type {
  GeneratorKeysTable,
  GeneratorsTable,
  RecordCountsTable,
  RecordLabelsTable,
  RecordSignaturesTable,
  RecordsTable,
  RecordThumbnailsTable,
  UsageTable,
  WatermarksTable,
} from './tables/records.ts';
import type { AttestationsTable, IdempotencyKeysTable, MailQueueTable, ServiceSecretsTable } from './tables/service.ts';
import type {
  LogCheckpointTable,
  LogEntriesTable,
  LogHeadTable,
  LogTilesTable,
  LogTimestampsTable,
} from './tables/transparency.ts';
import type { WebhookDeliveriesTable, WebhookEndpointsTable, WebhookQueueTable } from './tables/webhooks.ts';

export type * from './tables/accounts.ts';
export type * from './tables/activity.ts';
export type * from './tables/archive.ts';
export type * from './tables/c2pa.ts';
export type * from './tables/events.ts';
export type * from './tables/fingerprints.ts';
export type * from './tables/identity.ts';
export type * from './tables/jobs.ts';
export type * from './tables/records.ts';
export type * from './tables/service.ts';
export type * from './tables/transparency.ts';
export type * from './tables/webhooks.ts';

export interface Tables {
  organizations: OrganizationsTable;
  users: UsersTable;
  known_networks: KnownNetworksTable;
  recovery_codes: RecoveryCodesTable;
  mailed_tokens: MailedTokensTable;
  revoked_sessions: RevokedSessionsTable;
  api_keys: ApiKeysTable;
  invites: InvitesTable;
  plan_requests: PlanRequestsTable;
  attestations: AttestationsTable;
  mail_queue: MailQueueTable;
  idempotency_keys: IdempotencyKeysTable;
  service_secrets: ServiceSecretsTable;
  leases: LeasesTable;
  generators: GeneratorsTable;
  generator_keys: GeneratorKeysTable;
  records: RecordsTable;
  record_signatures: RecordSignaturesTable;
  watermarks: WatermarksTable;
  archives: ArchivesTable;
  archived_counts: ArchivedCountsTable;
  record_labels: RecordLabelsTable;
  record_thumbnails: RecordThumbnailsTable;
  record_counts: RecordCountsTable;
  perceptual_hashes: PerceptualHashesTable;
  tracks: TracksTable;
  triples: TriplesTable;
  texts: TextsTable;
  shingles: ShinglesTable;
  usage: UsageTable;
  events: EventsTable;
  event_heads: EventHeadsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_queue: WebhookQueueTable;
  daily_activity: DailyActivityTable;
  hourly_activity: HourlyActivityTable;
  record_activity: RecordActivityTable;
  record_ranking: RecordRankingTable;
  record_verifications: RecordVerificationsTable;
  c2pa_certificates: C2paCertificatesTable;
  c2pa_bindings: C2paBindingsTable;
  c2pa_manifests: C2paManifestsTable;
  c2pa_signing_certificates: C2paSigningCertificatesTable;
  c2pa_stored_manifests: C2paStoredManifestsTable;
  jobs: JobsTable;
  job_parts: JobPartsTable;
  storage_connections: StorageConnectionsTable;
  organization_domains: OrganizationDomainsTable;
  verified_names: VerifiedNamesTable;
  public_names: PublicNamesTable;
  log_head: LogHeadTable;
  log_entries: LogEntriesTable;
  log_tiles: LogTilesTable;
  log_checkpoint: LogCheckpointTable;
  log_timestamps: LogTimestampsTable;
}
