// Personal API keys: they belong to one member, have that member's role but no more than their
// creator's, and are deleted with the member. Owners and admins manage all keys, users their own.

import { countKeys, insertKey, listKeys, revokeKey } from '../../access/api-keys.store.ts';
import { type EnvironmentName, hashApiKey, makeApiKey, previewOf } from '../../access/api-keys.ts';
import { hasRole, type SessionCaller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import { findOwnMember } from './members.service.ts';
import { lockTeam } from './members.store.ts';

export interface PersonalKeysParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly pepper: Uint8Array;
  readonly events: EventStream;
  readonly now?: () => number;
}

/** More than any member needs. It keeps the list on one page. */
const mostKeys = 100;

export type PersonalKeysService = ReturnType<typeof createPersonalKeysService>;

export function createPersonalKeysService(parts: PersonalKeysParts) {
  const { environment, database, pepper, events, now = Date.now } = parts;

  return {
    async create(caller: SessionCaller, userId: string) {
      mayManage(caller, userId);
      const { orgId } = caller.organization;
      const key = makeApiKey(environment);
      const keyId = makeIdentifier('kid');
      const time = now();
      await database.transaction(async (transaction) => {
        await lockTeam(transaction, orgId);
        await findOwnMember(transaction, orgId, userId);
        if ((await countKeys(transaction, orgId, userId)) >= mostKeys) {
          fail('api_key_limit_reached', {
            message: 'The member has reached the maximum number of API keys. Revoke one first.',
          });
        }
        await insertKey(transaction, {
          key_id: keyId,
          org_id: orgId,
          user_id: userId,
          created_by: caller.userId,
          preview: previewOf(key),
          key_hash: hashApiKey(key, pepper),
          created_at: time,
        });
        await events.append(transaction, orgId, [
          { type: 'api_key_created', metadata: { key_id: keyId, name: null, user_id: userId, actor: caller.userId } },
        ]);
      });
      return { key_id: keyId, key, created_at: new Date(time).toISOString() };
    },

    async revoke(caller: SessionCaller, userId: string, keyId: string) {
      mayManage(caller, userId);
      const { orgId } = caller.organization;
      await database.transaction(async (transaction) => {
        const revoked = await revokeKey(transaction, orgId, userId, keyId, now());
        if (!revoked) fail('not_found', { message: 'The member or the API key does not exist.' });
        await events.append(transaction, orgId, [
          { type: 'api_key_revoked', metadata: { key_id: keyId, user_id: userId, actor: caller.userId } },
        ]);
      });
      return { revoked: true as const };
    },

    async listOwn({ organization, userId }: SessionCaller) {
      const keys = await listKeys(database.read, organization.orgId, userId);
      return {
        keys: keys.map(({ key_id, preview, created_at }) => ({
          key_id,
          preview,
          created_at: new Date(created_at).toISOString(),
        })),
      };
    },
  };
}

/** Checked before the search for the member, so that a user does not learn who else is there. */
function mayManage(caller: SessionCaller, userId: string): void {
  if (caller.userId !== userId && !hasRole(caller, 'admin')) {
    fail('forbidden', { message: 'Users can manage only their own API keys. Ask an owner or admin.' });
  }
}
