// Every record is stored here: one transaction stores records, counts the quota, appends the events
// and the entries of the transparency log. Submissions of an organization share transactions
// (batcher.ts). Each is still accepted or refused on its own, and a batch completely or not at all.
import { randomUUIDv7 } from 'node:crypto';
import type { FormatName, MediaKind, TextFingerprint } from '@content-provenance/engine';
import type { CallingOrganization } from '../../access/caller.ts';
import { createBatcher } from '../../adapters/database/batcher.ts';
import { type Database, KeyTaken, type Queries, type Transaction } from '../../adapters/database/database.ts';
import type { RecordLookup } from '../../archive/record-lookup.ts';
import type { KeypairMode } from '../../database/schema.ts';
import { insertSounds, type SoundOfRecord } from '../../database/sounds.ts';
import { insertTexts, type TextOfRecord } from '../../database/texts.ts';
import type { NewEvent } from '../../events/event-catalogue.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import type { LogAppender } from '../../transparency/log-appender.ts';
import type { LogFact } from '../../transparency/log-facts.ts';
import type { QuotaService } from '../billing/quota.service.ts';
import { insertNotes } from './record-notes.store.ts';
import { insertRecords, listTakenMarks, type RecordIdentity, type TakenMark } from './records.store.ts';

/** A record whose signature has been checked. */
export interface CheckedRecord {
  /** Present if the token had to be known before. Otherwise it is created here. */
  readonly recordId?: string;
  readonly watermarkId: string;
  readonly generatorId: string;
  readonly kid: string;
  readonly model: string;
  readonly format: MediaKind;
  /** Null: the submission does not state it. */
  readonly exactFormat: FormatName | null;
  readonly mode: KeypairMode;
  readonly contentHash: string;
  readonly originalHash: string | null;
  readonly signature: Uint8Array;
  readonly phash: string | null;
  /** The acoustic fingerprint, if there is one. */
  readonly landmarks?: SoundOfRecord['landmarks'] | null;
  readonly textFingerprint?: TextFingerprint | null;
  /** Private notes, stored only if the organization keeps them. */
  readonly label?: string | null;
  readonly thumbnail?: Uint8Array | null;
}

export interface RecordGroup {
  readonly organization: CallingOrganization;
  readonly actor: string;
  readonly records: readonly CheckedRecord[];
}

export interface AdmittedRecord {
  readonly recordId: string;
  /** Null: the record is older than the log. */
  readonly logIndex: number | null;
}

export interface RecordAdmission {
  /**
   * Resolves with the records in order, once they are on disk. A record that was submitted before
   * keeps its first id and its first index.
   */
  admit(group: RecordGroup): Promise<readonly AdmittedRecord[]>;
  /** The record of an organization with this watermark_id, if it has been stored. */
  find(orgId: string, watermarkId: string): Promise<FoundRecord | undefined>;
}

export type FoundRecord = RecordIdentity & Pick<AdmittedRecord, 'logIndex'>;

export interface RecordAdmissionParts {
  readonly database: Database;
  readonly lookup: RecordLookup;
  readonly quota: QuotaService;
  readonly events: EventStream;
  readonly log: LogAppender;
  /** For text fingerprints, 32 bytes. */
  readonly textKey: Uint8Array;
  countSignature(signature: { readonly kind: MediaKind; readonly key: KeypairMode }): void;
  readonly now?: () => number;
}

/** Keeps a shared transaction short. A batch of the specification's 50 always fits. */
const mostRecordsPerTransaction = 200;
const mostTries = 5;

export function createRecordAdmission({
  database,
  lookup,
  quota,
  events,
  log,
  textKey,
  countSignature,
  now = Date.now,
}: RecordAdmissionParts): RecordAdmission {
  const store = createBatcher<GroupToStore, readonly AdmittedRecord[]>({
    database,
    most: mostRecordsPerTransaction,
    sizeOf: ({ records }) => records.length,
    write: storeGroups,
  });

  async function storeGroups(transaction: Transaction, orgId: string, groups: readonly GroupToStore[]) {
    const signedAt = now();
    const known = await knownRecords(transaction, groups);
    const plans = groups.map((group) => planGroup(group, known));
    const open = plans.filter((plan) => !plan.refusal);
    const reservation = await quota.reserve(
      transaction,
      groups[0]!.organization,
      open.map((plan) => plan.fresh.length),
    );
    for (const [index, plan] of open.entries()) if (!reservation.accepted[index]) plan.refusal = reservation.refusal;

    const fresh = plans
      .filter((plan) => !plan.refusal)
      .flatMap((plan) => plan.fresh.map((each) => ({ ...each, group: plan.group })));
    if (fresh.length > 0) {
      await insertRecords(
        transaction,
        fresh.map((each) => rowOf(each.group, each, signedAt)),
      );
    }
    await insertSounds(
      transaction,
      fresh.flatMap(({ recordId, record: { landmarks } }) => (landmarks ? [{ recordId, landmarks }] : [])),
    );
    await insertTexts(transaction, fresh.flatMap(textOf), textKey);
    await insertNotes(
      transaction,
      orgId,
      fresh.map(({ recordId, record: { label = null, thumbnail = null } }) => ({
        recordId,
        signedAt,
        label,
        thumbnail,
      })),
    );
    const indexes = await earlierIndexes(transaction, plans);
    const signed = fresh.map((each) => signEvent(each.group, each, signedAt));
    await events.append(transaction, orgId, [...signed, ...reservation.events]);
    const appended = await log.append(
      transaction,
      orgId,
      fresh.map((each) => factOf(each, signedAt)),
    );
    for (const [place, index] of appended.entries()) indexes.set(fresh[place]!.recordId, index);
    transaction.afterCommit(async () => {
      for (const { record } of fresh) countSignature({ kind: record.format, key: record.mode });
    });
    return plans.map(
      ({ refusal, recordIds }) =>
        refusal ?? recordIds.map((recordId) => ({ recordId, logIndex: indexes.get(recordId) ?? null })),
    );
  }

  /** The indexes of records that were stored before. */
  async function earlierIndexes(queries: Queries, plans: readonly GroupPlan[]): Promise<Map<string, number>> {
    const fresh = new Set(plans.flatMap((plan) => plan.fresh.map(({ recordId }) => recordId)));
    const earlier = plans.flatMap(({ recordIds }) => recordIds.filter((recordId) => !fresh.has(recordId)));
    return new Map(await log.indexesOf(queries, earlier));
  }

  return {
    async admit(group) {
      let archived: readonly RecordIdentity[] = [];
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await store(group.organization.orgId, { ...group, archived });
        } catch (problem) {
          if (attempt >= mostTries) throw problem;
          // A transaction does not wait for an archive file, so the file is read between two.
          if (problem instanceof TwinsArchived) archived = await lookup.find(database.read, problem.recordIds);
          // Another node took a watermark_id between the read and the write. The next read finds
          // its record.
          else if (!(problem instanceof KeyTaken)) throw problem;
        }
      }
    },
    async find(orgId, watermarkId) {
      const found = await lookup.findMarked(database.read, watermarkId);
      if (found?.org_id !== orgId) return undefined;
      const { record_id } = found;
      return { ...found, logIndex: (await log.indexesOf(database.read, [record_id])).get(record_id) ?? null };
    },
  };
}

/** archived: records that were submitted before, if they are in archive files. */
interface GroupToStore extends RecordGroup {
  readonly archived: readonly RecordIdentity[];
}

/** Records with the same watermark_ids are in archive files, so they must be read first. */
class TwinsArchived extends Error {
  readonly recordIds: readonly string[];

  constructor(recordIds: readonly string[]) {
    super('Records with the same watermark_id are archived.');
    this.recordIds = recordIds;
  }
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
  refusal: Error | undefined;
}

async function knownRecords(queries: Queries, groups: readonly RecordGroup[]): Promise<Map<string, TakenMark>> {
  const watermarkIds = new Set(groups.flatMap((group) => group.records.map((record) => record.watermarkId)));
  const marks = await listTakenMarks(queries, [...watermarkIds]);
  return new Map(marks.map((mark) => [mark.watermark_id, mark]));
}

/** Decides what a group adds to the known records. */
function planGroup(group: GroupToStore, known: ReadonlyMap<string, TakenMark>): GroupPlan {
  const archived = new Map(group.archived.map((record) => [record.record_id, record]));
  const identityOfMark = (mark: TakenMark | undefined) => mark && (mark.record ?? archived.get(mark.record_id));
  const unread = group.records
    .map(({ watermarkId }) => known.get(watermarkId))
    .filter((mark) => mark !== undefined && !identityOfMark(mark))
    .map((mark) => mark!.record_id);
  if (unread.length > 0) return refused(group, new TwinsArchived(unread));
  const fresh = new Map<string, FreshRecord>();
  const recordIds: string[] = [];
  for (const record of group.records) {
    const twin = fresh.get(record.watermarkId);
    const earlier = identityOfMark(known.get(record.watermarkId)) ?? (twin && identityOf(twin, group));
    if (earlier && !isSameRecord(earlier, group, record)) {
      return refused(group, new ServiceError('watermark_id_taken', { watermark_id: record.watermarkId }));
    }
    const recordId = earlier?.record_id ?? record.recordId ?? randomUUIDv7();
    recordIds.push(recordId);
    if (!earlier) fresh.set(record.watermarkId, { recordId, record });
  }
  return { group, recordIds, fresh: [...fresh.values()], refusal: undefined };
}

function textOf({ recordId, record: { textFingerprint, mode } }: FreshRecord): TextOfRecord[] {
  return textFingerprint ? [{ recordId, text: textFingerprint, isRead: mode === 'server' }] : [];
}

function refused(group: RecordGroup, refusal: Error): GroupPlan {
  return { group, recordIds: [], fresh: [], refusal };
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

function factOf({ recordId, record }: FreshRecord, signedAt: number): LogFact {
  const { contentHash, generatorId, kid } = record;
  return { kind: 'record', recordId, contentHash, generatorId, kid, signedAt };
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
