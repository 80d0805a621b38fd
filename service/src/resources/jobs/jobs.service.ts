// Jobs as callers see them: creating one, sending its parts, starting, watching and canceling it,
// and reading its result. Workers run them (job-worker.ts).
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { ContentSource } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import { expectEveryGenerator, expectGenerator } from '../../access/key-restrictions.ts';
import type { Database, Transaction } from '../../adapters/database/database.ts';
import { StoreUnavailable } from '../../adapters/object-store/object-store.ts';
import type { JobKind } from '../../database/schema.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { findKeyFault, type StorageConnectionsService } from '../account/storage-connections.service.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import { expectLabels, type RecordTokens } from '../records/records.service.ts';
import type { JobCleaning } from './job-cleaning.ts';
import { type JobFiles, LARGEST_SOURCE, PART_BYTES, type StoredContent } from './job-files.ts';
import {
  contentOf,
  type JobSource,
  type ObjectPlace,
  type SignOptions,
  signedFileOf,
  signOptionsOf,
  type VerifyOptions,
} from './job-options.ts';
import {
  changeJob,
  countJobs,
  expireJob,
  findJob,
  findPart,
  insertJob,
  type JobRow,
  listJobs,
  listParts,
  putPart,
} from './jobs.store.ts';
import { openConnected } from './open-connected.ts';
import { partCountOf, presentJob, presentSummary } from './present-job.ts';
import type { SharedStore } from './shared-store.ts';

export interface JobsParts {
  readonly database: Database;
  readonly files: JobFiles;
  readonly sharedStore: SharedStore;
  readonly cleaning: JobCleaning;
  readonly events: EventStream;
  readonly generators: GeneratorsService;
  readonly connections: StorageConnectionsService;
  readonly tokens: RecordTokens;
  readonly limits: JobLimits;
  /** Tells the workers of this node that a job can be taken. */
  wake(): void;
  readonly now?: () => number;
}

export interface JobLimits {
  /** For each organization: uploads and results of its jobs. */
  readonly storedBytes: number;
  /** How long a finished job, or an upload that nobody continues, is kept. */
  readonly keptMilliseconds: number;
  /** What stays free on the disk of the files. */
  readonly spareBytes: number;
}

export type NewSource = { readonly upload: { readonly size: number; readonly file_name?: string } } | ObjectPlace;

interface NewJob {
  readonly kind: JobKind;
  readonly options: SignOptions | VerifyOptions;
  readonly source: NewSource;
  readonly target?: ObjectPlace | undefined;
}

/** For each organization. */
const mostUnfinished = 100;

export type JobsService = ReturnType<typeof createJobsService>;

export function createJobsService(parts: JobsParts) {
  const { database, files, sharedStore, cleaning, events, generators, connections, tokens } = parts;
  const { limits, wake, now = Date.now } = parts;

  async function findOwn(caller: Caller, jobId: string): Promise<JobRow> {
    const row = (await findJob(database.read, caller.organization.orgId, jobId)) ?? failUnknown();
    if (row.kind === 'sign') expectGenerator(caller, signOptionsOf(row).generatorId);
    return row;
  }

  async function present(row: JobRow) {
    const received = row.state === 'uploading' ? await listParts(database.read, row.org_id, row.job_id) : [];
    return presentJob(
      row,
      received.map(({ number }) => number),
      tokens,
    );
  }

  async function create(caller: Caller, { kind, options, source: given, target }: NewJob) {
    const { orgId } = caller.organization;
    await sharedStore.expectShared();
    if (target) await expectTarget(orgId, target);
    const { source, size } = 'upload' in given ? uploadOf(given.upload) : await findObject(orgId, given);
    const isUpload = 'file_name' in source;
    const time = now();
    const row: JobRow = {
      job_id: makeIdentifier('job'),
      org_id: orgId,
      kind,
      state: isUpload ? 'uploading' : 'waiting',
      actor: actorOf(caller),
      options: JSON.stringify(options),
      // A record is stored once, whatever happens to the nodes.
      record_id: kind === 'sign' ? randomUUIDv7() : null,
      watermark_id: kind === 'sign' ? randomBytes(8).toString('hex') : null,
      source: JSON.stringify(source),
      source_size: size,
      target: target ? JSON.stringify(target) : null,
      // A signed file is about as large as its source.
      stored_bytes: (isUpload ? size : 0) + (kind === 'sign' ? size : 0),
      progress: 0,
      attempts: 0,
      waiting_since: isUpload ? null : time,
      due_at: isUpload ? null : time,
      claimed_by: null,
      outcome_attempt: null,
      content: null,
      result: null,
      error: null,
      is_cleaned: 0,
      created_at: time,
      finished_at: null,
      expires_at: isUpload ? time + limits.keptMilliseconds : null,
    };
    await database.transaction(async (transaction) => {
      // First, because it makes other calls of the organization wait, so that two at once cannot
      // both get the last place.
      await events.append(transaction, orgId, [
        {
          type: 'job_created',
          metadata: { job_id: row.job_id, kind, source_size: size, actor: row.actor },
        },
      ]);
      const { unfinished, bytes } = await countJobs(transaction, orgId);
      if (unfinished >= mostUnfinished) fail('job_limit_reached', { limit: mostUnfinished });
      if (bytes + row.stored_bytes > limits.storedBytes) {
        fail('job_storage_limit_reached', { limit_bytes: limits.storedBytes, used_bytes: bytes });
      }
      await insertJob(transaction, row);
      if (!isUpload) transaction.afterCommit(async () => wake());
    });
    return present(row);
  }

  async function expectTarget(orgId: string, { connection_id, object }: ObjectPlace): Promise<void> {
    const fault = findKeyFault(object);
    if (fault !== undefined) failValidation('result.object', fault);
    await connections.open(orgId, connection_id);
  }

  async function findObject(orgId: string, { connection_id, object }: ObjectPlace) {
    const fault = findKeyFault(object);
    if (fault !== undefined) failValidation('source.object', fault);
    const found = await openConnected(connections, orgId, connection_id, (bucket) => bucket.find(object));
    if (!found) failValidation('source.object', 'does not exist in the store');
    const { size, etag } = found;
    if (size < 1 || size > LARGEST_SOURCE) failValidation('source.object', 'must have 1 byte to 5 GB');
    return { source: { connection_id, object, etag } satisfies JobSource, size };
  }

  return {
    async createSign(caller: Caller, options: SignOptions, source: NewSource, target: ObjectPlace | undefined) {
      const { generatorId, format, watermark, neural, inBand, label } = options;
      if (label !== undefined) expectLabels(caller.organization);
      if (watermark === 'none' && (neural || inBand)) {
        failValidation('watermark', `none conflicts with ${neural ? 'neural' : 'in_band'}. Remove one of them`);
      }
      expectGenerator(caller, generatorId);
      const { supportedFormats } = await generators.serverKey(caller.organization.orgId, generatorId);
      if (format && !supportedFormats.includes(format)) {
        fail('format_not_supported', { format, supported_formats: supportedFormats });
      }
      return create(caller, { kind: 'sign', options, source, target });
    },

    createVerify: (caller: Caller, options: VerifyOptions, source: NewSource) =>
      create(caller, { kind: 'verify', options, source }),

    async list(caller: Caller, limit: number, cursor: string | undefined) {
      expectEveryGenerator(caller);
      const { orgId } = caller.organization;
      const after = cursor === undefined ? undefined : await findJob(database.read, orgId, cursor);
      if (cursor !== undefined && !after) failValidation('cursor', 'must be the next_cursor of an earlier page');
      const rows = await listJobs(database.read, orgId, limit + 1, after);
      const page = rows.slice(0, limit);
      return { jobs: page.map(presentSummary), next_cursor: rows.length > limit ? page.at(-1)!.job_id : null };
    },

    get: async (caller: Caller, jobId: string) => present(await findOwn(caller, jobId)),

    /** Resolves once the part is durable. A part that is sent again replaces the first one. */
    async putPart(caller: Caller, jobId: string, number: number, bytes: Uint8Array) {
      const { orgId } = caller.organization;
      const row = await findOwn(caller, jobId);
      if (row.state !== 'uploading') fail('job_not_uploading');
      const count = partCountOf(row);
      if (number > count) failValidation('number', `must be 1 to ${count}, because the upload has ${count} parts`);
      const wanted = number < count ? PART_BYTES : row.source_size - (count - 1) * PART_BYTES;
      if (bytes.length !== wanted) failValidation('body', `must have ${wanted} bytes, not ${bytes.length}`);
      await sharedStore.expectShared();
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await files.writePart(jobId, number, sha256, bytes).catch(async (problem) => {
        // A job that is deleted takes along what is being written.
        if ((await findOwn(caller, jobId)).state !== 'uploading') fail('job_not_uploading');
        refuseStore(problem);
      });
      const { isTaken, before } = await database.transaction(async (transaction) => {
        const changes = { expires_at: now() + limits.keptMilliseconds };
        const changed = await changeJob(transaction, orgId, jobId, ['uploading'], changes);
        const stored = await findPart(transaction, jobId, number);
        if (changed) await putPart(transaction, jobId, { number, sha256 });
        return { isTaken: changed !== undefined, before: stored?.sha256 };
      });
      if (before !== sha256) {
        // What the job does not use. It can be deleted already, and then nothing else removes it.
        const unused = isTaken ? before : sha256;
        if (unused !== undefined) await files.removePart(jobId, number, unused).catch(() => undefined);
      }
      if (!isTaken) fail('job_not_uploading');
      return { number, sha256 };
    },

    /** A job that has started stays as it is. */
    async start(caller: Caller, jobId: string) {
      const { orgId } = caller.organization;
      const row = await findOwn(caller, jobId);
      if (row.state !== 'uploading') return present(row);
      const time = now();
      const changes = { state: 'waiting', waiting_since: time, due_at: time, expires_at: null } as const;
      const started = await database.transaction(async (transaction) => {
        const changed = await changeJob(transaction, orgId, jobId, ['uploading'], changes);
        if (changed) await expectAllParts(transaction, changed);
        transaction.afterCommit(async () => wake());
        return changed;
      });
      return present(started ?? (await findOwn(caller, jobId)));
    },

    async cancel(caller: Caller, jobId: string) {
      const { orgId } = caller.organization;
      const row = await findOwn(caller, jobId);
      if (row.state === 'canceled') return present(row);
      const time = now();
      const canceled = await database.transaction(async (transaction) => {
        const changed = await changeJob(transaction, orgId, jobId, ['uploading', 'waiting', 'running'], {
          state: 'canceled',
          due_at: null,
          claimed_by: null,
          finished_at: time,
          expires_at: time + limits.keptMilliseconds,
        });
        if (!changed) fail('job_not_cancelable');
        const metadata = { job_id: jobId, kind: changed.kind, state: 'canceled', actor: actorOf(caller) } as const;
        await events.append(transaction, orgId, [{ type: 'job_finished', metadata }]);
        transaction.afterCommit(async () => wake());
        return changed;
      });
      return present(canceled);
    },

    async remove(caller: Caller, jobId: string) {
      const { orgId } = caller.organization;
      const { finished_at } = await findOwn(caller, jobId);
      if (finished_at === null) fail('job_unfinished');
      await sharedStore.expectShared();
      await database.transaction((transaction) => expireJob(transaction, orgId, jobId, now()));
      // If the storage is away, the workers delete it later.
      await cleaning.removeExpired(jobId).catch(refuseStore);
      return { deleted: true as const };
    },

    /** The signed file. */
    async openContent(caller: Caller, jobId: string): Promise<OpenContent> {
      const row = await findOwn(caller, jobId);
      const [content, file] = [contentOf(row), signedFileOf(row)];
      const isFinished = row.finished_at !== null && row.outcome_attempt !== null;
      if (!content || !file || !isFinished) {
        fail('not_found', { message: 'The job has no signed file. Get the job to see its state.' });
      }
      await sharedStore.expectShared();
      return { ...content, mimeType: file.mime_type, source: files.openResult(jobId, row.outcome_attempt!, content) };
    },
  };
}

export interface OpenContent extends StoredContent {
  readonly mimeType: string;
  readonly source: ContentSource;
}

function uploadOf({ size, file_name }: { readonly size: number; readonly file_name?: string }) {
  return { source: { file_name: file_name ?? null } satisfies JobSource, size };
}

async function expectAllParts(transaction: Transaction, row: JobRow): Promise<void> {
  const received = new Set((await listParts(transaction, row.org_id, row.job_id)).map(({ number }) => number));
  const numbers = Array.from({ length: partCountOf(row) }, (_, index) => index + 1);
  const missing = numbers.filter((number) => !received.has(number));
  if (missing.length > 0) fail('job_parts_missing', { missing });
}

/** Such as a full disk. Nothing that was acknowledged is lost. */
function refuseStore(problem: unknown): never {
  if (!(problem instanceof StoreUnavailable)) throw problem;
  fail(
    'service_unavailable',
    { message: 'The storage for jobs is full or unavailable. Send the request again in a moment.' },
    { 'retry-after': '30' },
  );
}

function failUnknown(): never {
  fail('not_found', {
    message: 'Your organization has no job with this ID. Jobs are deleted some days after they end.',
  });
}
