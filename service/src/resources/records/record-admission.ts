// The door through which every record enters: one transaction stores records, counts the quota and appends the events.
// Submissions that arrive while one transaction runs share the next, so that many callers cost few round trips; each is
// still accepted or refused on its own, and a batch whole or not at all.
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FormatName } from '@content-provenance/engine';
import type { CallingOrganization } from '../../access/caller.ts';
import { type Database, DatabaseUnavailable, KeyTaken, type Queries } from '../../adapters/database/database.ts';
import type { KeypairMode, MediaFormat } from '../../database/schema.ts';
import type { NewEvent } from '../../events/event-catalogue.ts';
import type { Announce, EventStream } from '../../events/event-stream.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import type { QuotaService } from '../billing/quota.service.ts';
import { insertLandmarks, type SoundOfRecord } from './landmarks.store.ts';
import { findByWatermarkIds, insertRecords, type RecordIdentity } from './records.store.ts';

/** A record whose signature has been checked. */
export interface CheckedRecord {
  /** Given where the token had to be known before; else made at the door. */
  readonly recordId?: string;
  readonly watermarkId: string;
  readonly generatorId: string;
  readonly kid: string;
  readonly model: string;
  readonly format: MediaFormat;
  /** null: the submission does not state it. */
  readonly exactFormat: FormatName | null;
  readonly mode: KeypairMode;
  readonly contentHash: string;
  readonly originalHash: string | null;
  readonly signature: Uint8Array;
  readonly phash: string | null;
  /** The acoustic fingerprint, where there is one. */
  readonly landmarks?: SoundOfRecord['landmarks'] | null;
}

export interface RecordGroup {
  readonly organization: CallingOrganization;
  readonly actor: string;
  readonly records: readonly CheckedRecord[];
}

export interface RecordAdmission {
  /** Resolves with the record ids in order, once they are on disk; a record submitted before keeps its first id. */
  admit(group: RecordGroup): Promise<readonly string[]>;
  /** The record of an organization with this watermark_id, if it has been stored. */
  find(orgId: string, watermarkId: string): Promise<RecordIdentity | undefined>;
}

export interface RecordAdmissionParts {
  readonly database: Database;
  readonly quota: QuotaService;
  readonly events: EventStream;
  readonly now?: () => number;
}

interface Waiting extends RecordGroup {
  resolve(recordIds: readonly string[]): void;
  reject(problem: unknown): void;
}

type Outcome = { readonly announce: Announce } & (
  | { readonly recordIds: readonly string[] }
  | { readonly refusal: ServiceError }
);

/** Keeps a shared transaction short; a batch of the specification's 50 always fits. */
const mostRecordsPerTransaction = 200;
const mostTries = 5;
/** Under load a transaction waits so long for company: by itself it costs what several records do. */
const companyMilliseconds = 5;

/** Some of the records may be stored already, which a look must decide. */
class LookNeeded extends Error {}

export function createRecordAdmission({
  database,
  quota,
  events,
  now = Date.now,
}: RecordAdmissionParts): RecordAdmission {
  const waiting: Waiting[] = [];
  let atWork = false;

  async function work(): Promise<void> {
    atWork = true;
    let sharedLast = 0;
    while (waiting.length > 0) {
      // Where more shared the last one, more are on their way. Who comes alone never waits.
      if (waiting.length < sharedLast) await setTimeout(companyMilliseconds);
      const groups = takeShare(waiting);
      sharedLast = groups.length;
      try {
        settle(groups, await store(groups));
      } catch (problem) {
        await retryAlone(groups, problem);
      }
    }
    atWork = false;
  }

  /** A defect that one group causes must not cost the others their answer. */
  async function retryAlone(groups: readonly Waiting[], problem: unknown): Promise<void> {
    if (groups.length === 1 || problem instanceof DatabaseUnavailable) {
      for (const group of groups) group.reject(problem);
      return;
    }
    for (const group of groups) {
      await store([group]).then((outcomes) => settle([group], outcomes), group.reject);
    }
  }

  async function store(groups: readonly RecordGroup[]): Promise<Outcome[]> {
    // Nearly every record is new: the first try does without a look at what is stored. Later ones look, and someone may
    // still take a watermark_id between the look, which is outside the transaction, and the write.
    for (let attempt = 1; ; attempt += 1) {
      try {
        const known = attempt > 1 ? await knownRecords(database.read, groups) : undefined;
        return await database.transaction((transaction) => storeGroups(transaction, groups, known));
      } catch (problem) {
        const mayBeStored = problem instanceof KeyTaken || problem instanceof LookNeeded;
        if (!mayBeStored || attempt >= mostTries) throw problem;
      }
    }
  }

  async function storeGroups(
    transaction: Queries,
    groups: readonly RecordGroup[],
    known: ReadonlyMap<string, RecordIdentity> | undefined,
  ): Promise<Outcome[]> {
    const signedAt = now();
    const plans = groups.map((group) => planGroup(group, known ?? new Map()));
    const byOrganization = Map.groupBy(plans, ({ group }) => group.organization.orgId);
    const eventsOf = new Map<string, NewEvent[]>();

    // Always in the same order of organizations, so that two nodes never wait for each other.
    for (const orgId of [...byOrganization.keys()].sort()) {
      const own = byOrganization.get(orgId)!;
      const open = own.filter((plan) => !plan.refusal);
      const {
        accepted,
        refusal,
        events: notices,
      } = await quota.reserve(
        transaction,
        own[0]!.group.organization,
        open.map((plan) => plan.fresh.length),
      );
      // What is stored already costs nothing, and is not refused.
      if (refusal && !known) throw new LookNeeded();
      for (const [index, plan] of open.entries()) if (!accepted[index]) plan.refusal = refusal;
      const signed = open
        .filter((plan) => !plan.refusal)
        .flatMap((plan) => plan.fresh.map((each) => signEvent(plan.group, each, signedAt)));
      eventsOf.set(orgId, [...signed, ...notices]);
    }

    const admitted = plans.filter((plan) => !plan.refusal);
    const rows = admitted.flatMap((plan) => plan.fresh.map((each) => rowOf(plan.group, each, signedAt)));
    if (rows.length > 0) await insertRecords(transaction, rows);
    for (const { recordId, record } of admitted.flatMap((plan) => plan.fresh)) {
      if (record.landmarks) await insertLandmarks(transaction, { recordId, landmarks: record.landmarks });
    }
    const announcements = new Map<string, Announce>();
    for (const [orgId, appended] of eventsOf) {
      announcements.set(orgId, await events.append(transaction, orgId, appended));
    }
    return plans.map(({ group, refusal, recordIds }) => {
      const announce = announcements.get(group.organization.orgId)!;
      return refusal ? { refusal, announce } : { recordIds, announce };
    });
  }

  return {
    admit: (group) =>
      new Promise((resolve, reject) => {
        waiting.push({ ...group, resolve, reject });
        if (!atWork) void work();
      }),
    async find(orgId, watermarkId) {
      const [found] = await findByWatermarkIds(database.read, [watermarkId]);
      return found?.org_id === orgId ? found : undefined;
    },
  };
}

interface FreshRecord {
  readonly recordId: string;
  readonly record: CheckedRecord;
}

interface GroupPlan {
  readonly group: RecordGroup;
  readonly recordIds: readonly string[];
  /** Those not stored before. */
  readonly fresh: readonly FreshRecord[];
  refusal: ServiceError | undefined;
}

async function knownRecords(queries: Queries, groups: readonly RecordGroup[]): Promise<Map<string, RecordIdentity>> {
  const watermarkIds = new Set(groups.flatMap((group) => group.records.map((record) => record.watermarkId)));
  const rows = await findByWatermarkIds(queries, [...watermarkIds]);
  return new Map(rows.map((row) => [row.watermark_id, row]));
}

/** Decides what a group adds to the records known. */
function planGroup(group: RecordGroup, known: ReadonlyMap<string, RecordIdentity>): GroupPlan {
  const fresh = new Map<string, FreshRecord>();
  const recordIds: string[] = [];
  for (const record of group.records) {
    const twin = fresh.get(record.watermarkId);
    const earlier = known.get(record.watermarkId) ?? (twin && identityOf(twin, group));
    if (earlier && !isSameRecord(earlier, group, record)) {
      const refusal = new ServiceError('watermark_id_taken', { watermark_id: record.watermarkId });
      return { group, recordIds: [], fresh: [], refusal };
    }
    const recordId = earlier?.record_id ?? record.recordId ?? randomUUIDv7();
    recordIds.push(recordId);
    if (!earlier) fresh.set(record.watermarkId, { recordId, record });
  }
  return { group, recordIds, fresh: [...fresh.values()], refusal: undefined };
}

function identityOf({ recordId, record }: FreshRecord, { organization }: RecordGroup): RecordIdentity {
  return {
    record_id: recordId,
    watermark_id: record.watermarkId,
    org_id: organization.orgId,
    generator_id: record.generatorId,
    model: record.model,
    content_hash: record.contentHash,
  };
}

/** The signature is not compared: ML-DSA signatures of the same payload differ. */
function isSameRecord(earlier: RecordIdentity, { organization }: RecordGroup, record: CheckedRecord): boolean {
  return (
    earlier.org_id === organization.orgId &&
    earlier.generator_id === record.generatorId &&
    earlier.model === record.model &&
    earlier.content_hash === record.contentHash
  );
}

function signEvent({ actor }: RecordGroup, { recordId, record }: FreshRecord, signedAt: number): NewEvent {
  const { generatorId, model, format, contentHash } = record;
  return {
    type: 'sign',
    metadata: {
      record_id: recordId,
      generator_id: generatorId,
      model,
      format,
      content_hash: contentHash,
      signed_at: new Date(signedAt).toISOString(),
      actor,
    },
  };
}

function rowOf({ organization }: RecordGroup, { recordId, record }: FreshRecord, signedAt: number) {
  return {
    record_id: recordId,
    org_id: organization.orgId,
    generator_id: record.generatorId,
    kid: record.kid,
    watermark_id: record.watermarkId,
    model: record.model,
    format: record.format,
    exact_format: record.exactFormat,
    mode: record.mode,
    content_hash: record.contentHash,
    original_hash: record.originalHash,
    signature: record.signature,
    phash: record.phash,
    signed_at: signedAt,
  };
}

/**
 * Takes groups from the front of the line. One that shares a watermark_id with a group taken before it stays for the next
 * transaction, where it meets that record as stored or does not meet it at all.
 */
function takeShare(waiting: Waiting[]): Waiting[] {
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  const watermarkIds = new Set<string>();
  let count = 0;
  for (const group of waiting) {
    const fits = count === 0 || count + group.records.length <= mostRecordsPerTransaction;
    const meets = group.records.some((record) => watermarkIds.has(record.watermarkId));
    if (!fits || meets) {
      left.push(group);
      continue;
    }
    taken.push(group);
    count += group.records.length;
    for (const record of group.records) watermarkIds.add(record.watermarkId);
  }
  waiting.splice(0, waiting.length, ...left);
  return taken;
}

/** Each hears of its outcome once its organization's events have been announced; the door itself does not wait for that. */
function settle(groups: readonly Waiting[], outcomes: readonly Outcome[]): void {
  for (const [index, group] of groups.entries()) {
    const outcome = outcomes[index]!;
    void outcome.announce().then(() => {
      if ('refusal' in outcome) group.reject(outcome.refusal);
      else group.resolve(outcome.recordIds);
    });
  }
}
