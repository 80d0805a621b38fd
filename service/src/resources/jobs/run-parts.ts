// What running a job needs from the service, and from the node that runs it.
import type { MarkLimits } from '@content-provenance/engine';
import type { LongTasks } from '../../adapters/compute-pool/long-tasks.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import type { StorageConnectionsService } from '../account/storage-connections.service.ts';
import type { QuotaService } from '../billing/quota.service.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import type { RecordAdmission, RecordTokens } from '../records/records.service.ts';
import type { VerifyService } from '../verify/verify.service.ts';
import type { JobFiles } from './job-files.ts';

export interface RunParts {
  readonly database: Database;
  readonly files: JobFiles;
  readonly longTasks: LongTasks;
  readonly events: EventStream;
  readonly connections: StorageConnectionsService;
  readonly generators: GeneratorsService;
  readonly quota: QuotaService;
  readonly admission: RecordAdmission;
  readonly tokens: RecordTokens;
  readonly verification: VerifyService;
  readonly inBandLimits: MarkLimits;
  /** On a local disk. */
  readonly workFolder: string;
  readonly keptMilliseconds: number;
  readonly now?: () => number;
}

export interface JobRun {
  readonly signal: AbortSignal;
  onProgress(fraction: number): void;
}
