// The parts of one environment. service.ts chooses the adapters.
import type { MarkLimits, TrustList } from '@content-provenance/engine';
import type { Policy } from '@content-provenance/engine/transparency';
import type { EnvironmentName } from '../access/api-keys.ts';
import type { ComputePool } from '../adapters/compute-pool/compute-pool.ts';
import type { Database } from '../adapters/database/database.ts';
import type { KeyCustody } from '../adapters/key-custody/key-custody.ts';
import type { KeyValueStore } from '../adapters/key-value/key-value-store.ts';
import type { MasterKeys } from '../adapters/key-vault/key-vault.ts';
import type { MailTransport } from '../adapters/mail/mail-transport.ts';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import type { OutgoingHttps } from '../adapters/outgoing-https/outgoing-https.ts';
import type { FindTexts } from '../adapters/outgoing-https/resolve-host.ts';
import type { Retention } from '../database/expired-rows.ts';
import type { AddressLimits } from '../http/pipeline/rate-limit.ts';
import type { UploadRoom } from '../http/uploads/upload-room.ts';
import type { Logger } from '../log.ts';
import type { JobLimits } from '../resources/jobs/jobs.service.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { LogAppender } from '../transparency/log-appender.ts';

export interface EnvironmentParts {
  readonly name: EnvironmentName;
  readonly publicUrl: string;
  /** The address of the other environment, because the pages of each link to the other. */
  readonly otherUrl: string;
  /** The web application, built. */
  readonly pagesFolder: string;
  readonly database: Database;
  readonly retention: Retention;
  readonly keyValue: KeyValueStore;
  readonly mailTransport: MailTransport;
  readonly outgoing: OutgoingHttps;
  readonly findTexts: FindTexts;
  /** Shared by both environments, because they share the machine's cores and memory. */
  readonly computePool: ComputePool;
  readonly uploadRoom: UploadRoom;
  readonly masterKeys: MasterKeys;
  /** Shared by both environments. */
  readonly custody: KeyCustody;
  /** Where the keys of new generators are created. */
  readonly generatorCustody: 'database' | 'kms';
  readonly inBandLimits: MarkLimits;
  /** Time stamping authorities, in the order in which the service asks them. */
  readonly timestampUrls: readonly string[];
  /** Whether callers can name an asset by its address. */
  readonly resolveReferences: boolean;
  /** By which signers of C2PA manifests are trusted. */
  readonly trustLists: readonly TrustList[];
  /** The witnesses of the transparency log. Undefined: none is asked. */
  readonly logPolicy: Policy | undefined;
  /** Only measurements set it: what appends to the transparency log in place of the real one. */
  readonly logAppender?: LogAppender | undefined;
  /** Where requests for another plan are sent. Undefined: they are only listed. */
  readonly operatorEmail: string | undefined;
  /** Where archive files are. Undefined: nothing is archived. */
  readonly archiveStore: ObjectStore | undefined;
  /** 0: records stay in the database. */
  readonly archiveAfterMonths: number;
  /** Where uploads and results of jobs are. */
  readonly jobStore: ObjectStore;
  /** On a local disk, for jobs that run. */
  readonly jobFolder: string;
  readonly jobLimits: JobLimits;
  /** How many jobs this node runs at once. */
  readonly jobWorkers: number;
  readonly jobInBandLimits: MarkLimits;
  readonly jwtSecret: string;
  readonly addressLimits: AddressLimits;
  readonly trustProxy: boolean | number | string[];
  readonly metricsToken: string | undefined;
  /** Shared by both environments. Undefined: nothing is sent to a collector. */
  readonly telemetry: Telemetry | undefined;
  readonly log: Logger;
}
