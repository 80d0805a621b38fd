// The API keys of one owner: the organization, or a member. Organization keys and personal keys
// have the same settings and are created, changed, rotated and revoked in the same way. A key is
// random, shown once and stored as a keyed hash.
import {
  countKeys,
  insertKey,
  type KeyRow,
  listKeys,
  lockKey,
  revokeKey,
  updateKey,
} from '../../access/api-keys.store.ts';
import { type EnvironmentName, hashApiKey, makeApiKey, previewOf } from '../../access/api-keys.ts';
import type { SessionCaller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import { writeRestrictions } from '../../access/stored-restrictions.ts';
import type { Database, Transaction } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import {
  applySettings,
  type GivenSettings,
  type KeySettings,
  noSettings,
  presentKey,
  presentSettings,
  settingsOf,
} from './key-settings.ts';

export interface KeyRingParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly pepper: Uint8Array;
  readonly events: EventStream;
  readonly generators: Pick<GeneratorsService, 'expectOwn'>;
  readonly now?: () => number;
}

export interface KeyOwner {
  /** Null: the organization. */
  readonly userId: string | null;
  /** Keys that the owner can have. */
  readonly most: number;
  readonly refusals: { readonly full?: string; readonly missing: string };
  /** Checks that the owner exists, with a lock. */
  expect?(transaction: Transaction, orgId: string): Promise<void>;
}

export interface CreatedKey extends ReturnType<typeof presentSettings> {
  readonly key_id: string;
  /** Shown only once. */
  readonly key: string;
  readonly name: string | null;
  readonly created_at: string;
}

const hour = 60 * 60 * 1_000;
const defaultOverlapHours = 24;

export type KeyRing = ReturnType<typeof createKeyRing>;

export function createKeyRing(parts: KeyRingParts) {
  const { environment, database, pepper, events, generators, now = Date.now } = parts;

  async function store(
    transaction: Transaction,
    caller: SessionCaller,
    owner: KeyOwner,
    settings: KeySettings,
    time: number,
  ): Promise<CreatedKey> {
    const { orgId } = caller.organization;
    if ((await countKeys(transaction, orgId, owner.userId, time)) >= owner.most) {
      fail('api_key_limit_reached', owner.refusals.full ? { message: owner.refusals.full } : {});
    }
    const key = makeApiKey(environment);
    const keyId = makeIdentifier('kid');
    await insertKey(transaction, {
      key_id: keyId,
      org_id: orgId,
      ...(owner.userId !== null && { user_id: owner.userId, created_by: caller.userId }),
      name: settings.name,
      preview: previewOf(key),
      key_hash: hashApiKey(key, pepper),
      created_at: time,
      expires_at: settings.expiresAt,
      ...writeRestrictions(settings.restrictions),
    });
    const created_at = new Date(time).toISOString();
    return { key_id: keyId, key, name: settings.name, created_at, ...presentSettings(settings) };
  }

  /** Locked until the transaction ends. */
  async function find(transaction: Transaction, orgId: string, owner: KeyOwner, keyId: string): Promise<KeyRow> {
    const row = await lockKey(transaction, orgId, owner.userId, keyId, now());
    if (!row) fail('not_found', { message: owner.refusals.missing });
    if (row.replaced_by !== null) fail('api_key_replaced');
    return row;
  }

  /** Events of a personal key name its member. */
  const ofOwner = ({ userId }: KeyOwner) => (userId === null ? {} : { user_id: userId });

  return {
    async create(caller: SessionCaller, owner: KeyOwner, given: GivenSettings): Promise<CreatedKey> {
      const { orgId } = caller.organization;
      const time = now();
      const settings = applySettings(noSettings, given, time);
      await generators.expectOwn(orgId, settings.restrictions.generatorIds ?? []);
      return database.transaction(async (transaction) => {
        await owner.expect?.(transaction, orgId);
        const created = await store(transaction, caller, owner, settings, time);
        const { key_id, name } = created;
        const restrictions = givenOnly(presentSettings(settings));
        const metadata = { key_id, name, ...restrictions, ...ofOwner(owner), actor: caller.userId };
        await events.append(transaction, orgId, [{ type: 'api_key_created', metadata }]);
        return created;
      });
    },

    async list(orgId: string, owner: Pick<KeyOwner, 'userId'>) {
      const time = now();
      const rows = await listKeys(database.read, orgId, owner.userId, time);
      return { keys: rows.map((row) => presentKey(row, time)) };
    },

    /** The new settings apply to the next request with the key. */
    async change(caller: SessionCaller, owner: KeyOwner, keyId: string, given: GivenSettings) {
      const { orgId } = caller.organization;
      await generators.expectOwn(orgId, given.generator_ids ?? []);
      return database.transaction(async (transaction) => {
        const row = await find(transaction, orgId, owner, keyId);
        const time = now();
        const settings = applySettings(settingsOf(row), given, time);
        const change = {
          name: settings.name,
          expires_at: settings.expiresAt,
          ...writeRestrictions(settings.restrictions),
          // Another expiry gets its own warnings.
          ...(settings.expiresAt !== row.expires_at && { warned_days: null }),
        };
        await updateKey(transaction, orgId, keyId, change);
        const shown = { name: settings.name, ...presentSettings(settings) };
        const metadata = { key_id: keyId, ...shown, ...ofOwner(owner), actor: caller.userId };
        await events.append(transaction, orgId, [{ type: 'api_key_changed', metadata }]);
        return presentKey({ ...row, ...change }, time);
      });
    },

    /** A new key with the same settings and the same lifetime. */
    async rotate(caller: SessionCaller, owner: KeyOwner, keyId: string, overlapHours = defaultOverlapHours) {
      const { orgId } = caller.organization;
      return database.transaction(async (transaction) => {
        await owner.expect?.(transaction, orgId);
        const row = await find(transaction, orgId, owner, keyId);
        const time = now();
        const before = settingsOf(row);
        const expiresAt = before.expiresAt === null ? null : time + before.expiresAt - row.created_at;
        const oldExpiry = Math.min(time + overlapHours * hour, before.expiresAt ?? Number.POSITIVE_INFINITY);
        const created = await store(transaction, caller, owner, { ...before, expiresAt }, time);
        await updateKey(transaction, orgId, keyId, { expires_at: oldExpiry, replaced_by: created.key_id });
        const old_expires_at = new Date(oldExpiry).toISOString();
        const metadata = { key_id: created.key_id, replaces: keyId, old_expires_at, ...ofOwner(owner) };
        await events.append(transaction, orgId, [
          { type: 'api_key_rotated', metadata: { ...metadata, actor: caller.userId } },
        ]);
        return { ...created, replaces: { key_id: keyId, expires_at: old_expires_at } };
      });
    },

    async revoke(caller: SessionCaller, owner: KeyOwner, keyId: string) {
      const { orgId } = caller.organization;
      await database.transaction(async (transaction) => {
        const revoked = await revokeKey(transaction, orgId, owner.userId, keyId, now());
        if (!revoked) fail('not_found', { message: owner.refusals.missing });
        const metadata = { key_id: keyId, ...ofOwner(owner), actor: caller.userId };
        await events.append(transaction, orgId, [{ type: 'api_key_revoked', metadata }]);
      });
      return { revoked: true as const };
    },
  };
}

/** The event of a key without restrictions is the same as ever. */
function givenOnly(settings: ReturnType<typeof presentSettings>): Partial<ReturnType<typeof presentSettings>> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}
