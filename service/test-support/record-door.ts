// record-admission without a service around it: real quota, events and mail queue over a given
// database, with the test's own clock.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallingOrganization } from '../src/access/caller.ts';
import { makeIdentifier } from '../src/access/identifiers.ts';
import type { Database } from '../src/adapters/database/database.ts';
import { createKeyVault } from '../src/adapters/key-vault/key-vault.ts';
import { createOutboxTransport } from '../src/adapters/mail/outbox-transport.ts';
import { createRecordLookup } from '../src/archive/record-lookup.ts';
import { createEventStream } from '../src/events/event-stream.ts';
import { createLog } from '../src/log.ts';
import { createMailQueue } from '../src/mail/mail-queue.ts';
import type { PlanName } from '../src/plans/plans.ts';
import { createQuotaService, type QuotaService } from '../src/resources/billing/quota.service.ts';
import {
  type CheckedRecord,
  createRecordAdmission,
  type RecordAdmission,
} from '../src/resources/records/record-admission.ts';
import { createLogAppender } from '../src/transparency/log-appender.ts';

export interface RecordDoor {
  readonly quota: QuotaService;
  readonly admission: RecordAdmission;
}

/** One for all of them in a test, because nodes of one service share it. */
export const chainKey = randomBytes(32);
const [salt, monitoring, textKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const masterKeys = [randomBytes(32)];

export interface DoorOptions {
  /** False: a sandbox. */
  readonly counts?: boolean;
  readonly now?: () => number;
}

export function openRecordDoor(database: Database, { counts = true, now = Date.now }: DoorOptions = {}): RecordDoor {
  const mailQueue = createMailQueue({
    database,
    vault: createKeyVault(() => masterKeys, 'live'),
    // Never started, so that queued emails stay in the table.
    transport: createOutboxTransport({
      folder: join(tmpdir(), 'unused-outbox'),
      from: 'a@b.c',
      onMail: () => undefined,
    }),
    log: createLog('silent'),
    countMail: () => undefined,
  });
  const quota = createQuotaService({ database, mailQueue, upgradeUrl: 'http://live.test/billing', counts, now });
  const events = createEventStream(chainKey, now);
  const log = createLogAppender({ salt, monitoringKeyOf: () => monitoring });
  // No file is read: nothing is archived here.
  const lookup = createRecordLookup({ find: async () => undefined, findSigned: async () => undefined });
  return {
    quota,
    admission: createRecordAdmission({
      database,
      lookup,
      quota,
      events,
      log,
      textKey,
      countSignature: () => undefined,
      now,
    }),
  };
}

/** An organization with an owner, directly in the database. */
export async function insertOrganization(database: Database, plan: PlanName): Promise<CallingOrganization> {
  const orgId = makeIdentifier('org');
  await database.transaction(async (transaction) => {
    await transaction
      .insertInto('organizations')
      .values({ org_id: orgId, name: 'Test', plan, created_at: 1 })
      .execute();
    await transaction
      .insertInto('users')
      .values({
        user_id: makeIdentifier('usr'),
        org_id: orgId,
        email: `${orgId}@example.org`,
        role: 'owner',
        password_hash: '',
        created_at: 1,
      })
      .execute();
  });
  return { orgId, name: 'Test', plan, keepsLabels: false, keepsThumbnails: false };
}

/** A record after its signature was checked. record-admission does not check it again. */
export function makeCheckedRecord(fields: Partial<CheckedRecord> = {}): CheckedRecord {
  return {
    watermarkId: randomBytes(8).toString('hex'),
    generatorId: 'gen_test',
    kid: 'key-1',
    model: 'model',
    format: 'image',
    exactFormat: null,
    mode: 'client',
    contentHash: `sha3-256:${randomBytes(32).toString('hex')}`,
    originalHash: null,
    signature: randomBytes(32),
    phash: null,
    ...fields,
  };
}
