// Organization API keys: random, shown once, stored as a keyed hash, revoked at once.
import { actorOf } from '../../access/actor.ts';
import { countKeys, insertKey, listKeys, revokeKey, revokeKeysMadeBetween } from '../../access/api-keys.store.ts';
import { type EnvironmentName, hashApiKey, makeApiKey, previewOf } from '../../access/api-keys.ts';
import type { Caller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Database, Transaction } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';

export interface ApiKeysParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly pepper: Uint8Array;
  readonly events: EventStream;
  readonly now?: () => number;
}

/** More than any organization needs. It keeps the list on one page. */
const mostKeys = 1_000;

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

export function createApiKeysService({ environment, database, pepper, events, now = Date.now }: ApiKeysParts) {
  return {
    async create(caller: Caller, name: string | null) {
      const { orgId } = caller.organization;
      const key = makeApiKey(environment);
      const keyId = makeIdentifier('kid');
      const time = now();
      await database.transaction(async (transaction) => {
        if ((await countKeys(transaction, orgId, null)) >= mostKeys) fail('api_key_limit_reached');
        await insertKey(transaction, {
          key_id: keyId,
          org_id: orgId,
          name,
          preview: previewOf(key),
          key_hash: hashApiKey(key, pepper),
          created_at: time,
        });
        await events.append(transaction, orgId, [
          { type: 'api_key_created', metadata: { key_id: keyId, name, actor: actorOf(caller) } },
        ]);
      });
      return { key_id: keyId, key, name, created_at: new Date(time).toISOString() };
    },

    async list(orgId: string) {
      const rows = await listKeys(database.read, orgId, null);
      return {
        keys: rows.map(({ key_id, name, preview, created_at, last_used_at }) => ({
          key_id,
          name,
          preview,
          created_at: new Date(created_at).toISOString(),
          last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
        })),
      };
    },

    async revoke(caller: Caller, keyId: string) {
      const { orgId } = caller.organization;
      await database.transaction(async (transaction) => {
        const revoked = await revokeKey(transaction, orgId, null, keyId, now());
        if (!revoked)
          fail('not_found', { message: 'The organization has no API key with this ID. It could already be revoked.' });
        await events.append(transaction, orgId, [
          { type: 'api_key_revoked', metadata: { key_id: keyId, actor: actorOf(caller) } },
        ]);
      });
      return { revoked: true as const };
    },

    /**
     * Includes the keys of members, or only those of one, in a transaction of the caller. `until`
     * itself is excluded.
     */
    async revokeMadeBetween(
      transaction: Transaction,
      orgId: string,
      made: { readonly from: number; readonly until: number; readonly memberId?: string | undefined },
    ): Promise<void> {
      const keys = await revokeKeysMadeBetween(transaction, orgId, made, now());
      await events.append(
        transaction,
        orgId,
        keys.map(({ key_id, user_id }) => ({
          type: 'api_key_revoked' as const,
          metadata: { key_id, ...(user_id !== null && { user_id }) },
        })),
      );
    },
  };
}
